import type { FeedHost } from '../view/context.ts'
import { emit } from '../view/events.ts'
import { whenNear } from '../view/platform.ts'

// With what a browser needs besides the view, they are one file that is loaded on demand.
export { extras } from '../view/extras.ts'

/** Listens to the button of the consent and, while `load` is `scroll`, to the visitor who comes near the end. */
export function listen(host: FeedHost): void {
  const root = host.shadowRoot as ShadowRoot
  root.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('button')?.name === 'consent') grantConsent(host, root)
  })
  loadOnScroll(host, root)
}

function grantConsent(host: FeedHost, root: ShadowRoot) {
  emit(host, 'feed-consent', null)
  host.consent = 'granted'
  // The button leaves with its focus.
  const cards = root.getElementById('cards')
  cards?.setAttribute('tabindex', '-1')
  cards?.focus()
}

/** Presses the button that loads more when the visitor comes near it, while the option `load` is `scroll`. */
function loadOnScroll(host: FeedHost, root: ShadowRoot) {
  let approach: { disconnect(): void } | undefined
  const wait = () => {
    approach?.disconnect()
    // That of an error is inside its message, and needs a press.
    const button = root.querySelector<HTMLButtonElement>('#end>[name=load]')
    const last = root.getElementById('cards')?.lastElementChild
    if (host.load === 'scroll' && button && last) approach = whenNear(last, () => button.click())
  }
  // The element replaces what follows the cards whenever they change.
  new MutationObserver(wait).observe(root, { childList: true })
  wait()
}
