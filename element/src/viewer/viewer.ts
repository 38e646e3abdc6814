import type { Account, Post } from '@photofeed/sdk'
import { completeLabels } from '../languages/labels.ts'
import { webUrl } from '../view/addresses.ts'
import type { ViewContext } from '../view/context.ts'
import { emit, type PhotoFeedPostDetail } from '../view/events.ts'
import { createResizeObserver, setStyles, windowOf } from '../view/platform.ts'
import { element, toDom } from '../view/vnode.ts'
import { lockPage } from './page-lock.ts'
import { addCaptions } from './video-captions.ts'
import { currentPhoto, ViewerAddress } from './viewer-address.ts'
import {
  pauseFeeds,
  playVideo,
  replaceBroken,
  type Slide,
  showMedia,
  slidesOf,
  slideText,
} from './viewer-media.ts'
import { ViewerScroll } from './viewer-scroll.ts'
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
  readonly context: ViewContext
  readonly posts: readonly Post[]
  /** The position of the post to display first. */
  readonly index: number
  /** The element with the feed: the viewer is in its shadow root, and inherits its fonts. */
  readonly host: HTMLElement
  /** Returns the account of a post, if it is known. */
  accountOf(post: Post): Account | undefined
  /** Called when the visitor moves to another post. */
  onMove(post: Post): void
  onClose(): void
  /** Returns the posts of the next page, none after the last one, and null if it cannot be loaded. */
  readonly loadMore?: (() => Promise<readonly Post[] | null>) | undefined
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
  readonly #slides: Slide[] = []
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
  #index = -1
  #isMuted = true
  #isLoading = false

  constructor(options: ViewerOptions, onEnd: () => void) {
    this.#options = options
    const { context } = options
    this.#context = { ...context, labels: completeLabels(context.labels) }
    this.#onEnd = onEnd
    const { host, posts, index } = options
    const document = host.ownerDocument
    const view = windowOf(host)
    this.#window = view
    this.#address = new ViewerAddress(host)
    const cards = host.shadowRoot?.getElementById('cards') ?? host
    this.#isRightToLeft = view.getComputedStyle(cards).direction === 'rtl'
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
    this.#append(posts)
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
        emit(this.#options.host, 'photo-feed-link', this.#detail())
      const profile = (target as Element).closest<HTMLAnchorElement>('#author a')
      if (profile) emit(this.#options.host, 'photo-feed-link', { url: profile.href })
      if (name === 'previous') this.#go(this.#index - 1)
      else if (name === 'next') this.#go(this.#index + 1)
      else if (name === 'previousPost') this.#goToPost(-1)
      else if (name === 'nextPost') this.#goToPost(1)
      else if (name) this.close()
      else if (!(target as Element).matches('#track, .slide')) return
      else if (this.#zoom.isEnlarged) this.#zoom.reset()
      else this.close()
    })
    track.addEventListener('error', replaceBroken, true)
    track.addEventListener(
      'play',
      ({ target }) => {
        // Later it goes on after a pause.
        const isStart = (target as HTMLVideoElement).currentTime === 0
        if (isStart) emit(this.#options.host, 'photo-feed-play', this.#detail())
      },
      true,
    )
    track.addEventListener(
      'volumechange',
      ({ target }) => {
        this.#isMuted = (target as HTMLVideoElement).muted
      },
      true,
    )
    // The slide remains the same when the width changes.
    this.#resizes = createResizeObserver(track, () => {
      this.#zoom.reset()
      this.#go(this.#index, false)
    })
    this.#resizes?.observe(track)
    this.#window.addEventListener('popstate', this.#onPopState)
  }

  readonly #onPopState = () => {
    const id = currentPhoto(this.#options.host)
    const index = this.#slides.findIndex(({ post }) => post.id === id)
    if (id === null) this.close()
    else if (index < 0) {
      // The element opens the other post, at the address that the history has now.
      this.#leave()
      this.#address.restoreScrolling()
      this.#onEnd()
    } else if (id !== this.#slides[this.#index]?.post.id) this.#go(index, false)
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
    else this.#go(this.#index + step)
  }

  /** Scrolls to a slide and displays it. */
  #go(index: number, isSmooth = true) {
    if (!this.#slides[index]) return
    const isNear = Math.abs(index - this.#index) === 1
    this.#scroll.to(index, isSmooth && isNear)
    this.#show(index)
  }

  #goToPost(step: number) {
    const postIndex = this.#slides[this.#index]?.postIndex ?? 0
    this.#go(this.#slideOf(postIndex + step))
  }

  #show(index: number) {
    const slide = this.#slides[index]
    const previous = this.#slides[this.#index]
    if (!slide || slide === previous) return
    this.#zoom.reset()
    this.#index = index
    const { host, onMove } = this.#options
    const { labels, lang } = this.#context
    this.#showBeside()
    const text = slideText(slide, labels, lang)
    this.#find('#status').textContent = text
    this.#track.ariaLabel = text
    this.#find('#dots').replaceChildren(...toDom(dotsView(slide)))
    if (previous?.post === slide.post) return
    this.#showPost(slide.post)
    this.#address.show(slide.post.id)
    if (previous) {
      onMove(slide.post)
      emit(host, 'photo-feed-open', this.#detail())
    }
    void this.#loadMore(slide.postIndex)
  }

  /** The current post in the events of the element. */
  #detail(): PhotoFeedPostDetail {
    const { id, permalink } = (this.#slides[this.#index] as Slide).post
    return { id, url: webUrl(permalink) ?? '' }
  }

  /** Displays the current slide, and what depends on those beside it. */
  #showBeside() {
    // Not `entries()`, which prototype.js replaces.
    const containers = [...this.#track.children] as HTMLElement[]
    containers.forEach((container, index) => {
      this.#update(index, container)
    })
    this.#setButtons(this.#slides[this.#index] as Slide)
  }

  /** Fills the slides beside the current one, so that they are loaded when the visitor moves. */
  #update(index: number, container: HTMLElement) {
    const slide = this.#slides[index] as Slide
    const distance = Math.abs(index - this.#index)
    container.inert = distance > 0
    if (distance > 2) container.replaceChildren()
    else if (distance < 2 && !container.firstChild) {
      const { labels, lang } = this.#context
      showMedia(container, slide, slideText(slide, labels, lang), this.#context)
      addCaptions(container.querySelector('video'), this.#options.host, slide.item.id)
    }
    const video = container.querySelector('video')
    if (distance > 0) video?.pause()
    else if (video?.paused) playVideo(video, this.#isMuted)
  }

  /** The buttons on the picture are those of an album, the others go to another post. */
  #setButtons({ postIndex, position, total }: Slide) {
    const disabled = {
      previous: position === 0,
      next: position === total - 1,
      previousPost: postIndex === 0,
      nextPost: this.#slides.at(-1)?.postIndex === postIndex,
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
    const account = this.#options.accountOf(post)
    this.#find('#author').replaceChildren(...toDom(authorView(post, account, this.#context)))
    this.#find('#text').replaceChildren(...toDom(textView(post, this.#context)))
    this.#find('#link').replaceChildren(...toDom([linkView(post, this.#context)]))
    this.#dialog.scrollTop = 0
    this.#find('#panel').scrollTop = 0
  }

  /** Loads the next page when few posts are left. */
  async #loadMore(postIndex: number) {
    const { loadMore } = this.#options
    const count = (this.#slides.at(-1)?.postIndex ?? 0) + 1
    if (!loadMore || this.#isLoading || postIndex < count - 3) return
    this.#isLoading = true
    const posts = await loadMore()
    // After the last page there is nothing to load again; after an error there is.
    this.#isLoading = posts?.length === 0
    if (!posts?.length || !this.#dialog.open) return
    this.#append(posts, count)
    this.#showBeside()
  }

  #append(posts: readonly Post[], firstIndex = 0) {
    const slides = slidesOf(posts, firstIndex)
    this.#slides.push(...slides)
    this.#track.append(...toDom(slides.map(() => element('div', { class: 'slide' }))))
  }

  #slideOf(postIndex: number) {
    return this.#slides.findIndex((slide) => slide.postIndex === postIndex)
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
    this.#options.onClose()
  }
}
