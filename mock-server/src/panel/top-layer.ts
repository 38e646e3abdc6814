/** How often an element that something has removed from the page is put back. */
const checkMilliseconds = 1000

/**
 * Shows an element above everything else in the page. A manual popover is above transformed, filtered and contained
 * elements. While a modal dialog is open, everything outside it is inert, so the element moves into the dialog. `onMove` is
 * called while it is out of the page.
 */
export function showOnTop(host: HTMLElement, onMove?: () => void): { remove(): void } {
  const listeners = new AbortController()
  const { signal } = listeners
  const opened = new Set<HTMLDialogElement>()
  host.popover = 'manual'

  function place(): void {
    // Before the body is complete, the element would be the first to get the focus.
    if (document.readyState === 'loading') return
    const parent = topModal(opened) ?? document.documentElement
    if (host.parentNode === parent && host.isConnected) return
    host.remove()
    onMove?.()
    parent.append(host)
    // Older browsers have no popovers; there the z-index has to suffice.
    if ('showPopover' in host) host.showPopover()
  }

  const observer = new MutationObserver(place)
  observer.observe(document, { subtree: true, attributeFilter: ['open'] })
  // The observer does not see dialogs in shadow roots.
  document.addEventListener('focusin', place, { signal, capture: true })
  document.addEventListener('DOMContentLoaded', place, { signal })
  const timer = setInterval(place, checkMilliseconds)
  place()
  return {
    remove() {
      listeners.abort()
      observer.disconnect()
      clearInterval(timer)
      host.remove()
    },
  }
}

/** Returns the modal dialog that was opened last. `opened` are those that were open before. */
function topModal(opened: Set<HTMLDialogElement>): HTMLDialogElement | undefined {
  for (const dialog of opened) if (!isModal(dialog)) opened.delete(dialog)
  for (const dialog of document.querySelectorAll('dialog')) if (isModal(dialog)) opened.add(dialog)
  const focused = activeElement()?.closest('dialog')
  if (focused && isModal(focused)) opened.add(focused)
  return [...opened].at(-1)
}

function isModal(dialog: HTMLDialogElement): boolean {
  return dialog.isConnected && dialog.matches(':modal')
}

/** Returns the focused element, also in open shadow roots. */
function activeElement(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}
