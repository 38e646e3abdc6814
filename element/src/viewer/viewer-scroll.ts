import { slideGap } from './viewer-styles.ts'

/** Scrolls the track of the viewer to a slide, and reports the slide to which the visitor has scrolled. */
export class ViewerScroll {
  readonly #track: HTMLElement
  readonly #isRightToLeft: boolean
  readonly #onSlide: (index: number) => void
  /** The slide to which the track scrolls by itself. */
  #target = -1
  /** The width of a slide when the track scrolled by itself. */
  #width = 0

  constructor(track: HTMLElement, isRightToLeft: boolean, onSlide: (index: number) => void) {
    this.#track = track
    this.#isRightToLeft = isRightToLeft
    this.#onSlide = onSlide
    track.addEventListener('scroll', () => this.#onScroll())
    // The visitor scrolls.
    for (const name of ['pointerdown', 'wheel']) {
      track.addEventListener(name, () => this.#release(), { passive: true })
    }
    track.addEventListener('scrollend', () => this.#release())
  }

  /** Scrolls to a slide, smoothly unless the visitor prefers reduced motion. */
  to(index: number, isSmooth: boolean): void {
    const behavior = isSmooth && !prefersReducedMotion() ? 'smooth' : 'instant'
    this.#width = this.#slideWidth()
    this.#target = behavior === 'smooth' ? index : -1
    this.#track.scrollTo({ left: index * this.#width * (this.#isRightToLeft ? -1 : 1), behavior })
  }

  #onScroll() {
    const width = this.#slideWidth()
    const index = Math.round(Math.abs(this.#track.scrollLeft) / width)
    if (index === this.#target) this.#target = -1
    // After a change of the width, the viewer scrolls to the same slide.
    if (this.#target < 0 && width === this.#width) this.#onSlide(index)
  }

  #release() {
    this.#target = -1
    this.#onScroll()
  }

  #slideWidth() {
    return this.#track.getBoundingClientRect().width + slideGap
  }
}

export function prefersReducedMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}
