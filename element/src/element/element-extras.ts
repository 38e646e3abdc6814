import type { FeedHost, FeedSource } from '../view/context.ts'
import { emit } from '../view/events.ts'
import { whenNear } from '../view/platform.ts'

// With what a browser needs besides the view, they are one file that is loaded on demand.
export { extras } from '../view/extras.ts'

/** Listens to the button of the consent and, while `loadMore` is `scroll`, loads more when the visitor comes near the end. */
export function listen(source: FeedSource): void {
  const { host } = source
  const root = host.shadowRoot as ShadowRoot
  root.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('button')?.name === 'consent') grantConsent(host, root)
  })
  let stop = () => {}
  const wait = () => {
    stop()
    // That of an error is inside its message, and needs a press.
    const button = root.querySelector('#end>[name=load]')
    const last = root.getElementById('cards')?.lastElementChild
    if (host.loadMore !== 'scroll' || !button || !last) return
    stop = whenNear(last, () => source.loadMore())
  }
  // The element replaces what follows the cards whenever they change.
  new MutationObserver(wait).observe(root, { childList: true })
  wait()
}

function grantConsent(host: FeedHost, root: ShadowRoot) {
  emit(host, 'photo-feed-consent', null)
  host.consent = 'granted'
  // The button leaves with its focus.
  const cards = root.getElementById('cards')
  cards?.setAttribute('tabindex', '-1')
  cards?.focus()
}
