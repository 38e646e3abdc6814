/** The corner of the page that the panel is in. */
export type PanelPosition = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'

/** Where and how the panel appears until the user opens or closes it. */
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
