import { type Connection, createFeed, type FeedPage, type Post } from '../index.ts'
import { replaceBrokenMedia } from './broken-media.ts'
import { defaultColumns } from './columns.ts'
import { type FeedErrorDetail, failureDetail, failureMessage } from './failure.ts'
import { FeedPlaces } from './feed-places.ts'
import { feedView, skeletonView } from './feed-view.ts'
import { markBusy } from './load-button.ts'
import { openRoot } from './root.ts'
import { play } from './video.ts'

/** What a `feed-load` event tells: the page that has just been shown, as plain data. */
export interface FeedLoadDetail {
  posts: readonly Post[]
  connection: Connection
  hasMore: boolean
}

/** On a server there is no such class, and the module is loaded for `renderFeed` alone. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

const defaultLimit = 12

/**
 * `<photo-feed src="https://feed.example" key="…" columns="3" limit="12">`: a feed as a list of cards.
 *
 * | Attribute | Default | |
 * | --- | --- | --- |
 * | `src` | | the address of the service |
 * | `key`, or `api-key` | | the account's key; React and Vue keep the name `key` to themselves |
 * | `columns` | 3 | at most this many beside each other, 1 to 6; fewer where there is no room |
 * | `limit` | 12 | posts at first and with each "Load more", 1 to 100 (6 on Free) |
 *
 * Changing `src`, the key or `limit` loads the feed anew, changing `columns` arranges it anew.
 * A card leads to the post on the platform, of an album too; a video plays in its place.
 * Until its script has run the element is what its children are: nothing, a text of yours, or the first page from
 * {@link renderFeed}, which then stays as it is, so that nothing on the page moves.
 *
 * | Custom property | Default | |
 * | --- | --- | --- |
 * | `--photo-feed-gap` | 1rem | between cards |
 * | `--photo-feed-min-column` | 13rem | narrower columns become fewer |
 * | `--photo-feed-ratio` | 1 | of a picture's box, width / height |
 * | `--photo-feed-radius` | 0.5rem | corners of pictures and buttons |
 * | `--photo-feed-tile` | a tenth of the text's colour | boxes before their pictures, and the notice |
 * | `--photo-feed-accent` | the text's colour | the ring of what has the focus |
 *
 * | `::part()` | |
 * | --- | --- |
 * | `list`, `card`, `link` | the list, a post, its link |
 * | `frame`, `image`, `missing` | the box of a picture, the picture, the tile in place of one |
 * | `play`, `video`, `mark` | the button of a video, its player, the corner of an album |
 * | `text`, `date`, `caption` | below the picture |
 * | `notice`, `message`, `button` | old posts; no posts or an error; "Load more" and "Try again" |
 *
 * Colours and fonts are inherited, so it is dark where the page is. It asks nobody but the service
 * and the hosts of its media, and stores nothing.
 *
 * @fires feed-load - A page is shown. `detail`: {@link FeedLoadDetail}
 * @fires feed-error - A page did not come. `detail`: {@link FeedErrorDetail}
 */
export class PhotoFeedElement extends Base {
  static readonly observedAttributes = ['src', 'key', 'api-key', 'limit']

  #places: FeedPlaces | undefined
  /** The cursor of the page that is still to come; `''` is the first page. */
  #awaited: string | null = ''
  #request = new AbortController()

  connectedCallback(): void {
    this.#places ??= this.#open()
    if (this.#awaited !== null) void this.#load(this.#awaited)
  }

  disconnectedCallback(): void {
    this.#request.abort()
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.#places && before !== after) this.reload()
  }

  /** Loads the feed anew from its first page. */
  reload(): void {
    this.#awaited = ''
    this.#request.abort()
    // Not at once: attributes change one by one, and no key may be sent to another feed's address.
    queueMicrotask(() => {
      if (this.isConnected && this.#awaited === '' && this.#request.signal.aborted) {
        void this.#load('')
      }
    })
  }

  #open() {
    const root = openRoot(this)
    const places = new FeedPlaces(root)
    if (places.served) this.#awaited = null
    replaceBrokenMedia(root)
    root.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest('button')
      if (button?.name === 'play') play(button)
      if (button?.name === 'load' && !button.hasAttribute('aria-disabled')) {
        markBusy(button)
        void this.#load(button.value, button)
      }
    })
    return places
  }

  async #load(cursor: string, button?: HTMLButtonElement) {
    const places = this.#places as FeedPlaces
    const request = new AbortController()
    this.#request.abort()
    this.#request = request
    this.#awaited = cursor
    if (cursor || button) places.sayLoadingMore()
    else places.showLoading(skeletonView(this.#limit() || defaultLimit))
    const show = await this.#read(cursor, request.signal).then(
      (page) => () => this.#showPage(page, cursor),
      (error) => () => this.#showError(error, cursor),
    )
    if (request.signal.aborted) return
    this.#awaited = null
    show()
  }

  #showPage(page: FeedPage, cursor: string) {
    const view = feedView(page, Number(this.getAttribute('columns')) || defaultColumns)
    if (cursor) this.#places?.showMore(view)
    else this.#places?.showFirst(view)
    const { posts, connection, pagination } = page
    const detail: FeedLoadDetail = { posts, connection, hasMore: pagination.hasMore }
    this.dispatchEvent(new CustomEvent('feed-load', { detail }))
  }

  #showError(error: unknown, cursor: string) {
    const detail: FeedErrorDetail = failureDetail(error)
    this.#places?.showFailure(failureMessage(detail, cursor), cursor !== '')
    this.dispatchEvent(new CustomEvent('feed-error', { detail }))
  }

  async #read(cursor: string, signal: AbortSignal): Promise<FeedPage> {
    const baseUrl = this.getAttribute('src')
    const apiKey = this.getAttribute('key') ?? this.getAttribute('api-key')
    if (!baseUrl || !apiKey) throw new TypeError('photo-feed needs the attributes src and key.')
    return createFeed({ baseUrl, apiKey }).me({
      pageSize: this.#limit(),
      cursor: cursor || undefined,
      include: ['children'],
      format: 'webp',
      signal,
    })
  }

  #limit() {
    return Number(this.getAttribute('limit') ?? defaultLimit)
  }
}
