/** The elements of the shadow root that a layout arranges. */
export interface FeedParts {
  readonly list: HTMLElement
  readonly previous: HTMLButtonElement
  readonly next: HTMLButtonElement
}

export interface LayoutModule {
  readonly styles: string
  /** Called with cards before they are displayed, and the width of a picture. */
  readonly prepare?: (cards: readonly Element[], width: number) => Promise<void>
  /** Called when the cards or their sizes have changed, and when the list was scrolled. */
  readonly arrange?: (parts: FeedParts) => void
  /** Called when a button was pressed. */
  readonly press?: (button: HTMLButtonElement, parts: FeedParts) => void
}
