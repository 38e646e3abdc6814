import type { Post } from '@photofeed/sdk'
import { fill, type PhotoFeedLabels, parseLabels } from '../languages/labels.ts'
import { directionOf, languageOf, loadedLabels, loadLabels } from '../languages/languages.ts'
import { errorDetail } from '../posts/error-detail.ts'
import { createReader, type PageReader } from '../posts/feed-pages.ts'
import { feedOf } from '../posts/shared-pages.ts'
import { hostOf, photoOfAddress, resolveUrl } from '../view/addresses.ts'
import { type DisplayPage, viewContext } from '../view/context.ts'
import { emit } from '../view/events.ts'
import { check, logError } from '../view/on-demand.ts'
import {
  attributeNames,
  changesOf,
  defineProperties,
  type PhotoFeedProperties,
  propertyNames,
  readOptions,
  upgradeProperties,
} from '../view/options.ts'
import { isNear, watchPage, whenNear } from '../view/platform.ts'
import { errorMessage, feedView } from '../view/view.ts'
import { ElementParts } from './element-parts.ts'
import { FeedShadow, markBusy } from './feed-shadow.ts'
import { applyLook, savedFeed } from './saved-feed.ts'

// A server has no such class, but may import this module.
const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement & PhotoFeedProperties

/** Frequent attributes of every element, for which no file needs to be loaded. */
const plainAttribute = /^(id|class|style|(data|aria)-.*)$/

/** What an element does. `cursor` is that of the page to load, `''` for the first page. */
type FeedState = (
  | { readonly name: 'waiting' | 'loading'; readonly cursor: string; stop(): void }
  | { readonly name: 'failed'; readonly cursor: string; readonly isRetryable: boolean }
  | { readonly name: 'ready' }
) & {
  /** The last page with the posts of all pages; missing when a server rendered the first page. */
  readonly page?: DisplayPage | undefined
}

/**
 * The custom element `<photo-feed src="https://feed.example" api-key="…">`: an accessible grid of posts. The README and
 * `custom-elements.json` list its attributes, slots, parts and custom properties.
 *
 * Its events are those of {@link PhotoFeedEventMap}.
 */
export class PhotoFeedElement extends Base {
  static readonly observedAttributes: readonly string[] = [...attributeNames, ...['labels', 'lang']]

  /** The address of the service for elements without `src`; `/embed.js` sets it to where that script is from. */
  static defaultSrc: string | null = null

  #shadow: FeedShadow | undefined
  readonly #parts = new ElementParts(this, {
    hasPosts: () => Boolean(this.#state.page || this.#shadow?.isServerRendered),
    loadPosts: async () => (this.#state.page ?? (await this.#readAgain())).posts,
    loadMore: () => this.#loadMore(),
    loadPost: (id) => this.#loadPost(id),
    accountOf: (post) => Object(post).account ?? this.#state.page?.account,
    context: () => this.#context(),
  })
  #labels: PhotoFeedLabels = {}
  #lang: string | undefined
  #state: FeedState = { name: 'waiting', cursor: '', stop() {} }
  #read: PageReader | undefined
  /** The page that is loaded after those that are displayed. */
  #more: Promise<readonly Post[] | null> | undefined
  #unwatch = () => {}
  /** The attributes of the saved look, as they were set. */
  #look: Readonly<Record<string, string>> = {}

  /** Replaces texts for visitors. Also accepts JSON, because frameworks set the attribute as a property. */
  get labels(): PhotoFeedLabels {
    return this.#labels
  }

  set labels(labels: PhotoFeedLabels | string | null | undefined) {
    const parsed = parseLabels(labels)
    // React sets a new but equal object on every render.
    if (JSON.stringify(parsed) === JSON.stringify(this.#labels)) return
    this.#labels = parsed
    this.#refresh()
  }

  connectedCallback(): void {
    upgradeProperties(this, [...propertyNames, 'labels'])
    this.#applyFeed()
    addEventListener('photo-feeds', this.#applyFeed)
    if (!this.#shadow) {
      this.#shadow = new FeedShadow(this, this.#context(), (button) => {
        const { value } = button
        markBusy(button, this.#context().labels.loading)
        // "Check again" must not find the page without posts.
        void (value ? this.#loadMore() : this.#load('', true, true))
      })
      if (this.#shadow.isServerRendered) {
        // A server does not know which pictures are on the host of a relative address.
        const isHostKnown = this.consent === 'granted' || hostOf(this.src ?? '') !== undefined
        if (isHostKnown) this.#state = { name: 'ready' }
        void this.#setLayout()
      }
    }
    this.#parts.interactions?.connect()
    this.#unwatch = watchPage(this, () => this.#translate())
    this.#translate()
    this.#start()
    const { observedAttributes } = PhotoFeedElement
    const unknown = this.getAttributeNames().filter(
      (name) => !plainAttribute.test(name) && !observedAttributes.includes(name),
    )
    if (unknown[0]) check(({ warnOfUnknown }) => warnOfUnknown(unknown, observedAttributes))
  }

  disconnectedCallback(): void {
    removeEventListener('photo-feeds', this.#applyFeed)
    this.#unwatch()
    const state = this.#state
    if ('stop' in state) this.#set({ ...state, name: 'waiting', stop() {} })
    this.#parts.interactions?.disconnect()
  }

  /** In another document, such as that of a frame. */
  adoptedCallback(): void {
    this.#shadow?.adopt()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return
    const changes = changesOf(name)
    if (name === 'feed') this.#applyFeed()
    if (name === 'labels') this.labels = after
    else if (!this.#shadow) return
    else if (name === 'lang') this.#translate()
    // Without the posts that a server rendered, they have to be loaded to render them again.
    else if (changes === 'posts' || (name === 'consent' && !this.#state.page)) this.reload()
    else void this.#display(changes === 'styles')
  }

  /** Loads the feed again from its first page. */
  reload(): void {
    const state = this.#set({ name: 'waiting', cursor: '', stop() {}, page: this.#state.page })
    // Attributes change one by one: wait for all, so that no key is sent to the address of another feed.
    queueMicrotask(() => {
      if (this.#state === state) this.#start(true)
    })
  }

  /** Sets the attributes of a saved look that the page does not have. */
  #applyFeed = () => {
    this.#look = applyLook(this, this.#look)
  }

  #set(state: FeedState) {
    if ('stop' in this.#state) this.#state.stop()
    this.#state = state
    return state
  }

  /** Loads what is pending, when the visitor is near. */
  #start(isFresh = false) {
    const state = this.#state
    if (state.name !== 'waiting' || !this.isConnected) return
    // Until the script of the feed is there, and when the feed was removed, the page has what its owner wrote.
    if (this.feed && !this.apiKey) return this.#shadow?.showOwner(this.#context())
    const load = () => void this.#load(state.cursor, isFresh)
    // An observer reports after the first paint, so what follows a visible element would move.
    const isAddressed = this.openIn === 'viewer' && photoOfAddress(this) !== null
    if (isAddressed || isNear(this)) load()
    else this.#set({ ...state, stop: whenNear(this, load) })
  }

  /** Loads the page after those that are displayed. */
  #loadMore(): Promise<readonly Post[] | null> {
    const button = this.#shadow?.moreButton
    if (!button) return Promise.resolve([])
    if (!this.#more) {
      emit(this, 'photo-feed-more', { shown: this.#shadow?.postIds.length ?? 0 })
      markBusy(button, this.#context().labels.loading)
      this.#more = this.#load(button.value, false)
      void this.#more.then(() => {
        this.#more = undefined
      })
    }
    return this.#more
  }

  /**
   * Loads and displays a page. Resolves to its posts; to null if it failed, or something else is loaded by now. With
   * `isRetry`, what is displayed stays until then.
   */
  async #load(cursor: string, isFresh: boolean, isRetry = false): Promise<readonly Post[] | null> {
    const shadow = this.#shadow as FeedShadow
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
      shadow.announce(this.#context().labels.loadingPosts)
      if (!cursor && !isRetry) {
        const { css } = savedFeed(this) ?? {}
        if (css !== undefined) {
          // The height is reserved before the files of the layout are there.
          shadow.setLayout({ styles: css }, this.#context())
          this.#showSkeleton(true)
        }
        await this.#setLayout()
        if (!isCurrent()) return null
      }
      if (cursor || !isRetry) this.#showSkeleton(!cursor)
      const page = await reading
      await shadow.prepare(feedView(page, this.#context()))
      if (!isCurrent()) return null
      this.#showPage(page, cursor)
      return page.posts
    } catch (error) {
      if (isCurrent() && savedFeed(this) && errorDetail(error).code === 'INVALID_API_KEY')
        await import('./read-feed-again.ts').then((again) => again.readFeedAgain(this), logError)
      if (isCurrent()) this.#showError(error, cursor)
      return null
    }
  }

  #createReader() {
    return createReader(this.#context(), (error) => this.#reportError(error))
  }

  /** Reads the first page, which a server has rendered. */
  #readAgain() {
    const { signal } = new AbortController()
    return this.#createReader()({ cursor: '', shown: [], signal, isFresh: false })
  }

  async #loadPost(id: string): Promise<Post | null> {
    const { src, apiKey } = this.#context()
    for (const key of (apiKey ?? '').split(/\s+/)) {
      const post = await feedOf({ baseUrl: src ?? '', apiKey: key }).post(id)
      if (post) return post
    }
    return null
  }

  #showSkeleton(isFirst: boolean) {
    const context = this.#context()
    const { pageSize, limit } = context
    const shown = isFirst ? 0 : (this.#shadow?.postIds.length ?? 0)
    this.#shadow?.showSkeleton(Math.min(pageSize, (limit ?? Infinity) - shown), context, isFirst)
  }

  /** Displays the posts as the options say now. */
  async #display(isStyle: boolean) {
    await this.#setLayout()
    if (isStyle) return
    const { page } = this.#state
    if (page) await this.#shadow?.prepare(feedView(page, this.#context()))
    this.#refresh()
  }

  async #setLayout() {
    const { layout } = this
    const loaded = await this.#parts.loadDisplay()
    // It may have changed while the files were loaded.
    if (layout === this.layout) this.#shadow?.setLayout(loaded, this.#context())
    // After the layout, whose style sheets come first.
    void this.#parts.loadInteractions()
  }

  #showPage(page: DisplayPage, cursor: string) {
    const { posts, connection, pagination } = page
    const shadow = this.#shadow as FeedShadow
    const context = this.#context()
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
    emit(this, 'photo-feed-load', { posts, connection, hasMore: pagination.hasMore })
  }

  /** Announces the number of posts, or the sentence that is displayed in their place. */
  #announcePage({ posts }: DisplayPage) {
    const shadow = this.#shadow as FeedShadow
    const { labels, lang } = this.#context()
    const count = posts.length
    shadow.announce(count > 0 ? fill(labels.shown, { count }, lang) : shadow.message)
  }

  #showError(error: unknown, cursor: string) {
    const shadow = this.#shadow as FeedShadow
    const { retryable, code } = errorDetail(error)
    // A service that breaks its contract may be repaired.
    const isRetryable = retryable || code === 'UNREADABLE'
    this.#state = { name: 'failed', cursor, isRetryable, page: this.#state.page }
    shadow.announce('')
    const end = errorMessage(isRetryable, cursor, this.#context())
    shadow.settle(() => (cursor ? shadow.setEnd(end) : shadow.replace({ top: [], cards: [], end })))
    this.#reportError(error)
  }

  #reportError(error: unknown) {
    const detail = errorDetail(error)
    const { name, message, hint } = detail
    // Developers read the hint here, because it means nothing to a visitor.
    console.error(`<photo-feed> ${name}: ${message} ${hint}`)
    emit(this, 'photo-feed-error', detail)
    if (location.href.includes('photofeed-check'))
      check(({ showReason }) => showReason(this, detail))
  }

  /** Renders in the language of the element, again when its labels have arrived. */
  #translate() {
    const lang = languageOf(this) ?? ''
    const isDirectionNearer = this.closest('[lang],[dir]')?.hasAttribute('dir')
    this.#shadow?.setDirection(isDirectionNearer ? null : directionOf(lang))
    if (lang === this.#lang) return
    this.#lang = lang
    this.#refresh()
    if (loadedLabels(lang)) return
    const show = () => {
      const { name, page } = this.#state
      this.#refresh()
      if (name === 'loading' && !page) this.#shadow?.announce(this.#context().labels.loadingPosts)
      else if (page) this.#announcePage(page)
    }
    // If the file cannot be loaded, the texts remain English.
    loadLabels(lang).then(show, () => {})
  }

  /** Renders the posts again, with other labels, in another language or with the notice. */
  #refresh() {
    const shadow = this.#shadow
    if (!shadow) return
    const context = this.#context()
    shadow.setLabels(context.labels)
    const state = this.#state
    const end = state.name === 'failed' && errorMessage(state.isRetryable, state.cursor, context)
    if (state.page) {
      const view = feedView(state.page, context)
      shadow.refresh(end ? { ...view, end } : view)
    } else if (end) shadow.setEnd(end)
  }

  #context() {
    const src = this.src === null ? PhotoFeedElement.defaultSrc : resolveUrl(this.src)
    const lang = languageOf(this)
    const labels = { ...loadedLabels(lang ?? ''), ...this.#labels }
    const context = viewContext({ ...readOptions(this), src, labels, lang }, this.#parts.extras)
    const width = this.#shadow?.pictureWidth
    // WebKit requests a picture again whose `sizes` changes, also one that it has loaded.
    return width ? { ...context, sizes: `${width}px` } : context
  }
}

if (globalThis.HTMLElement) defineProperties(PhotoFeedElement.prototype)
