import type { Post } from '@photofeed/sdk'
import { idsOf } from '../posts/chosen-posts.ts'
import type { FeedHost, FeedSource } from '../view/context.ts'
import { emit } from '../view/events.ts'
import { logError } from '../view/on-demand.ts'
import type { Viewer } from '../viewer/viewer.ts'
import { currentPhoto } from '../viewer/viewer-address.ts'

const loadViewer = () => import('../viewer/viewer.ts')

/**
 * What visitors can do with the posts of an element besides following their links: open them in the viewer while its attribute
 * `open` is `viewer`, and browse albums in their cards. Loaded on demand, as is the viewer.
 */
export class Interactions {
  readonly #host: FeedHost
  readonly #root: ShadowRoot
  readonly #source: FeedSource
  #viewer: Viewer | undefined
  #albums: Promise<void> | undefined
  /** Whether the viewer could not be loaded: posts open on the platform. */
  #hasFailed = false

  constructor(host: FeedHost, source: FeedSource) {
    const root = host.shadowRoot as ShadowRoot
    this.#host = host
    this.#root = root
    this.#source = source
    // Before the listener of the element, which plays the video.
    root.addEventListener(
      'click',
      (event) => this.#onClick(event as MouseEvent, '[name=play]'),
      true,
    )
    // After it, which dispatches `feed-open`.
    root.addEventListener('click', (event) => this.#onClick(event as MouseEvent, 'a'))
    const prepare = () => this.#isEnabled() && loadViewer().catch(() => {})
    root.addEventListener('pointerover', prepare, { once: true })
    if (host.isConnected) this.connect()
    if (source.hasPosts()) void this.openAddress()
  }

  /** Loads the albums, if the attribute says so. */
  loadAlbums(): void {
    const host = this.#host
    if (!host.albums) return
    this.#albums ??= import('../viewer/albums.ts').then(
      ({ browseAlbums }) => browseAlbums(host, this.#root, this.#source),
      logError,
    )
  }

  connect(): void {
    addEventListener('popstate', this.openAddress)
  }

  disconnect(): void {
    removeEventListener('popstate', this.openAddress)
    this.#viewer?.close()
  }

  /** Opens the post that the address of the page names: one that the element displays, else that post alone. */
  readonly openAddress = async (): Promise<void> => {
    const id = currentPhoto()
    if (id === null || !this.#isEnabled()) return
    try {
      if (await this.#open(id)) return
      const { src, apiKey, key, hide } = this.#source.context()
      if (idsOf(hide).includes(id)) return
      const { loadPost } = await import('../viewer/viewer-post.ts')
      const post = await loadPost(src ?? '', apiKey ?? key ?? '', id)
      if (post && currentPhoto() === id) await this.#show([post], 0)
    } catch {
      // The element displays its posts.
    }
  }

  #onClick(event: MouseEvent, selector: 'a' | '[name=play]') {
    const target = event.target as HTMLElement
    const card = target.closest('li')
    const id = card?.dataset.post
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    const isOther = !id || !target.closest(selector) || isModified || event.defaultPrevented
    if (isOther || !this.#isEnabled()) return
    event.preventDefault()
    const url = card.querySelector('a')?.href ?? ''
    if (selector !== 'a' && !emit(this.#host, 'feed-open', { id, url })) return
    this.#open(id).then(
      (isOpen) => !isOpen && this.#clickAgain(target),
      () => this.#clickAgain(target),
    )
  }

  /** Opens the post on the platform, or plays it in its frame. */
  #clickAgain(target: HTMLElement) {
    this.#hasFailed = true
    target.click()
    this.#hasFailed = false
  }

  async #open(id: string): Promise<boolean> {
    const [posts] = await Promise.all([this.#source.loadPosts(), loadViewer()])
    const index = posts.findIndex((post) => post.id === id)
    if (index >= 0) await this.#show(posts, index, () => this.#loadMore())
    return index >= 0
  }

  /** Presses the button of the element. Resolves to the posts of the next page, and to none after the last one. */
  #loadMore(): Promise<readonly Post[]> {
    const button = this.#root.querySelector<HTMLButtonElement>('#end [name=load]')
    if (!button) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      const once = { once: true }
      this.#host.addEventListener('feed-load', ({ detail }) => resolve(detail.posts), once)
      // The error of one of several keys comes before the posts of the others.
      this.#host.addEventListener('feed-error', () => setTimeout(reject), once)
      button.click()
    })
  }

  async #show(loaded: readonly Post[], index: number, loadMore?: () => Promise<readonly Post[]>) {
    const { openViewer } = await loadViewer()
    if (!this.#host.isConnected) return
    const posts = [...loaded]
    let id = posts[index]?.id
    this.#viewer = openViewer({
      context: this.#source.context(),
      host: this.#host,
      posts,
      index,
      onMove(index) {
        id = posts[index]?.id
      },
      onClose: () => this.#focusCard(id),
      loadMore:
        loadMore &&
        (async () => {
          const more = await loadMore()
          posts.push(...more)
          return more
        }),
    })
  }

  #focusCard(id: string | undefined) {
    const card = [...this.#root.querySelectorAll('li')].find(({ dataset }) => dataset.post === id)
    const find = (selector: string) => card?.querySelector<HTMLElement>(selector)
    ;(find('a[part=link]') ?? find('button'))?.focus()
  }

  #isEnabled() {
    return !this.#hasFailed && this.#host.open === 'viewer'
  }
}
