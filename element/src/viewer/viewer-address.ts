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
      this.#hasEntry = this.#write('pushState', id)
      // On Back, the page remains where it is.
      if (this.#hasEntry) this.#window.history.scrollRestoration = 'manual'
    }
  }

  /** Removes the post from the history; resolves when that has happened. */
  async remove(): Promise<void> {
    if (currentPhoto(this.#host) === null) return this.restoreScrolling()
    // An entry that differs from the one before would cause a hashchange event, on which routers render the page again.
    this.#write('replaceState', null)
    if (this.#hasEntry) {
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer)
          this.#window.removeEventListener('popstate', end, true)
          resolve()
        }
        // Before listeners of the page, which may stop the event.
        this.#window.addEventListener('popstate', end, true)
        const timer = setTimeout(end, longestBack)
        this.#window.history.back()
      })
    }
    this.restoreScrolling()
  }

  restoreScrolling(): void {
    if (this.#hasEntry) this.#window.history.scrollRestoration = this.#scrollRestoration
  }

  /** Returns whether the history has it. */
  #write(method: 'pushState' | 'replaceState', id: string | null): boolean {
    const { location, history } = this.#window
    let { state } = history
    // A frame or window without an address replaces its one entry: Back would leave the page.
    if (location.protocol === 'about:') return false
    try {
      // Not a relative address, because the page may have a <base>.
      const url = new URL(location.href)
      // Any other hash is that of a router, or a place of the page.
      if (url.hash === '' || photoOfAddress(this.#host) !== null) {
        url.hash = id === null ? '' : `photo=${encodeURIComponent(id)}`
      } else state = { ...Object(state), photofeed: id }
      history[method](state, '', url.href)
      return true
    } catch {
      // Some frames have no history, and browsers limit how often it changes.
      return false
    }
  }
}
