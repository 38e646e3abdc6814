import type { Post } from '@photofeed/sdk'
import { element } from './element.ts'
import { excerpt } from './excerpt.ts'

/** How wide a card is at each width of the page; follows the columns of styles.css. */
const slots = '(min-width: 76rem) 17rem, (min-width: 56rem) 31vw, (min-width: 38rem) 46vw, 92vw'

/** The picture of a post, or a neutral tile when there is none or it does not load. */
export function picture(post: Post, alt: string): HTMLElement {
  const address = post.sizes?.[768] ?? pictureUrl(post)
  if (address === null) return missing(alt)
  const image = element('img', { alt, loading: 'lazy', decoding: 'async' })
  image.addEventListener('error', () => image.replaceWith(missing(alt)))
  if (post.sizes) {
    image.sizes = slots
    image.srcset = Object.entries(post.sizes)
      .map(([width, url]) => `${url} ${width}w`)
      .join(', ')
  }
  image.src = address
  return image
}

/** Words for those who do not see the picture. */
export function alternative({ altText, caption, mediaType }: Post, username: string): string {
  const kind = { IMAGE: 'Photo', VIDEO: 'Video', CAROUSEL_ALBUM: 'Album' }[mediaType]
  return altText ?? (caption === null ? `${kind} by @${username}` : excerpt(caption, 120))
}

/** Whether a VIDEO has its file; the platform withholds some and leaves a picture in its place. */
export function isPlayable({ mediaType, mediaUrl }: Post): boolean {
  return mediaType === 'VIDEO' && isVideoFile(mediaUrl)
}

/** The poster of a video, also of one that opens an album; else the picture itself. */
export function pictureUrl({ thumbnailUrl, mediaUrl, children }: Post): string | null {
  if (thumbnailUrl !== null) return thumbnailUrl
  return isVideoFile(mediaUrl) ? (children?.[0]?.thumbnailUrl ?? null) : mediaUrl
}

export function missing(alt: string): HTMLElement {
  return element('div', { className: 'missing', role: 'img', ariaLabel: alt })
}

function isVideoFile(url: string) {
  return /\.mp4$/i.test(new URL(url, location.href).pathname)
}
