import { type ImageFormat, type Schemas, widths } from '@photofeed/openapi'
import { originalUrl, resizedUrl } from './media-url.ts'
import type { Media, StoredChild, StoredFile, StoredPost } from './store.ts'

/** The part of a post or carousel item that is shown for it. */
export type Shown = Pick<StoredPost | StoredChild, 'media' | 'mediaType' | 'thumbnail'>

/** What a post shows: of a carousel its first stored item, else the post's own media. */
export function coverOf(post: StoredPost): Shown {
  return post.children.find((child) => child.media.file !== null) ?? post
}

/** Our copy, or the platform's URL when there is none. */
export function mediaUrl(cdnUrl: string, media: Media): string {
  return media.file ? originalUrl(cdnUrl, media.file) : media.platformUrl
}

/** The stored picture of a post or item: of a video its poster. Null if it is not stored. */
export function pictureOf(shown: Shown): StoredFile | null {
  const media = shown.mediaType === 'VIDEO' ? shown.thumbnail : shown.media
  return media?.file ?? null
}

/** The picture's URL in every width (2.5). */
export function imageSizes(
  form: { cdnUrl: string; format: ImageFormat },
  picture: StoredFile,
): Schemas['Sizes'] {
  const urls: Partial<Record<`${(typeof widths)[number]}`, string>> = {}
  for (const width of widths) {
    urls[`${width}`] = resizedUrl(form.cdnUrl, picture, width, form.format)
  }
  return urls as Schemas['Sizes']
}
