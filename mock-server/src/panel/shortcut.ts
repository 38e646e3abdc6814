/** The keys that open and close the panel, as tooltips and `aria-keyshortcuts` write them. */
export const shortcut = 'Alt+Shift+P'

/** By the physical key: with Alt, a Mac types another character. */
export function isShortcut({ altKey, shiftKey, ctrlKey, metaKey, code }: KeyboardEvent): boolean {
  return altKey && shiftKey && !ctrlKey && !metaKey && code === 'KeyP'
}
