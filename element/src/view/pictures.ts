import type { Child, Post } from '@photofeed/sdk'
import { type ImageAttributes, imageAttributes, isVideoFile } from '@photofeed/sdk/images'
import { altText } from '../../../sdk/src/entries/alt-text.ts'
import { hostOf, isAllowed, webUrl } from './addresses.ts'
import type { ViewContext } from './context.ts'
import { element, toDom, type VNode } from './vnode.ts'

type Consent = Pick<ViewContext, 'consent' | 'src'>

/** Returns the text alternative of a post in the language of the feed. */
export function altOf(post: Post, { labels }: Pick<ViewContext, 'labels'>): string {
  return altText(post, {
    [post.mediaType]: labels.post,
    IMAGE: labels.photo,
    VIDEO: labels.video,
    CAROUSEL_ALBUM: labels.album,
  })
}

/** Returns the picture of a post, or of an item of an album; null without one that is on the web. */
export function imageOf(
  { sizes, ...item }: Post | Child,
  options: Parameters<typeof imageAttributes>[1],
): ImageAttributes | null {
  const hasWebUrls = sizes && Object.values<string>(sizes).every(webUrl)
  const image = imageAttributes(hasWebUrls ? { ...item, sizes } : item, options)
  return image && webUrl(image.src) ? image : null
}

/** Whether a picture is not loaded without consent. Only the service has several sizes, on whichever host. */
export function isBlocked({ src, srcset }: ImageAttributes, context: Consent): boolean {
  return srcset === undefined && !isAllowed(src, context)
}

/** Returns the host from which a picture is not loaded without consent. */
export function blockedHost(post: Post, context: Consent): string | undefined {
  const image = imageOf(post, {})
  return image && isBlocked(image, context) ? hostOf(image.src) : undefined
}

/** Whether the browser may load the video. The platform withholds some files. */
export function isPlayable({ mediaUrl, sizes }: Post | Child, context: Consent): boolean {
  const isVideo = isVideoFile(mediaUrl) && webUrl(mediaUrl) !== null
  return isVideo && (Boolean(sizes) || isAllowed(mediaUrl, context))
}

/** Returns the tile that replaces a missing picture, or one that fails to load. */
export function missingPicture(alt: string): VNode {
  return element('span', { part: 'missing', role: 'img', 'aria-label': alt })
}

/** Replaces a picture or video that fails to load with a tile. */
export function replaceBroken({ target }: Pick<Event, 'target'>): void {
  if (!(target instanceof HTMLImageElement || target instanceof HTMLVideoElement)) return
  const alt = target.getAttribute('alt') ?? target.ariaLabel ?? ''
  target.replaceWith(...toDom([missingPicture(alt)]))
}
