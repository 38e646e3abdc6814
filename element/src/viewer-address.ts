import { photoOfAddress } from './addresses.ts'

/** The entries of a viewer in the history of the page: Back closes the viewer. */
export class ViewerAddress {
  #hasEntry = false
  readonly #scrollRestoration = history.scrollRestoration

  /** Writes a post into the address: into an entry of its own, unless the address names a post already. */
  show(id: string): void {
    if (this.#hasEntry || photoOfAddress() !== null) {
      this.#write('replaceState', id)
    } else {
      // On Back, the page remains where it is.
      history.scrollRestoration = 'manual'
      this.#hasEntry = true
      this.#write('pushState', id)
    }
  }

  /** Removes the post from the address; resolves when that has happened. */
  async remove(): Promise<void> {
    if (this.#hasEntry && photoOfAddress() !== null) {
      const isBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      history.back()
      await isBack
    } else if (photoOfAddress() !== null) this.#write('replaceState', null)
    if (this.#hasEntry) history.scrollRestoration = this.#scrollRestoration
  }

  #write(method: 'pushState' | 'replaceState', id: string | null) {
    // Not a relative address, because the page may have a <base>.
    const url = new URL(location.href)
    url.hash = id === null ? '' : `photo=${encodeURIComponent(id)}`
    try {
      history[method](history.state, '', url.href)
    } catch {
      // Some frames have no history, and browsers limit how often it changes.
      if (method === 'pushState') this.#hasEntry = false
    }
  }
}
