import type { FileExtension } from '@photofeed/core'
import type { ImageFormat } from '@photofeed/openapi'
import type { AnsweredItem, AnsweredPost, FeedAnswer } from './feed-answer.ts'

/** One picture or video of a feed. */
export interface Original {
  url: string
  /** What it must be when its bytes do not tell, since they could not be had. */
  extension: FileExtension
}

/** A resized picture of a feed. */
export interface Rendition {
  url: string
  width: string
  format: ImageFormat
  /** The URL of its original. */
  of: string
}

export interface FeedMedia {
  originals: Original[]
  renditions: Rendition[]
}

/** A page as it was answered, and answered again with WebP; null where the plan has no sizes. */
export interface AnsweredPage {
  answer: FeedAnswer
  webp: FeedAnswer | null
}

/** Every media file that pages of a feed name, each once. */
export function mediaOf(pages: readonly AnsweredPage[]): FeedMedia {
  const renditions = pages.flatMap(({ answer, webp }) => [
    ...renditionsOf(answer, 'jpg'),
    ...(webp ? renditionsOf(webp, 'webp') : []),
  ])
  return {
    originals: once(pages.flatMap(({ answer }) => originalsOf(answer))),
    renditions: once(renditions),
  }
}

function once<Named extends { url: string }>(media: readonly Named[]): Named[] {
  return [...new Map(media.map((named) => [named.url, named])).values()]
}

function originalsOf({ profilePictureUrl, posts }: FeedAnswer): Original[] {
  const profile = profilePictureUrl === null ? [] : [pictureOriginal(profilePictureUrl)]
  return [...profile, ...posts.flatMap((post) => [post, ...post.children].flatMap(itemOriginals))]
}

function itemOriginals({ mediaType, mediaUrl, thumbnailUrl }: AnsweredItem | AnsweredPost) {
  if (mediaType !== 'VIDEO') return [pictureOriginal(mediaUrl)]
  const poster = thumbnailUrl === null ? [] : [pictureOriginal(thumbnailUrl)]
  return [videoOriginal(mediaUrl), ...poster]
}

export function pictureOriginal(url: string): Original {
  return { url, extension: extensionOf(url) ?? 'jpg' }
}

/** Of a withheld video the URL is a picture's. */
export function videoOriginal(url: string): Original {
  return { url, extension: extensionOf(url) ?? 'mp4' }
}

function extensionOf(url: string): FileExtension | null {
  const name = /\.(jpg|png|webp|mp4)$/.exec(URL.parse(url)?.pathname ?? '')
  return name ? (name[1] as FileExtension) : null
}

function renditionsOf({ posts }: FeedAnswer, format: ImageFormat): Rendition[] {
  return posts
    .flatMap((post) => [post, ...post.children])
    .flatMap((item) => {
      const of = pictureUrl(item)
      if (of === null || !item.sizes) return []
      return Object.entries(item.sizes).map(([width, url]) => ({ url, width, format, of }))
    })
}

/** What an item's `sizes` are sizes of; an album has those of its first item, which says so itself. */
function pictureUrl(item: AnsweredItem | AnsweredPost): string | null {
  if (item.mediaType === 'VIDEO') return item.thumbnailUrl
  const isShownByItem = item.mediaType === 'CAROUSEL_ALBUM' && item.children.length > 0
  return isShownByItem ? null : item.mediaUrl
}
