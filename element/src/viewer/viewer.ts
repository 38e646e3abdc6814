import type { Post } from '@photofeed/sdk'
import { completeLabels } from '../languages/labels.ts'
import { webUrl } from '../view/addresses.ts'
import type { FeedSource } from '../view/context.ts'
import { emit, type PhotoFeedPostDetail } from '../view/events.ts'
import { createResizeObserver, setStyles, windowOf } from '../view/platform.ts'
import { toDom } from '../view/vnode.ts'
import { lockPage } from './page-lock.ts'
import { pauseFeeds } from './video-player.ts'
import { currentPhoto, ViewerAddress } from './viewer-address.ts'
import { ViewerScroll } from './viewer-scroll.ts'
import { type Slide, slideText, ViewerSlides } from './viewer-slides.ts'
import { viewerStyles } from './viewer-styles.ts'
import {
  authorView,
  dialogView,
  dotsView,
  linkView,
  textView,
  type ViewerContext,
  viewerParts,
} from './viewer-view.ts'
import { ViewerZoom } from './viewer-zoom.ts'

export interface ViewerOptions {
  /** The viewer is in the shadow root of its element, and inherits its fonts. */
  readonly source: FeedSource
  readonly posts: readonly Post[]
  /** The position of the post to display first. */
  readonly index: number
  /** Whether the pages of the feed follow the posts. */
  readonly hasPages: boolean
  /** Called with the post that was displayed last. */
  onClose(post: Post): void
}

let current: Viewer | undefined
/** Resolves when the last viewer has left the history. */
let left = Promise.resolve()

/** Opens posts in a modal dialog. A page has one viewer at a time: while one is open, that one is returned. */
export async function openViewer(options: ViewerOptions): Promise<Viewer> {
  await left
  current ??= new Viewer(options, () => {
    current = undefined
  })
  return current
}

export class Viewer {
  readonly #options: ViewerOptions
  readonly #context: ViewerContext
  readonly #onEnd: () => void
  readonly #slides: ViewerSlides
  readonly #container: HTMLElement
  readonly #dialog: HTMLDialogElement
  readonly #track: HTMLElement
  readonly #isRightToLeft: boolean
  readonly #address: ViewerAddress
  readonly #unlock: () => void
  readonly #window: Window
  readonly #scroll: ViewerScroll
  readonly #zoom: ViewerZoom
  #resizes: ResizeObserver | null = null
  #isLoading = false

  constructor(options: ViewerOptions, onEnd: () => void) {
    this.#options = options
    this.#onEnd = onEnd
    const { source, posts, index } = options
    const { host } = source
    const context = source.context()
    this.#context = { ...context, labels: completeLabels(context.labels) }
    const document = host.ownerDocument
    this.#window = windowOf(host)
    this.#address = new ViewerAddress(host)
    const cards = host.shadowRoot?.getElementById('cards') ?? host
    this.#isRightToLeft = this.#window.getComputedStyle(cards).direction === 'rtl'
    this.#container = document.createElement('div')
    this.#container.setAttribute('exportparts', viewerParts.join())
    const root = this.#container.attachShadow({ mode: 'open' })
    root.append(...toDom([dialogView(this.#context, this.#isRightToLeft ? 'rtl' : 'ltr')]))
    this.#dialog = root.querySelector('dialog') as HTMLDialogElement
    this.#track = this.#find('#track')
    ;(host.shadowRoot ?? host).append(this.#container)
    setStyles(root, 0, [viewerStyles])
    this.#dialog.showModal()
    this.#unlock = lockPage(document)
    this.#slides = new ViewerSlides(this.#track, host, this.#context)
    this.#slides.append(posts)
    this.#zoom = new ViewerZoom(this.#track)
    this.#scroll = new ViewerScroll(this.#track, this.#isRightToLeft, (index) => this.#show(index))
    this.#listen()
    pauseFeeds(document)
    // Not the first button, which a second press of Enter would press.
    this.#dialog.focus()
    this.#go(this.#slideOf(index), false)
  }

  close(): void {
    this.#dialog.close()
  }

  #listen() {
    const [dialog, track] = [this.#dialog, this.#track]
    dialog.addEventListener('close', () => this.#end())
    dialog.addEventListener('keydown', (event) => this.#onKey(event))
    dialog.addEventListener('click', ({ target }) => {
      const name = (target as Element).closest('button')?.name
      if ((target as Element).closest('#link a'))
        emit(this.#options.source.host, 'photo-feed-link', this.#detail())
      const profile = (target as Element).closest<HTMLAnchorElement>('#author a')
      if (profile) emit(this.#options.source.host, 'photo-feed-link', { url: profile.href })
      if (name === 'previous') this.#go(this.#slides.index - 1)
      else if (name === 'next') this.#go(this.#slides.index + 1)
      else if (name === 'previousPost') this.#goToPost(-1)
      else if (name === 'nextPost') this.#goToPost(1)
      else if (name) this.close()
      else if (!(target as Element).matches('#track, .slide')) return
      else if (this.#zoom.isEnlarged) this.#zoom.reset()
      else this.close()
    })
    track.addEventListener(
      'play',
      ({ target }) => {
        // Later it goes on after a pause.
        const isStart = (target as HTMLVideoElement).currentTime === 0
        if (isStart) emit(this.#options.source.host, 'photo-feed-play', this.#detail())
      },
      true,
    )
    // The slide remains the same when the width changes.
    this.#resizes = createResizeObserver(track, () => {
      this.#zoom.reset()
      this.#go(this.#slides.index, false)
    })
    this.#resizes?.observe(track)
    this.#window.addEventListener('popstate', this.#onPopState)
  }

  readonly #onPopState = () => {
    const id = currentPhoto(this.#options.source.host)
    const index = this.#slides.all.findIndex(({ post }) => post.id === id)
    if (id === null) this.close()
    else if (index < 0) {
      // The element opens the other post, at the address that the history has now.
      this.#leave()
      this.#address.restoreScrolling()
      this.#onEnd()
    } else if (id !== this.#slides.current?.post.id) this.#go(index, false)
  }

  #onKey(event: KeyboardEvent) {
    const { key, shiftKey, target } = event
    // With these, a browser goes back or forward in its history; a video goes back or forward in its time.
    const isOther =
      event.altKey || event.ctrlKey || event.metaKey || target instanceof HTMLMediaElement
    if (isOther || !/^Arrow(Left|Right)$/.test(key)) return
    event.preventDefault()
    const step = (key === 'ArrowRight') === this.#isRightToLeft ? -1 : 1
    if (shiftKey) this.#goToPost(step)
    else this.#go(this.#slides.index + step)
  }

  /** Scrolls to a slide and displays it. */
  #go(index: number, isSmooth = true) {
    if (!this.#slides.all[index]) return
    const isNear = Math.abs(index - this.#slides.index) === 1
    this.#scroll.to(index, isSmooth && isNear)
    this.#show(index)
  }

  #goToPost(step: number) {
    const postIndex = this.#slides.current?.postIndex ?? 0
    this.#go(this.#slideOf(postIndex + step))
  }

  #show(index: number) {
    const slide = this.#slides.all[index]
    const previous = this.#slides.current
    if (!slide || slide === previous) return
    this.#zoom.reset()
    this.#slides.index = index
    this.#showSlide(slide)
    const text = slideText(slide, this.#context)
    this.#find('#status').textContent = text
    this.#track.ariaLabel = text
    this.#find('#dots').replaceChildren(...toDom(dotsView(slide.position, slide.total)))
    if (previous?.post === slide.post) return
    this.#showPost(slide.post)
    this.#address.show(slide.post.id)
    if (previous) emit(this.#options.source.host, 'photo-feed-open', this.#detail())
    void this.#loadMore(slide.postIndex)
  }

  /** The current post in the events of the element. */
  #detail(): PhotoFeedPostDetail {
    const { id, permalink } = (this.#slides.current as Slide).post
    return { id, url: webUrl(permalink) ?? '' }
  }

  /** Displays the current slide. The buttons on the picture are those of an album, the others go to another post. */
  #showSlide({ postIndex, position, total }: Slide) {
    this.#slides.update()
    const disabled = {
      previous: position === 0,
      next: position === total - 1,
      previousPost: postIndex === 0,
      nextPost: postIndex === this.#slides.postCount - 1,
    }
    for (const [name, isDisabled] of Object.entries(disabled)) {
      const button = this.#find(`[name=${name}]`)
      // Not `disabled`, because the button would lose the focus.
      button.ariaDisabled = String(isDisabled)
      // Those on the picture are then hidden, and keys would go to the page.
      if (isDisabled && !name.endsWith('Post') && button.matches(':focus')) this.#dialog.focus()
    }
  }

  #showPost(post: Post) {
    const account = this.#options.source.accountOf(post)
    this.#find('#author').replaceChildren(...toDom(authorView(post, account, this.#context)))
    this.#find('#text').replaceChildren(...toDom(textView(post, this.#context)))
    this.#find('#link').replaceChildren(...toDom([linkView(post, this.#context)]))
    this.#dialog.scrollTop = 0
    this.#find('#panel').scrollTop = 0
  }

  /** Loads the next page when few posts are left. */
  async #loadMore(postIndex: number) {
    const { hasPages, source } = this.#options
    if (!hasPages || this.#isLoading || postIndex < this.#slides.postCount - 3) return
    this.#isLoading = true
    const posts = await source.loadMore()
    // After the last page there is nothing to load again; after an error there is.
    this.#isLoading = posts?.length === 0
    if (!posts?.length || !this.#dialog.open) return
    this.#slides.append(posts)
    this.#showSlide(this.#slides.current as Slide)
  }

  #slideOf(postIndex: number) {
    return this.#slides.all.findIndex((slide) => slide.postIndex === postIndex)
  }

  #find(selector: string) {
    return this.#dialog.querySelector(selector) as HTMLElement
  }

  /** Without the event that `close` causes. */
  #leave() {
    this.#window.removeEventListener('popstate', this.#onPopState)
    this.#resizes?.disconnect()
    this.#container.remove()
    this.#unlock()
  }

  async #end() {
    this.#leave()
    this.#onEnd()
    left = this.#address.remove()
    await left
    this.#options.onClose((this.#slides.current as Slide).post)
  }
}
