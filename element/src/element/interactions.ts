import type { Post } from '@photofeed/sdk'
import { idsOf } from '../posts/chosen-posts.ts'
import type { FeedSource } from '../view/context.ts'
import { emit } from '../view/events.ts'
import { logError } from '../view/on-demand.ts'
import { windowOf } from '../view/platform.ts'
import type { Viewer } from '../viewer/viewer.ts'
import { currentPhoto } from '../viewer/viewer-address.ts'

const loadViewer = () => import('../viewer/viewer.ts')

/**
 * What visitors can do with the posts of an element besides following their links: open them in the viewer while its attribute
 * `open-in` is `viewer`, and browse albums in their cards. Loaded on demand, as is the viewer.
 */
export class Interactions {
  readonly #root: ShadowRoot
  readonly #source: FeedSource
  #viewer: Viewer | undefined
  #albums: Promise<void> | undefined
  #disconnect = () => {}

  constructor(source: FeedSource) {
    const { host } = source
    const root = host.shadowRoot as ShadowRoot
    this.#root = root
    this.#source = source
    // Before the listener of the element, which plays the video.
    root.addEventListener('click', (event) => this.#onClick(event, '[name=play]'), true)
    // After it, which dispatches `photo-feed-open`.
    root.addEventListener('click', (event) => this.#onClick(event, 'a'))
    const prepare = () => this.#isEnabled() && loadViewer().catch(() => {})
    root.addEventListener('pointerover', prepare, { once: true })
    if (host.isConnected) this.connect()
    if (source.hasPosts()) void this.openAddress()
  }

  /** Loads the albums, if the attribute says so. */
  loadAlbums(): void {
    if (!this.#source.host.albums) return
    this.#albums ??= import('../viewer/albums.ts').then(
      ({ browseAlbums }) => browseAlbums(this.#source, this.#root),
      logError,
    )
  }

  connect(): void {
    this.#disconnect()
    const view = windowOf(this.#source.host)
    view.addEventListener('popstate', this.openAddress)
    this.#disconnect = () => view.removeEventListener('popstate', this.openAddress)
  }

  disconnect(): void {
    this.#disconnect()
    this.#viewer?.close()
  }

  /** Opens the post that the address of the page names: one that the element displays, else that post alone. */
  readonly openAddress = async (): Promise<void> => {
    const id = currentPhoto(this.#source.host)
    if (id === null || !this.#isEnabled()) return
    try {
      if (await this.#open(id)) return
      const source = this.#source
      if (idsOf(source.context().hiddenPosts).includes(id)) return
      const post = await source.loadPost(id)
      if (post && currentPhoto(this.#source.host) === id) await this.#show([post], 0, false)
    } catch {
      // The element displays its posts.
    }
  }

  #onClick(event: Event, selector: 'a' | '[name=play]') {
    const target = (event.target as HTMLElement).closest<HTMLElement>(selector)
    const card = target?.closest('li')
    const id = card?.dataset.post
    const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent
    const isModified = ctrlKey || metaKey || shiftKey || altKey
    if (!target || !id || isModified || event.defaultPrevented || !this.#isEnabled()) return
    event.preventDefault()
    const url = card.querySelector('a')?.href ?? ''
    if (selector !== 'a' && !emit(this.#source.host, 'photo-feed-open', { id, url })) return
    this.#open(id)
      .catch(logError)
      .then((isOpen) => {
        if (isOpen) return
        // A copy of the link has no listener that opens the viewer.
        if (selector === 'a') (target.cloneNode() as HTMLElement).click()
        else
          import('../viewer/video-player.ts').then(
            ({ play }) => play(target as HTMLButtonElement),
            logError,
          )
      })
  }

  async #open(id: string): Promise<boolean> {
    const [posts] = await Promise.all([this.#source.loadPosts(), loadViewer()])
    const index = posts.findIndex((post) => post.id === id)
    if (index >= 0) await this.#show(posts, index, true)
    return index >= 0
  }

  async #show(posts: readonly Post[], index: number, hasPages: boolean) {
    const { openViewer } = await loadViewer()
    const source = this.#source
    if (!source.host.isConnected) return
    this.#viewer = await openViewer({
      ...{ source, posts, index, hasPages },
      onClose: ({ id }) => this.#focusCard(id),
    })
  }

  #focusCard(id: string) {
    const card = [...this.#root.querySelectorAll('li')].find(({ dataset }) => dataset.post === id)
    const find = (selector: string) => card?.querySelector<HTMLElement>(selector)
    ;(find('a[part=link]') ?? find('button'))?.focus()
  }

  #isEnabled() {
    return this.#source.host.openIn === 'viewer'
  }
}
