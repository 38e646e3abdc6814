import type { Account, Post } from '@photofeed/sdk'
import { fill } from '../languages/labels.ts'
import { directionOf, languageOf, loadedLabels, loadLabels } from '../languages/languages.ts'
import { errorDetail, reportError } from '../posts/error-detail.ts'
import { createReader, type PageReader } from '../posts/feed-pages.ts'
import { findPost } from '../posts/shared-pages.ts'
import { hostOf, photoOfAddress } from '../view/addresses.ts'
import type { DisplayPage, Extras, FeedHost, FeedSource, ViewContext } from '../view/context.ts'
import { emit } from '../view/events.ts'
import { logError } from '../view/on-demand.ts'
import { changesOf } from '../view/options.ts'
import { isNear, watchPage, whenNear } from '../view/platform.ts'
import { errorMessage, feedView } from '../view/view.ts'
import { ElementParts } from './element-parts.ts'
import { FeedShadow, markBusy } from './feed-shadow.ts'
import { savedFeed } from './saved-feed.ts'

/** What an element does. `cursor` is that of the page to load, `''` for the first page. */
type FeedState = (
  | { readonly name: 'waiting' | 'loading'; readonly cursor: string; stop(): void }
  | { readonly name: 'failed'; readonly cursor: string; readonly isRetryable: boolean }
  | { readonly name: 'ready' }
) & {
  /** The last page with the posts of all pages; missing when a server rendered the first page. */
  readonly page?: DisplayPage | undefined
}

/** Loads the pages of an element, and displays them in its shadow root. */
export class FeedController implements FeedSource {
  readonly host: FeedHost
  readonly #readContext: (extras: Extras | undefined) => ViewContext
  readonly #parts: ElementParts
  readonly #shadow: FeedShadow
  #state: FeedState = { name: 'waiting', cursor: '', stop() {} }
  #read: PageReader | undefined
  /** The page that is loaded after those that are displayed. */
  #more: Promise<readonly Post[] | null> | undefined
  #lang: string | undefined
  #unwatch = () => {}

  constructor(host: FeedHost, readContext: (extras: Extras | undefined) => ViewContext) {
    this.host = host
    this.#readContext = readContext
    this.#parts = new ElementParts(this)
    this.#shadow = new FeedShadow(host, readContext(undefined), (button) => {
      const { value } = button
      markBusy(button, this.context().labels.loading)
      // "Check again" must not find the page without posts.
      void (value ? this.loadMore() : this.#load('', true, true))
    })
    if (!this.#shadow.isServerRendered) return
    // A server does not know which pictures are on the host of a relative address.
    const isHostKnown = host.consent === 'granted' || hostOf(host.src ?? '') !== undefined
    if (isHostKnown) this.#state = { name: 'ready' }
    void this.#setLayout()
  }

  connect(): void {
    this.#unwatch = watchPage(this.host, () => this.#translate())
    this.#translate()
    this.#parts.interactions?.connect()
    this.#start()
  }

  disconnect(): void {
    this.#unwatch()
    const state = this.#state
    if ('stop' in state) this.#set({ ...state, name: 'waiting', stop() {} })
    this.#parts.interactions?.disconnect()
  }

  /** In another document, such as that of a frame. */
  adopt(): void {
    this.#shadow.adopt()
  }

  hasPosts(): boolean {
    return Boolean(this.#state.page || this.#shadow.isServerRendered)
  }

  async loadPosts(): Promise<readonly Post[]> {
    const { signal } = new AbortController()
    const first = { cursor: '', shown: [], signal, isFresh: false }
    return (this.#state.page ?? (await this.#createReader()(first))).posts
  }

  /** Loads the page after those that are displayed. */
  loadMore(): Promise<readonly Post[] | null> {
    const button = this.#shadow.moreButton
    if (!button) return Promise.resolve([])
    if (!this.#more) {
      emit(this.host, 'photo-feed-more', { shown: this.#shadow.postIds.length })
      markBusy(button, this.context().labels.loading)
      this.#more = this.#load(button.value, false)
      void this.#more.then(() => {
        this.#more = undefined
      })
    }
    return this.#more
  }

  loadPost(id: string): Promise<Post | null> {
    return findPost(this.context(), id)
  }

  accountOf(post: Post): Account | undefined {
    return Object(post).account ?? this.#state.page?.account
  }

  context(): ViewContext {
    const context = this.#readContext(this.#parts.extras)
    const width = this.#shadow.pictureWidth
    // WebKit requests a picture again whose `sizes` changes, also one that it has loaded.
    return width ? { ...context, sizes: `${width}px` } : context
  }

  /** Loads the feed again from its first page. */
  reload(): void {
    const state = this.#set({ name: 'waiting', cursor: '', stop() {}, page: this.#state.page })
    // Attributes change one by one: wait for all, so that no key is sent to the address of another feed.
    queueMicrotask(() => {
      if (this.#state === state) this.#start(true)
    })
  }

  /** Does what the change of an attribute requires. */
  async update(attribute: string): Promise<void> {
    if (attribute === 'lang') return this.#translate()
    const changes = changesOf(attribute)
    // Without the posts that a server rendered, they have to be loaded to render them again.
    const needsPosts = attribute === 'consent' && !this.#state.page
    if (changes === 'posts' || needsPosts) return this.reload()
    await this.#setLayout()
    if (changes === 'styles') return
    const { page } = this.#state
    if (page) await this.#shadow.prepare(feedView(page, this.context()))
    this.refresh()
  }

  /** Renders the posts again, with other labels, in another language or with the notice. */
  refresh(): void {
    const context = this.context()
    this.#shadow.setLabels(context.labels)
    const state = this.#state
    const end = state.name === 'failed' && errorMessage(state.isRetryable, state.cursor, context)
    if (state.page) {
      const view = feedView(state.page, context)
      this.#shadow.refresh(end ? { ...view, end } : view)
    } else if (end) this.#shadow.setEnd(end)
  }

  /** Renders in the language of the element, again when its labels have arrived. */
  #translate() {
    const host = this.host
    const shadow = this.#shadow
    const lang = languageOf(host) ?? ''
    const isDirectionNearer = host.closest('[lang],[dir]')?.hasAttribute('dir')
    shadow.setDirection(isDirectionNearer ? null : directionOf(lang))
    if (lang === this.#lang) return
    this.#lang = lang
    this.refresh()
    if (loadedLabels(lang)) return
    const show = () => {
      const { name, page } = this.#state
      this.refresh()
      if (name === 'loading' && !page) shadow.announce(this.context().labels.loadingPosts)
      else if (page) this.#announcePage(page)
    }
    // If the file cannot be loaded, the texts remain English.
    loadLabels(lang).then(show, () => {})
  }

  #set(state: FeedState) {
    if ('stop' in this.#state) this.#state.stop()
    this.#state = state
    return state
  }

  /** Loads what is pending, when the visitor is near. */
  #start(isFresh = false) {
    const state = this.#state
    const host = this.host
    if (state.name !== 'waiting' || !host.isConnected) return
    // Until the script of the feed is there, and when the feed was removed, the page has what its owner wrote.
    if (host.feed && !host.apiKey) return this.#shadow.showOwner(this.context())
    const load = () => void this.#load(state.cursor, isFresh)
    // An observer reports after the first paint, so what follows a visible element would move.
    const isAddressed = host.openIn === 'viewer' && photoOfAddress(host) !== null
    if (isAddressed || isNear(host)) load()
    else this.#set({ ...state, stop: whenNear(host, load) })
  }

  /**
   * Loads and displays a page. Resolves to its posts; to null if it failed, or something else is loaded by now. With
   * `isRetry`, what is displayed stays until then.
   */
  async #load(cursor: string, isFresh: boolean, isRetry = false): Promise<readonly Post[] | null> {
    const shadow = this.#shadow
    const controller = new AbortController()
    const state = this.#set({
      ...{ name: 'loading', cursor, stop: () => controller.abort() },
      page: cursor || isRetry ? this.#state.page : undefined,
    })
    const { signal } = controller
    const isCurrent = () => this.#state === state
    try {
      if (!cursor || !this.#read) this.#read = this.#createReader()
      const shown = cursor ? shadow.postIds : []
      const reading = this.#read({ cursor, shown, signal, isFresh })
      // A failure is handled below, after the skeleton.
      reading.catch(() => {})
      shadow.announce(this.context().labels.loadingPosts)
      if (!cursor && !isRetry) {
        const { css } = savedFeed(this.host) ?? {}
        if (css !== undefined) {
          // The height is reserved before the files of the layout are there.
          shadow.setLayout({ styles: css }, this.context())
          shadow.showSkeleton(this.context(), true)
        }
        await this.#setLayout()
        if (!isCurrent()) return null
      }
      if (cursor || !isRetry) shadow.showSkeleton(this.context(), !cursor)
      const page = await reading
      await shadow.prepare(feedView(page, this.context()))
      if (!isCurrent()) return null
      this.#showPage(page, cursor)
      return page.posts
    } catch (error) {
      if (isCurrent() && savedFeed(this.host) && errorDetail(error).code === 'INVALID_API_KEY')
        await import('./read-feed-again.ts').then(
          (again) => again.readFeedAgain(this.host),
          logError,
        )
      if (isCurrent()) this.#showError(error, cursor)
      return null
    }
  }

  #createReader() {
    return createReader(this.context(), (error) => reportError(this.host, error))
  }

  async #setLayout() {
    const { layout } = this.host
    const loaded = await this.#parts.loadDisplay()
    // It may have changed while the files were loaded.
    if (layout === this.host.layout) this.#shadow.setLayout(loaded, this.context())
    // After the layout, whose style sheets come first.
    void this.#parts.loadInteractions()
  }

  #showPage(page: DisplayPage, cursor: string) {
    const { posts, connection, pagination } = page
    const shadow = this.#shadow
    const context = this.context()
    const view = feedView(page, context, !cursor)
    const count = posts.length
    shadow.settle(() => (cursor ? shadow.append(view) : shadow.replace(view)))
    const before = this.#state.page?.posts ?? []
    // Without the posts that a server rendered, those of one page are not all.
    const isAll = !cursor || this.#state.page
    this.#state = {
      name: 'ready',
      page: isAll ? { ...page, posts: cursor ? [...before, ...posts] : posts } : undefined,
    }
    if (cursor) {
      const total = shadow.postIds.length
      shadow.announce(fill(context.labels.shownMore, { count, total }, context.lang))
    } else {
      this.#announcePage(page)
      void this.#parts.interactions?.openAddress()
    }
    emit(this.host, 'photo-feed-load', { posts, connection, hasMore: pagination.hasMore })
  }

  /** Announces the number of posts, or the sentence that is displayed in their place. */
  #announcePage({ posts }: DisplayPage) {
    const { labels, lang } = this.context()
    const count = posts.length
    this.#shadow.announce(count > 0 ? fill(labels.shown, { count }, lang) : this.#shadow.message)
  }

  #showError(error: unknown, cursor: string) {
    const shadow = this.#shadow
    const { retryable, code } = errorDetail(error)
    // A service that breaks its contract may be repaired.
    const isRetryable = retryable || code === 'UNREADABLE'
    this.#state = { name: 'failed', cursor, isRetryable, page: this.#state.page }
    shadow.announce('')
    const end = errorMessage(isRetryable, cursor, this.context())
    shadow.settle(() => (cursor ? shadow.setEnd(end) : shadow.replace({ top: [], cards: [], end })))
    reportError(this.host, error)
  }
}
