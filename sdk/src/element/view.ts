import { altText, excerpt } from '../alt-text.ts'
import type { Connection } from '../connection.ts'
import type { Post } from '../generated/resources.ts'
import { imageAttributes, isVideoFile } from '../images.ts'
import type { FeedPage } from '../posts.ts'
import { completeLabels, dateFormat, type FeedLabels, fill, type Labels } from './labels.ts'
import { defaultColumns } from './styles.ts'
import { element, type VNode } from './vnode.ts'

/** Options of {@link renderFeed}: set them as on the element. */
export interface RenderFeedOptions {
  /** @default 3 */
  readonly columns?: number | undefined
  /** Replaces the texts for visitors. */
  readonly labels?: FeedLabels | undefined
  /** The language of dates, such as `de` or `pt-BR`. @default 'en' */
  readonly lang?: string | undefined
  /** Displays the notice of a broken connection. @default false */
  readonly ownerNotice?: boolean | undefined
}

/** What the view depends on besides the page. */
export interface ViewContext {
  readonly columns: number
  readonly labels: Labels
  readonly ownerNotice: boolean
  readonly formatDate: (date: Date) => string
}

/** The part of a page that is displayed. */
export type DisplayPage = Pick<FeedPage, 'posts' | 'pagination' | 'connection'>

/** The parts of the view that change. Each has its own container. */
export interface FeedView {
  readonly notice: VNode
  readonly cards: readonly VNode[]
  /** What follows the cards: a button, a message or nothing. */
  readonly end: VNode
}

export function viewContext(options: RenderFeedOptions): ViewContext {
  return {
    columns: options.columns || defaultColumns,
    labels: completeLabels(options.labels),
    ownerNotice: options.ownerNotice ?? false,
    formatDate: dateFormat(options.lang ?? ''),
  }
}

/** Returns the containers of the view. The element finds them by their ids. */
export function containers({ notice, cards, end }: FeedView): VNode[] {
  return [
    element('p', { id: 'status', class: 'hidden', role: 'status' }),
    element('div', { id: 'notice' }, notice),
    element('ul', { id: 'cards', part: 'list', role: 'list' }, ...cards),
    element('div', { id: 'end' }, end),
  ]
}

export function feedView(page: DisplayPage, context: ViewContext): FeedView {
  return {
    notice: ownerNotice(page.connection, context),
    cards: page.posts.map((post) => card(post, context)),
    end: endOf(page, context),
  }
}

/** Returns placeholders of the cards' size, so that nothing moves when the posts arrive. */
export function skeletonView(count: number): FeedView {
  const placeholder = element(
    'li',
    { part: 'card', 'aria-hidden': 'true' },
    element('span', { part: 'frame' }),
    element('span', { part: 'text' }),
  )
  return { notice: null, cards: Array.from({ length: count }, () => placeholder), end: null }
}

/** Returns the message of a failed page, which screen readers announce. `cursor` is that of the page. */
export function errorMessage(retryable: boolean, cursor: string, { labels }: ViewContext): VNode {
  return message(
    'error',
    cursor ? labels.errorMore : labels.error,
    retryable && loadButton(labels.tryAgain, cursor),
    // Receives the focus of the button that it replaces.
    { role: 'alert', tabindex: -1 },
  )
}

/** Returns the tile that replaces a missing picture, or one that fails to load. */
export function missingPicture(alt: string): VNode {
  return element('span', { part: 'missing', role: 'img', 'aria-label': alt })
}

export function videoPlayer(src: string, label: string, poster: string | null): VNode {
  return element('video', {
    part: 'video',
    controls: true,
    playsinline: true,
    preload: 'none',
    tabindex: 0,
    poster,
    'aria-label': label,
    src,
  })
}

/**
 * Returns the `sizes` of a picture. It is not `auto`: a frame that crops a wide picture needs more pixels than the
 * frame's width.
 */
export function imageSizes(columns: number): string {
  const share = Math.ceil(100 / columns)
  return `(min-width: ${columns * 16}rem) ${share}vw, (min-width: 32rem) 50vw, 100vw`
}

function endOf({ pagination, posts, connection }: DisplayPage, { labels }: ViewContext) {
  if (pagination.nextCursor !== null) return loadButton(labels.loadMore, pagination.nextCursor)
  if (posts.length > 0) return null
  return connection.status === 'importing'
    ? message('empty', labels.importing, loadButton(labels.checkAgain, ''))
    : message('empty', labels.empty, false)
}

/** `name` is that of the slot that replaces the text. */
function message(name: string, text: string, button: VNode | false, attributes = {}) {
  const slot = element('slot', { name }, element('p', {}, text))
  return element('div', { part: 'message', ...attributes }, slot, button || null)
}

/** Loads the page at a cursor; `''` is the first page. */
function loadButton(text: string, cursor: string) {
  return element('button', { type: 'button', part: 'button', name: 'load', value: cursor }, text)
}

function ownerNotice({ stale, explanation, lastFetchedAt }: Connection, context: ViewContext) {
  if (!stale || !context.ownerNotice) return null
  const { notice, lastUpdated } = context.labels
  const [before = '', after = ''] = lastUpdated.split('{date}')
  const date = dateOf(lastFetchedAt, context, null)
  return element(
    'div',
    { part: 'notice' },
    fill(notice, { explanation: explanation ?? '' }),
    ...(date ? [` ${before}`, date, after] : []),
  )
}

/** Returns a formatted day with the exact time as its attribute; null for an invalid date. */
function dateOf(timestamp: string | null, { formatDate }: ViewContext, part: string | null): VNode {
  const date = new Date(timestamp ?? '')
  return Number.isNaN(date.getTime())
    ? null
    : element('time', { part, datetime: timestamp }, formatDate(date))
}

/** The whole card links to the post on the platform; a video plays in its frame. */
function card(post: Post, context: ViewContext) {
  return isPlayable(post)
    ? element(
        'li',
        { part: 'card' },
        frame(playButton(post, context)),
        link(post, textOf(post, context)),
      )
    : element(
        'li',
        { part: 'card' },
        link(
          post,
          frame(picture(post, context), badge(post, context)),
          textOf(post, context, post.altText === null),
        ),
      )
}

/** The platform withholds some video files; the items of an album open on the platform. */
function isPlayable({ mediaType, mediaUrl }: Post) {
  return mediaType === 'VIDEO' && isVideoFile(mediaUrl) && webUrl(mediaUrl) !== null
}

function playButton(post: Post, context: ViewContext) {
  const label = fill(context.labels.playVideo, { text: altOf(post, context) })
  return element(
    'button',
    { type: 'button', part: 'play', name: 'play', value: post.mediaUrl, 'aria-label': label },
    picture(post, context),
    element('span', { class: 'triangle' }),
  )
}

function link({ permalink }: Post, ...children: VNode[]) {
  return element('a', { part: 'link', href: webUrl(permalink), rel: 'noopener' }, ...children)
}

function frame(...children: VNode[]) {
  return element('span', { part: 'frame' }, ...children)
}

/** The caption is hidden from screen readers that read it as the picture's text alternative. */
function textOf({ caption, timestamp }: Post, context: ViewContext, isAlt = false) {
  const text = excerpt(caption ?? '')
  return element(
    'span',
    { part: 'text' },
    dateOf(timestamp, context, 'date'),
    text && element('span', { part: 'caption', dir: 'auto', 'aria-hidden': isAlt && 'true' }, text),
  )
}

function badge({ mediaType, children = [] }: Post, { labels }: ViewContext) {
  const isVideo = mediaType === 'VIDEO'
  if (!isVideo && mediaType !== 'CAROUSEL_ALBUM') return null
  const count = !isVideo && children.length
  const text = count ? fill(labels.albumItems, { count }) : isVideo ? labels.video : labels.album
  return element(
    'span',
    { part: 'mark', class: isVideo ? 'triangle' : 'stack' },
    element('span', { class: 'hidden' }, text),
    count ? element('span', { 'aria-hidden': 'true' }, String(count)) : null,
  )
}

function picture({ sizes, ...post }: Post, context: ViewContext) {
  const alt = altOf(post, context)
  const hasWebUrls = sizes && Object.values<string>(sizes).every(webUrl)
  const image = imageAttributes(hasWebUrls ? { ...post, sizes } : post, {
    alt,
    sizes: imageSizes(context.columns),
  })
  return image && webUrl(image.src)
    ? element('img', { part: 'image', ...image })
    : missingPicture(alt)
}

function altOf(post: Post, { labels }: ViewContext) {
  return altText(post, {
    [post.mediaType]: labels.post,
    IMAGE: labels.photo,
    VIDEO: labels.video,
    CAROUSEL_ALBUM: labels.album,
  })
}

/** Returns an http or https URL unchanged and null for any other, so that no `javascript:` URL becomes a link. */
function webUrl(url: string): string | null {
  return /^https?:\/\/[^\s]+$/i.test(url) ? url : null
}
