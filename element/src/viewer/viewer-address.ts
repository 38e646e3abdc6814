import { photoOfAddress } from '../view/addresses.ts'

/** Returns the id of the post that the current entry of the history names, in the address or beside that of a router. */
export function currentPhoto(): string | null {
  return photoOfAddress() ?? Object(history.state).photofeed ?? null
}

/** The entries of a viewer in the history of the page: Back closes the viewer. */
export class ViewerAddress {
  #hasEntry = false
  readonly #scrollRestoration = history.scrollRestoration

  /** Writes a post into the history: into an entry of its own, unless the current one names a post already. */
  show(id: string): void {
    if (this.#hasEntry || currentPhoto() !== null) {
      this.#write('replaceState', id)
    } else {
      // On Back, the page remains where it is.
      history.scrollRestoration = 'manual'
      this.#hasEntry = true
      this.#write('pushState', id)
    }
  }

  /** Removes the post from the history; resolves when that has happened. */
  async remove(): Promise<void> {
    if (currentPhoto() === null) return this.restoreScrolling()
    // An entry that differs from the one before would cause a hashchange event, on which routers render the page again.
    this.#write('replaceState', null)
    if (this.#hasEntry) {
      const isBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      history.back()
      await isBack
    }
    this.restoreScrolling()
  }

  restoreScrolling(): void {
    if (this.#hasEntry) history.scrollRestoration = this.#scrollRestoration
  }

  #write(method: 'pushState' | 'replaceState', id: string | null) {
    // Not a relative address, because the page may have a <base>.
    const url = new URL(location.href)
    let { state } = history
    // Any other hash is that of a router, or a place of the page.
    if (url.hash === '' || photoOfAddress() !== null) {
      url.hash = id === null ? '' : `photo=${encodeURIComponent(id)}`
    } else state = { ...Object(state), photofeed: id }
    try {
      history[method](state, '', url.href)
    } catch {
      // Some frames have no history, and browsers limit how often it changes.
      if (method === 'pushState') this.#hasEntry = false
    }
  }
}
