/** How often the place of the panel is checked. */
const checkMilliseconds = 500

/**
 * Shows an element above everything else in the page. A manual popover is above transformed, filtered and contained
 * elements. While a modal dialog is open, everything outside it is inert, so the element moves into the dialog. `onMove` is
 * called while it is out of the page.
 */
export function showOnTop(host: HTMLElement, onMove: () => void): { remove(): void } {
  host.popover = 'manual'

  function place(): void {
    // Before the body is complete, the element would be the first to get the focus.
    if (document.readyState === 'loading') return
    const parent = findModal(host) ?? document.documentElement
    if (host.parentNode === parent && host.isConnected) return
    host.remove()
    onMove()
    parent.append(host)
    // Older browsers have no popovers; there the z-index has to suffice.
    if ('showPopover' in host) host.showPopover()
  }

  document.addEventListener('focusin', place, { capture: true })
  document.addEventListener('DOMContentLoaded', place)
  const timer = setInterval(place, checkMilliseconds)
  place()
  return {
    remove() {
      document.removeEventListener('focusin', place, { capture: true })
      document.removeEventListener('DOMContentLoaded', place)
      clearInterval(timer)
      host.remove()
    },
  }
}

/** Returns the open modal dialog of the page: the focus is in the one that was opened last. */
function findModal(host: HTMLElement): Element | null {
  let focused = document.activeElement
  while (focused !== host && focused?.shadowRoot?.activeElement) {
    focused = focused.shadowRoot.activeElement
  }
  return focused?.closest('dialog:modal') ?? document.querySelector('dialog:modal')
}
