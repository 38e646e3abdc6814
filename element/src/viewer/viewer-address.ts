import { photoOfAddress } from '../view/addresses.ts'
import { windowOf } from '../view/platform.ts'

/** A browser goes back within this time in milliseconds, unless the page stops the event. */
const longestBack = 500

/** Returns the id of the post that the current entry of the history names, in the address or beside that of a router. */
export function currentPhoto(host: Element): string | null {
  return photoOfAddress(host) ?? Object(windowOf(host).history.state).photofeed ?? null
}

/** The entries of a viewer in the history of the page: Back closes the viewer. */
export class ViewerAddress {
  readonly #host: Element
  readonly #window: Window
  readonly #scrollRestoration: ScrollRestoration
  #hasEntry = false

  constructor(host: Element) {
    this.#host = host
    this.#window = windowOf(host)
    this.#scrollRestoration = this.#window.history.scrollRestoration
  }

  /** Writes a post into the history: into an entry of its own, unless the current one names a post already. */
  show(id: string): void {
    if (this.#hasEntry || currentPhoto(this.#host) !== null) {
      this.#write('replaceState', id)
    } else {
      // On Back, the page remains where it is.
      this.#window.history.scrollRestoration = 'manual'
      this.#hasEntry = true
      this.#write('pushState', id)
    }
  }

  /** Removes the post from the history; resolves when that has happened. */
  async remove(): Promise<void> {
    if (currentPhoto(this.#host) === null) return this.restoreScrolling()
    // An entry that differs from the one before would cause a hashchange event, on which routers render the page again.
    this.#write('replaceState', null)
    if (this.#hasEntry) {
      const isBack = new Promise((resolve) => {
        // Before listeners of the page, which may stop the event.
        this.#window.addEventListener('popstate', resolve, { once: true, capture: true })
        setTimeout(resolve, longestBack)
      })
      this.#window.history.back()
      await isBack
    }
    this.restoreScrolling()
  }

  restoreScrolling(): void {
    if (this.#hasEntry) this.#window.history.scrollRestoration = this.#scrollRestoration
  }

  #write(method: 'pushState' | 'replaceState', id: string | null) {
    const { location, history } = this.#window
    let { state } = history
    try {
      // Not a relative address, because the page may have a <base>.
      const url = new URL(location.href)
      // Any other hash is that of a router, or a place of the page.
      if (url.hash === '' || photoOfAddress(this.#host) !== null) {
        url.hash = id === null ? '' : `photo=${encodeURIComponent(id)}`
      } else state = { ...Object(state), photofeed: id }
      history[method](state, '', url.href)
    } catch {
      // Some frames have no history, and browsers limit how often it changes.
      if (method === 'pushState') this.#hasEntry = false
    }
  }
}
