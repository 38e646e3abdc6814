import { prefersReducedMotion } from './viewer-scroll.ts'

const largest = 4
/** What a double tap enlarges to. */
const enlarged = 2.5
/** The longest time between the two taps in milliseconds, and the largest distance in pixels. */
const doubleTap = { time: 350, distance: 30 }

interface Point {
  readonly x: number
  readonly y: number
}

/** Enlarges the picture that the viewer displays: by a double tap or click, two fingers or the wheel. */
export class ViewerZoom {
  readonly #track: HTMLElement
  readonly #pointers = new Map<number, Point>()
  #image: HTMLImageElement | undefined
  #scale = 1
  /** How far the picture is moved from the middle of its slide. */
  #offset: Point = { x: 0, y: 0 }
  #lastTap = { time: -Infinity, x: 0, y: 0 }

  constructor(track: HTMLElement) {
    this.#track = track
    track.addEventListener('click', (event) => this.#onClick(event))
    track.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false })
    track.addEventListener('dragstart', (event) => event.preventDefault())
    track.addEventListener('pointerdown', ({ pointerId, clientX, clientY }) => {
      this.#pointers.set(pointerId, { x: clientX, y: clientY })
    })
    track.addEventListener('pointermove', (event) => this.#onMove(event))
    for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      track.addEventListener(name, ({ pointerId }) => this.#pointers.delete(pointerId))
    // Two fingers must not scroll.
    track.addEventListener(
      'touchmove',
      (event) => {
        if (event.touches.length > 1 && event.cancelable) event.preventDefault()
      },
      { passive: false },
    )
  }

  get isEnlarged(): boolean {
    return this.#scale > 1
  }

  /** Displays the whole picture. */
  reset(): void {
    this.#zoom(1, { x: 0, y: 0 })
  }

  #onClick({ target, timeStamp: time, clientX: x, clientY: y }: MouseEvent) {
    const last = this.#lastTap
    const isNear = Math.hypot(x - last.x, y - last.y) < doubleTap.distance
    const isDouble = isNear && time - last.time < doubleTap.time
    this.#lastTap = isDouble ? { time: -Infinity, x, y } : { time, x, y }
    if (isDouble && target instanceof HTMLImageElement)
      this.#zoom(this.isEnlarged ? 1 : enlarged, { x, y }, true)
  }

  #onWheel(event: WheelEvent) {
    const { ctrlKey, deltaX, deltaY, clientX: x, clientY: y } = event
    const dialog = this.#track.closest('dialog')
    // On a phone, the wheel of a mouse scrolls the text over the picture; browsers set ctrlKey for two fingers on a touch pad.
    const scrolls = dialog && dialog.scrollHeight > dialog.clientHeight
    const isZoom = ctrlKey || (!scrolls && Math.abs(deltaY) > Math.abs(deltaX))
    if (!this.isEnlarged && (!isZoom || !this.#current())) return
    event.preventDefault()
    if (isZoom) this.#zoom(this.#scale * Math.exp(-deltaY / (ctrlKey ? 100 : 400)), { x, y })
    else this.#move({ x: -deltaX, y: -deltaY })
  }

  #onMove({ pointerId, clientX, clientY }: PointerEvent) {
    const before = this.#pointers.get(pointerId)
    if (!before) return
    const point = { x: clientX, y: clientY }
    this.#pointers.set(pointerId, point)
    const other = [...this.#pointers].find(([id]) => id !== pointerId)?.[1]
    if (other) {
      const factor = distance(point, other) / (distance(before, other) || 1)
      this.#zoom(this.#scale * factor, middle(point, other))
    }
    const share = other ? 2 : 1
    if (this.isEnlarged)
      this.#move({ x: (point.x - before.x) / share, y: (point.y - before.y) / share })
  }

  #current() {
    return this.#track.querySelector<HTMLImageElement>('.slide:not([inert])>img') ?? undefined
  }

  /** Changes the scale; what is at a point of the window remains there. */
  #zoom(wanted: number, { x, y }: Point, isSmooth = false) {
    const scale = Math.min(largest, Math.max(1, wanted))
    if (!this.isEnlarged) this.#image = this.#current()
    const image = this.#image
    if (!image) return
    const { left, top, width, height } = this.#track.getBoundingClientRect()
    const fromMiddle = { x: x - left - width / 2, y: y - top - height / 2 }
    const factor = scale / this.#scale
    this.#offset = {
      x: fromMiddle.x - (fromMiddle.x - this.#offset.x) * factor,
      y: fromMiddle.y - (fromMiddle.y - this.#offset.y) * factor,
    }
    this.#scale = scale
    image.style.transition = isSmooth && !prefersReducedMotion() ? 'transform .2s' : ''
    this.#track.toggleAttribute('data-enlarged', this.isEnlarged)
    // The browser selects a picture that has enough pixels.
    const pixels = Math.ceil(image.offsetWidth * scale)
    if (image.srcset && this.isEnlarged) image.sizes = `${pixels}px`
    this.#move({ x: 0, y: 0 })
  }

  /** Moves the picture, as far as it is larger than its slide. */
  #move({ x, y }: Point) {
    const image = this.#image
    if (!image) return
    const limit = (offset: number, size: number, space: number) => {
      const most = Math.max(0, (size * this.#scale - space) / 2)
      return Math.min(most, Math.max(-most, offset))
    }
    this.#offset = {
      x: limit(this.#offset.x + x, image.offsetWidth, this.#track.clientWidth),
      y: limit(this.#offset.y + y, image.offsetHeight, this.#track.clientHeight),
    }
    const { x: left, y: top } = this.#offset
    image.style.transform = this.isEnlarged
      ? `translate(${left}px, ${top}px) scale(${this.#scale})`
      : ''
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
