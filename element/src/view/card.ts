import type { Post } from '@photofeed/sdk'
import { excerpt } from '../../../sdk/src/entries/alt-text.ts'
import { fill, formatCount } from '../languages/labels.ts'
import { webUrl } from './addresses.ts'
import { unmeasured, type ViewContext } from './context.ts'
import { altOf, imageOf, isBlocked, isPlayable, missingPicture } from './pictures.ts'
import { element, type VNode } from './vnode.ts'

/** Whether a card has a date and a caption. */
export function hasText({ captions }: ViewContext): boolean {
  return captions !== 'none'
}

/** The whole card links to the post; a video plays in its frame, and its text is the link. */
export function card(post: Post, context: ViewContext, isEager: boolean): VNode {
  // The items of an album open on the platform.
  const isVideo = post.mediaType === 'VIDEO' && isPlayable(post, context)
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
  const alt = altOf(post, context)
  const image = imageOf(post, { alt, sizes: context.sizes })
  if (!image || isBlocked(image, context)) return missingPicture(alt)
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

/** Returns a formatted day with the exact time as its attribute; null for an invalid date. */
export function dateOf(
  timestamp: string | null,
  { formatDate }: Pick<ViewContext, 'formatDate'>,
  part: string | null,
): VNode {
  const date = new Date(timestamp ?? '')
  return Number.isNaN(date.getTime())
    ? null
    : element('time', { part, datetime: timestamp }, formatDate(date))
}
