import { originalUrl } from './media-url.ts'
import type { Media, StoredChild, StoredPost } from './store.ts'

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
