import type { FeedPage } from '@photofeed/sdk'
import { type FeedLabels, fill, parseLabels } from '../languages/labels.ts'
import { directionOf, languageOf, loadedLabels, loadLabels } from '../languages/languages.ts'
import { readFeedPage } from '../posts/feed-pages.ts'
import { hostOf, photoOfAddress, resolveUrl } from '../view/addresses.ts'
import { viewContext } from '../view/context.ts'
import { emit } from '../view/events.ts'
import { check } from '../view/on-demand.ts'
import {
  attributeNames,
  defineProperties,
  type PhotoFeedProperties,
  propertyNames,
  readOptions,
  upgradeProperties,
} from '../view/options.ts'
import { isNear, whenNear } from '../view/platform.ts'
import { errorMessage, feedView } from '../view/view.ts'
import { ElementParts } from './element-parts.ts'
import { errorDetail } from './error-detail.ts'
import { FeedShadow, markBusy } from './feed-shadow.ts'

// A server has no such class, but may import this module.
const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement & PhotoFeedProperties

/** The attributes that select posts and pictures. The others only change the display. */
const selectingAttributes = new Set([
  ...['src', 'key', 'api-key', 'limit', 'max', 'type', 'format'],
  ...['hide', 'pin', 'only', 'without'],
])

/** The attributes that change only styles, so that a video goes on playing. */
const stylingAttributes = new Set(['columns', 'gap', 'theme'])

/** Frequent attributes of every element, for which no file needs to be loaded. */
const plainAttribute = /^(id|class|style|(data|aria)-.*)$/

/**
 * The custom element `<photo-feed src="https://feed.example" api-key="…">`: an accessible grid of posts. The README and
 * `custom-elements.json` list its attributes, slots, parts and custom properties.
 *
 * Its events are those of {@link FeedEventMap}.
 */
export class PhotoFeedElement extends Base {
  static readonly observedAttributes: readonly string[] = [...attributeNames, ...['labels', 'lang']]

  /** The address of the service for elements without `src`; `/embed.js` sets it to where that script is from. */
  static defaultSrc: string | null = null

  #shadow: FeedShadow | undefined
  readonly #parts = new ElementParts(this, {
    hasPosts: () => Boolean(this.#page || this.#shadow?.isServerRendered),
    loadPosts: async () =>
      (this.#page ?? (await this.#read('', this.#request.signal, false))).posts,
    context: () => this.#context(),
  })
  #labels: FeedLabels = {}
  #lang: string | undefined
  /** The cursor of the page to load, `''` for the first page; null when there is nothing to load. */
  #pendingCursor: string | null = ''
  #request = new AbortController()
  /** Waits until the visitor comes near an element that has not loaded yet. */
  #approach: { disconnect(): void } | undefined
  /** The last page with the posts of all pages; missing when a server rendered the first page. */
  #page: FeedPage | undefined
  /** The failure that is displayed. */
  #failure: { retryable: boolean; cursor: string } | undefined

  /** Replaces texts for visitors. Also accepts JSON, because frameworks set the attribute as a property. */
  get labels(): FeedLabels {
    return this.#labels
  }

  set labels(labels: FeedLabels | string | null | undefined) {
    const parsed = parseLabels(labels)
    // React sets a new but equal object on every render.
    if (JSON.stringify(parsed) === JSON.stringify(this.#labels)) return
    this.#labels = parsed
    this.#refresh()
  }

  connectedCallback(): void {
    upgradeProperties(this, [...propertyNames, 'labels'])
    if (!this.#shadow) {
      this.#shadow = new FeedShadow(this, this.#context(), (button) => {
        if (button.value) emit(this, 'feed-more', { shown: this.#shadow?.postIds.length ?? 0 })
        markBusy(button, this.#context().labels.loading)
        // "Check again" must not find the page without posts.
        void this.#load(button.value, { button, isFresh: button.value === '' })
      })
      if (this.#shadow.isServerRendered) {
        // A server does not know which pictures are on the host of a relative address.
        const isHostKnown = this.consent === 'granted' || hostOf(this.src ?? '') !== undefined
        if (isHostKnown) this.#pendingCursor = null
        void this.#setLayout()
      }
    }
    this.#parts.interactions?.connect()
    this.#translate()
    this.#start()
    const { observedAttributes } = PhotoFeedElement
    const unknown = this.getAttributeNames().filter(
      (name) => !plainAttribute.test(name) && !observedAttributes.includes(name),
    )
    if (unknown[0]) check(({ warnOfUnknown }) => warnOfUnknown(unknown, observedAttributes))
  }

  disconnectedCallback(): void {
    this.#approach?.disconnect()
    this.#request.abort()
    this.#parts.interactions?.disconnect()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return
    if (name === 'labels') this.labels = after
    else if (!this.#shadow) return
    else if (name === 'lang') this.#translate()
    // Without the posts that a server rendered, they have to be loaded to render them again.
    else if (selectingAttributes.has(name) || (name === 'consent' && !this.#page)) this.reload()
    else void this.#display(stylingAttributes.has(name))
  }

  /** Loads the feed again from its first page. */
  reload(): void {
    this.#pendingCursor = ''
    this.#approach?.disconnect()
    this.#request.abort()
    // Attributes change one by one: wait for all, so that no key is sent to the address of another feed.
    queueMicrotask(() => {
      if (this.#pendingCursor === '' && this.#request.signal.aborted) this.#start(true)
    })
  }

  /** Loads what is pending, when the visitor is near. */
  #start(isFresh = false) {
    const cursor = this.#pendingCursor
    if (cursor === null || !this.isConnected) return
    const load = () => void this.#load(cursor, { isFresh })
    // An observer reports after the first paint, so what follows a visible element would move.
    const isAddressed = this.open === 'viewer' && photoOfAddress() !== null
    if (isAddressed || isNear(this)) load()
    else this.#approach = whenNear(this, load)
  }

  async #load(
    cursor: string,
    { button, isFresh }: { readonly button?: HTMLButtonElement; readonly isFresh: boolean },
  ) {
    const shadow = this.#shadow as FeedShadow
    const request = new AbortController()
    this.#request.abort()
    this.#request = request
    this.#pendingCursor = cursor
    const reading = this.#read(cursor, request.signal, isFresh).then(
      (page) => ({ page }),
      (error: unknown) => ({ error }),
    )
    const { labels } = this.#context()
    shadow.announce(labels.loadingPosts)
    if (!cursor && !button) {
      this.#page = undefined
      this.#failure = undefined
      await this.#setLayout()
      if (request.signal.aborted) return
      this.#showSkeleton(true)
    } else if (cursor) this.#showSkeleton(false)
    const result = await reading
    if ('page' in result) await shadow.prepare(feedView(result.page, this.#context()))
    if (request.signal.aborted) return
    this.#pendingCursor = null
    if ('page' in result) this.#showPage(result.page, cursor)
    else this.#showError(result.error, cursor)
  }

  #showSkeleton(isFirst: boolean) {
    const context = this.#context()
    const { limit, max } = context
    const shown = isFirst ? 0 : (this.#shadow?.postIds.length ?? 0)
    this.#shadow?.showSkeleton(Math.min(limit, (max ?? Infinity) - shown), context, isFirst)
  }

  /** Displays the posts as the options say now. */
  async #display(isStyle: boolean) {
    await this.#setLayout()
    if (isStyle) return
    if (this.#page) await this.#shadow?.prepare(feedView(this.#page, this.#context()))
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

  #showPage(page: FeedPage, cursor: string) {
    const { posts, connection, pagination } = page
    const shadow = this.#shadow as FeedShadow
    const context = this.#context()
    const view = feedView(page, context, !cursor)
    const count = posts.length
    shadow.settle(() => (cursor ? shadow.append(view) : shadow.replace(view)))
    if (cursor) {
      const total = shadow.postIds.length
      shadow.announce(fill(context.labels.shownMore, { count, total }, context.lang))
      if (this.#page) this.#page = { ...page, posts: [...this.#page.posts, ...posts] }
    } else {
      this.#page = page
      this.#announcePage(page)
      void this.#parts.interactions?.openAddress()
    }
    this.#failure = undefined
    emit(this, 'feed-load', { posts, connection, hasMore: pagination.hasMore })
  }

  /** Announces the number of posts, or the sentence that is displayed in their place. */
  #announcePage({ posts }: FeedPage) {
    const shadow = this.#shadow as FeedShadow
    const { labels, lang } = this.#context()
    const count = posts.length
    shadow.announce(count > 0 ? fill(labels.shown, { count }, lang) : shadow.message)
  }

  #showError(error: unknown, cursor: string) {
    const shadow = this.#shadow as FeedShadow
    const { retryable = false } = Object(error)
    this.#failure = { retryable, cursor }
    shadow.announce('')
    const end = errorMessage(retryable, cursor, this.#context())
    shadow.settle(() => (cursor ? shadow.setEnd(end) : shadow.replace({ top: [], cards: [], end })))
    this.#reportError(error)
  }

  #reportError(error: unknown) {
    const detail = errorDetail(error)
    const { name, message, hint } = detail
    // Developers read the hint here, because it means nothing to a visitor.
    console.error(`<photo-feed> ${name}: ${message} ${hint}`)
    emit(this, 'feed-error', detail)
    if (location.href.includes('photofeed-check'))
      check(({ showReason }) => showReason(this, detail))
  }

  /** Renders in the language of the element, again when its labels have arrived. */
  #translate() {
    const lang = languageOf(this) ?? ''
    if (lang === this.#lang) return
    this.#lang = lang
    const isDirectionNearer = this.closest('[lang],[dir]')?.hasAttribute('dir')
    this.#shadow?.setDirection(isDirectionNearer ? null : directionOf(lang))
    this.#refresh()
    if (loadedLabels(lang)) return
    const show = () => {
      this.#refresh()
      if (this.#pendingCursor === '') this.#shadow?.announce(this.#context().labels.loadingPosts)
      else if (this.#page) this.#announcePage(this.#page)
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
    const failure = this.#failure
    const end = failure && errorMessage(failure.retryable, failure.cursor, context)
    if (this.#page) {
      const view = feedView(this.#page, context)
      shadow.refresh(end ? { ...view, end } : view)
    } else if (end) shadow.setEnd(end)
  }

  #read(cursor: string, signal: AbortSignal, isFresh: boolean): Promise<FeedPage> {
    const shown = cursor ? (this.#shadow?.postIds ?? []) : []
    return readFeedPage(this.#context(), { cursor, shown, signal, isFresh }, (error) =>
      this.#reportError(error),
    )
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
