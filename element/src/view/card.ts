import type { Account, Post } from '@photofeed/sdk'
import type { ImageAttributes } from '@photofeed/sdk/images'
import { imageAttributes, isVideoFile } from '@photofeed/sdk/images'
import { altText, excerpt } from '../../../sdk/src/entries/alt-text.ts'
import { fill, formatCount } from '../languages/labels.ts'
import { hostOf, isAllowed, webUrl } from './addresses.ts'
import { unmeasured, type ViewContext } from './context.ts'
import { element, type VNode } from './vnode.ts'

/** Returns the tile that replaces a missing picture, or one that fails to load. */
export function missingPicture(alt: string): VNode {
  return element('span', { part: 'missing', role: 'img', 'aria-label': alt })
}

/** Tiles are pictures only, unless captions are set. */
export function hasText({ layout, captions }: ViewContext): boolean {
  return (captions ?? (layout === 'tiles' ? 'none' : 'below')) !== 'none'
}

/** The whole card links to the post; a video plays in its frame, and its text is the link. */
export function card(post: Post, context: ViewContext, isEager: boolean): VNode {
  const isVideo = isPlayable(post, context)
  const text = hasText(context) ? textOf(post, context, !isVideo && post.altText === null) : null
  const picture = isVideo
    ? frame(playButton(post, context, isEager))
    : frame(pictureOf(post, context, isEager), badge(post, context))
  const isLinked = context.openIn !== 'none'
  const children = isVideo
    ? [picture, text && isLinked ? link(post, context, text) : text]
    : isLinked
      ? [link(post, context, picture, text)]
      : [picture, text]
  return element('li', { part: 'card', 'data-post': post.id }, ...children)
}

/** The platform withholds some video files; the items of an album open on the platform. */
function isPlayable({ mediaType, mediaUrl, sizes }: Post, context: ViewContext) {
  const isVideo = mediaType === 'VIDEO' && isVideoFile(mediaUrl) && webUrl(mediaUrl) !== null
  return isVideo && (Boolean(sizes) || isAllowed(mediaUrl, context))
}

function playButton(post: Post, context: ViewContext, isEager: boolean) {
  const label = fill(context.labels.playVideo, { text: altOf(post, context) })
  return element(
    'button',
    { type: 'button', part: 'play', name: 'play', value: post.mediaUrl, 'aria-label': label },
    pictureOf(post, context, isEager),
    element('span', { class: 'triangle' }),
  )
}

function link({ permalink }: Post, { target }: ViewContext, ...children: VNode[]) {
  const attributes = { part: 'link', href: webUrl(permalink), target, rel: 'noopener' }
  return element('a', attributes, ...children)
}

function frame(...children: VNode[]) {
  return element('span', { part: 'frame' }, ...children)
}

/** The caption is hidden from screen readers that read it as the picture's text alternative. */
function textOf(post: Post, context: ViewContext, isAlt = false) {
  const { caption, timestamp } = post
  const text = excerpt(caption ?? '')
  return element(
    'span',
    { part: 'text' },
    dateOf(timestamp, context, 'date'),
    text && element('span', { part: 'caption', dir: 'auto', 'aria-hidden': isAlt && 'true' }, text),
    context.counts ? (context.extras?.counts(post, context) ?? null) : null,
  )
}

function badge({ mediaType, children = [] }: Post, { labels, lang }: ViewContext) {
  const isVideo = mediaType === 'VIDEO'
  if (!isVideo && mediaType !== 'CAROUSEL_ALBUM') return null
  const count = !isVideo && children.length
  const text = count
    ? fill(labels.albumItems, { count }, lang)
    : isVideo
      ? labels.video
      : labels.album
  return element(
    'span',
    { part: 'mark', class: isVideo ? 'triangle' : 'stack' },
    element('span', { class: 'hidden' }, text),
    count ? element('span', { 'aria-hidden': 'true' }, formatCount(count, lang)) : null,
  )
}

function pictureOf(post: Post, context: ViewContext, isEager: boolean) {
  const image = imageOf(post, context)
  if (!image || isBlocked(image, context)) return missingPicture(altOf(post, context))
  const { sizes } = image
  return element('img', {
    part: 'image',
    ...(isEager && { fetchpriority: 'high' }),
    ...image,
    // WebKit loads an eager picture before it is inserted and measured.
    loading: isEager && context.sizes !== unmeasured ? 'eager' : 'lazy',
    // Only some browsers know `auto`, and only for lazy pictures.
    sizes: sizes && !isEager ? `auto, ${sizes}` : sizes,
  })
}

/** Returns the host from which a picture is not loaded without consent. */
export function blockedHost(post: Post, context: ViewContext): string | undefined {
  const image = imageOf(post, context)
  return image && isBlocked(image, context) ? hostOf(image.src) : undefined
}

/** Only the service has several sizes, on whichever host. */
function isBlocked({ src, srcset }: ImageAttributes, context: ViewContext) {
  return srcset === undefined && !isAllowed(src, context)
}

function imageOf({ sizes, ...post }: Post, context: ViewContext) {
  const hasWebUrls = sizes && Object.values<string>(sizes).every(webUrl)
  const image = imageAttributes(hasWebUrls ? { ...post, sizes } : post, {
    alt: altOf(post, context),
    sizes: context.sizes,
  })
  return image && webUrl(image.src) ? image : null
}

function altOf(post: Post, { labels }: ViewContext) {
  return altText(post, {
    [post.mediaType]: labels.post,
    IMAGE: labels.photo,
    VIDEO: labels.video,
    CAROUSEL_ALBUM: labels.album,
  })
}

/** Returns a formatted day with the exact time as its attribute; null for an invalid date. */
export function dateOf(
  timestamp: string | null,
  { formatDate }: ViewContext,
  part: string | null,
): VNode {
  const date = new Date(timestamp ?? '')
  return Number.isNaN(date.getTime())
    ? null
    : element('time', { part, datetime: timestamp }, formatDate(date))
}

/** Returns the picture of an account, or the first letter of its name. */
export function avatar(
  { profilePictureUrl, username }: Account,
  context: Pick<ViewContext, 'consent' | 'src'>,
  part = 'avatar',
): VNode {
  const src = webUrl(profilePictureUrl ?? '')
  return src && isAllowed(src, context)
    ? element('img', { part, alt: '', referrerpolicy: 'no-referrer', src })
    : element('span', { part, 'aria-hidden': 'true' }, [...username][0]?.toUpperCase() ?? '')
}
