import type { Child, Post } from '../index.ts'
import { isVideoFile } from './video-file.ts'

/**
 * The one picture of a post without `sizes`: of a video its poster, of an album that opens with a
 * video the first picture among its items; null when there is none.
 */
export function pictureUrl(item: Post | Child): string | null {
  if (item.thumbnailUrl !== null) return item.thumbnailUrl
  if (!isVideoFile(item.mediaUrl)) return item.mediaUrl
  const children = 'children' in item ? (item.children ?? []) : []
  return children.map(pictureUrl).find((url) => url !== null) ?? null
}
