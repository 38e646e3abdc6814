/** The corner of the page that the panel is in. */
export type PanelPosition = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'

/** Where and how the panel appears until the user moves, opens or closes it. */
export interface PanelOptions {
  /** By default `bottom-right`. */
  position?: PanelPosition
  /** Whether the panel is open. By default false: a button opens it. */
  open?: boolean
}

/** The panel of one mock in the page. */
export interface PanelHandle {
  /** Removes the mock from the panel, and with its last mock the panel from the page. */
  remove(): void
}

export const positions: readonly PanelPosition[] = [
  'bottom-right',
  'bottom-left',
  'top-right',
  'top-left',
]

/** Returns the position of this name; null for other text. */
export function readPosition(text: string | undefined): PanelPosition | null {
  return positions.find((position) => position === text) ?? null
}
