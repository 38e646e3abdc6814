/** The keys that open and close the panel, as tooltips and `aria-keyshortcuts` write them. */
export const shortcut = 'Alt+Shift+P'

/** By the physical key: with Alt, a Mac types another character. */
export function isShortcut({ altKey, shiftKey, ctrlKey, metaKey, code }: KeyboardEvent): boolean {
  return altKey && shiftKey && !ctrlKey && !metaKey && code === 'KeyP'
}

/** The events by which a page notices a click, a key or the focus outside its own dialogs and menus. */
const privateEvents = [
  'keydown',
  'keyup',
  'keypress',
  'pointerdown',
  'mousedown',
  'touchstart',
  'click',
  'focusin',
]

/** Hides what the user does in the panel from the page: it must not trigger shortcuts or close dialogs. */
export function hideEvents(host: HTMLElement, signal: AbortSignal): void {
  for (const type of privateEvents) {
    host.addEventListener(type, (event) => event.stopPropagation(), { signal })
  }
}
