import type { Child, Post } from '@photofeed/sdk'
import { fill } from '../languages/labels.ts'
import {
  altOf,
  imageOf,
  isBlocked,
  isPlayable,
  missingPicture,
  replaceBroken,
} from '../view/pictures.ts'
import { decode } from '../view/platform.ts'
import { element, toDom } from '../view/vnode.ts'
import { addCaptions, videoPlayer } from './video-player.ts'
import { prefersReducedMotion } from './viewer-scroll.ts'
import type { ViewerContext } from './viewer-view.ts'

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
export function slideText(
  { post, position, total }: Slide,
  { labels, lang }: Pick<ViewerContext, 'labels' | 'lang'>,
): string {
  const alt = altOf(post, { labels })
  return total > 1 ? `${alt}, ${fill(labels.position, { index: position + 1, total }, lang)}` : alt
}

/** The slides in the track of the viewer. Those beside the current one are loaded when the visitor moves. */
export class ViewerSlides {
  readonly #track: HTMLElement
  readonly #host: Element
  readonly #context: ViewerContext
  readonly all: Slide[] = []
  /** That of the current slide. */
  index = -1
  #isMuted = true

  constructor(track: HTMLElement, host: Element, context: ViewerContext) {
    this.#track = track
    this.#host = host
    this.#context = context
    track.addEventListener('error', replaceBroken, true)
    track.addEventListener(
      'volumechange',
      ({ target }) => {
        this.#isMuted = (target as HTMLVideoElement).muted
      },
      true,
    )
  }

  /** The number of their posts. */
  get postCount(): number {
    return (this.all.at(-1)?.postIndex ?? -1) + 1
  }

  get current(): Slide | undefined {
    return this.all[this.index]
  }

  append(posts: readonly Post[]): void {
    const slides = slidesOf(posts, this.postCount)
    this.all.push(...slides)
    this.#track.append(...toDom(slides.map(() => element('div', { class: 'slide' }))))
  }

  /** Fills the slides beside the current one, and plays that alone. */
  update(): void {
    // Not `entries()`, which prototype.js replaces.
    const containers = [...this.#track.children] as HTMLElement[]
    containers.forEach((container, index) => {
      this.#update(container, this.all[index] as Slide, Math.abs(index - this.index))
    })
  }

  #update(container: HTMLElement, slide: Slide, distance: number) {
    container.inert = distance > 0
    if (distance > 2) container.replaceChildren()
    else if (distance < 2 && !container.firstChild) this.#fill(container, slide)
    const video = container.querySelector('video')
    if (distance > 0) video?.pause()
    else if (video?.paused) {
      video.muted = this.#isMuted
      // Without motion, the visitor starts it. A failure is visible in the controls, or causes the error event.
      if (!prefersReducedMotion()) video.play().catch(() => {})
    }
  }

  /** Displays the picture or video of a slide, if the browser may load it. */
  #fill(container: HTMLElement, slide: Slide) {
    const { item } = slide
    const alt = slideText(slide, this.#context)
    const sizes = '(min-width: 1600px) 1200px, (min-width: 768px) 75vw, 100vw'
    const found = imageOf(item, { alt, sizes, width: 1200 })
    const image = found && !isBlocked(found, this.#context) ? found : null
    const media = { part: 'viewer-video', loop: true, 'aria-label': alt, src: item.mediaUrl }
    const node = isPlayable(item, this.#context)
      ? videoPlayer({ ...media, poster: image?.src })
      : image
        ? element('img', { part: 'viewer-image', ...image, loading: 'eager' })
        : missingPicture(alt)
    container.replaceChildren(...toDom([node]))
    addCaptions(container.querySelector('video'), this.#host, item.id)
    const picture = container.querySelector('img')
    const markReady = () => picture?.setAttribute('data-ready', '')
    if (picture) decode(picture).then(markReady, markReady)
  }
}
