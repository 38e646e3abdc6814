import type { Child, Post } from '@photofeed/sdk'
import { imageAttributes, isVideoFile } from '@photofeed/sdk/images'
import { altText } from '../../../sdk/src/entries/alt-text.ts'
import { fill, type Labels } from '../languages/labels.ts'
import { isAllowed, webUrl } from '../view/addresses.ts'
import type { ViewContext } from '../view/context.ts'
import { decode } from '../view/platform.ts'
import { element, toDom, type VNode } from '../view/vnode.ts'

/** A picture or video of the viewer: a post, or an item of an album. */
export interface Slide {
  readonly post: Post
  /** The position of the post in the feed. */
  readonly postIndex: number
  readonly item: Post | Child
  /** The position in the album, from 0. */
  readonly position: number
  /** The number of items of the album; 1 for other posts. */
  readonly total: number
}

export function slidesOf(posts: readonly Post[], firstIndex = 0): Slide[] {
  return posts.flatMap((post, index) => {
    const items: readonly (Post | Child)[] = post.children?.length ? post.children : [post]
    return items.map((item, position) => ({
      post,
      postIndex: firstIndex + index,
      item,
      position,
      total: items.length,
    }))
  })
}

/** Returns what a slide shows as a text: the post's text alternative, and the position in an album. */
export function slideText({ post, position, total }: Slide, labels: Labels, lang: string): string {
  const alt = altText(post, {
    [post.mediaType]: labels.post,
    IMAGE: labels.photo,
    VIDEO: labels.video,
    CAROUSEL_ALBUM: labels.album,
  })
  return total > 1 ? `${alt}, ${fill(labels.position, { index: position + 1, total }, lang)}` : alt
}

/** Displays the picture or video of a slide, if the browser may load it. A video waits for {@link playVideo}. */
export function showMedia(
  container: Element,
  { item }: Slide,
  alt: string,
  context: Pick<ViewContext, 'consent' | 'src'>,
): void {
  const sizes = '(min-width: 1600px) 1200px, (min-width: 768px) 75vw, 100vw'
  const image = imageAttributes(item, { alt, sizes, width: 1200 })
  // Only the service has several sizes, on whichever host.
  const mayLoad = (url: string) => webUrl(url) && (item.sizes || isAllowed(url, context))
  const source = image && mayLoad(image.src) ? image.src : null
  const video = isVideoFile(item.mediaUrl) && mayLoad(item.mediaUrl)
  const node = video
    ? element('video', {
        part: 'viewer-video',
        controls: true,
        playsinline: true,
        loop: true,
        preload: 'none',
        poster: source,
        'aria-label': alt,
        src: item.mediaUrl,
      })
    : source
      ? element('img', { part: 'viewer-image', ...image, loading: 'eager' })
      : missing(alt)
  container.replaceChildren(...toDom([node]))
  const picture = container.querySelector('img')
  const markReady = () => picture?.setAttribute('data-ready', '')
  if (picture) decode(picture).then(markReady, markReady)
}

/** Replaces a picture or video that fails to load. */
export function replaceBroken({ target }: Event): void {
  if (!(target instanceof HTMLImageElement || target instanceof HTMLVideoElement)) return
  target.replaceWith(...toDom([missing(target.getAttribute('alt') ?? target.ariaLabel ?? '')]))
}

/** Starts a video, without motion only when the visitor presses its button. */
export function playVideo(video: HTMLVideoElement, isMuted: boolean): void {
  video.muted = isMuted
  if (prefersReducedMotion()) return
  // A failure is visible in the controls, or causes the error event.
  video.play().catch(() => {})
}

/** Pauses the videos of all feeds of the page. */
export function pauseFeeds(document: Document): void {
  for (const { shadowRoot } of document.querySelectorAll('photo-feed')) {
    for (const video of shadowRoot?.querySelectorAll('video') ?? []) video.pause()
  }
}

export function prefersReducedMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}

function missing(alt: string): VNode {
  return element('span', { class: 'missing', role: 'img', 'aria-label': alt })
}
