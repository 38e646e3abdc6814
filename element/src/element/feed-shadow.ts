import type { FirstLabels } from '../languages/labels.ts'
import { measureCropped, measurePictures } from '../layouts/image-sizes.ts'
import { builtInLayout } from '../layouts/layout.ts'
import type { FeedParts, LayoutModule } from '../layouts/types.ts'
import { customStyles } from '../view/columns.ts'
import type { ViewContext } from '../view/context.ts'
import { emit } from '../view/events.ts'
import { logError } from '../view/on-demand.ts'
import { replaceBroken } from '../view/pictures.ts'
import { createResizeObserver, setStyles, windowOf } from '../view/platform.ts'
import { styles } from '../view/styles.ts'
import { containers, type FeedView, skeletonView } from '../view/view.ts'
import { element, toDom, type VNode } from '../view/vnode.ts'

const focusable = 'a[href],button,video,[tabindex]'

/** The shadow root of an element: created in the browser, or found where a server rendered it. */
export class FeedShadow {
  /** Whether a server rendered the posts. */
  readonly isServerRendered: boolean
  readonly #root: ShadowRoot
  readonly #status: Element
  readonly #top: Element
  readonly #cards: HTMLElement
  #end: HTMLElement
  readonly #parts: FeedParts
  #resizes: ResizeObserver | null = null
  #layout = builtInLayout
  /** That of the pictures in CSS pixels; 0 if it is unknown. */
  pictureWidth = 0

  constructor(
    host: HTMLElement,
    context: ViewContext,
    onLoad: (button: HTMLButtonElement) => void,
  ) {
    const root = openShadowRoot(host)
    this.#root = root
    // The HTML of an older version lacks the newest container, and is replaced.
    this.isServerRendered = root.getElementById('top') !== null
    if (!this.isServerRendered) {
      // Without a language: `setDirection` sets the direction.
      // Until there are placeholders, what the page has inside the element stays, with the height that it reserves.
      root.replaceChildren(...toDom(containers(ownerView(context), { ...context, lang: '' })))
    }
    const container = (id: string) => root.getElementById(id) as HTMLElement
    this.#status = container('status')
    this.#top = container('top')
    this.#cards = container('cards')
    this.#end = container('end')
    const button = (name: string) => root.querySelector(`[name=${name}]`) as HTMLButtonElement
    this.#parts = { list: this.#cards, previous: button('previous'), next: button('next') }
    // The HTML of a server has styles already.
    if (!this.isServerRendered) this.setLayout(builtInLayout, context)
    replaceBrokenMedia(root)
    root.addEventListener('load', ({ target }) => measureCropped(target as HTMLImageElement), true)
    this.#cards.addEventListener('scroll', () => this.#arrange())
    this.#observeSizes()
    root.addEventListener('click', (event) => {
      const target = event.target as Element
      const link = target.closest('a')
      const card = target.closest('li')
      const url = card?.querySelector('a')?.href ?? ''
      const post = { id: card?.dataset.post ?? '', url }
      if (link && !card) emit(host, 'photo-feed-link', { url: link.href })
      if (link && card && !emit(host, 'photo-feed-open', post)) event.preventDefault()
      const button = target.closest('button')
      if (!button) return
      if (button.name === 'play' && !event.defaultPrevented) {
        emit(host, 'photo-feed-play', post)
        import('../viewer/video-player.ts').then(({ play }) => play(button), logError)
      }
      if (button.name === 'load' && !button.ariaDisabled) onLoad(button)
      this.#layout.press?.(button, this.#parts)
    })
  }

  /** The ids of the posts that are displayed. */
  get postIds(): string[] {
    const cards = [...this.#cards.querySelectorAll<HTMLElement>('[data-post]')]
    return cards.map(({ dataset }) => dataset.post ?? '')
  }

  /** The button that loads the page after the posts, also after it has failed. */
  get moreButton(): HTMLButtonElement | null {
    return this.#end.querySelector('[name=load]:not([value=""])')
  }

  /** Applies in another document what belongs to the one before. */
  adopt(): void {
    setStyles(this.#root)
    this.#observeSizes()
  }

  #observeSizes() {
    this.#resizes?.disconnect()
    const view = windowOf(this.#root)
    // In the next frame: sizes that change while they are observed raise an error in the page.
    this.#resizes = createResizeObserver(this.#root, () =>
      view.requestAnimationFrame(() => this.#arrange()),
    )
    for (const element of [this.#cards, ...this.#cards.children]) this.#resizes?.observe(element)
  }

  /** The text that is displayed in place of posts, which the page may have replaced. */
  get message(): string {
    const nodes = this.#end.querySelector('slot')?.assignedNodes({ flatten: true }) ?? []
    return nodes.map(({ textContent }) => textContent).join('')
  }

  /** Screen readers announce the text. */
  announce(text: string): void {
    this.#status.textContent = text
  }

  /** Displays what the page has inside the element, and no posts. */
  showOwner(context: ViewContext): void {
    this.replace(ownerView(context))
  }

  /** Displays placeholders: of the first page instead of the posts, of a further page after them. */
  showSkeleton(context: ViewContext, isFirst: boolean): void {
    const { pageSize, limit } = context
    const left = (limit ?? Infinity) - (isFirst ? 0 : this.postIds.length)
    const view = skeletonView(Math.min(pageSize, left), context)
    this.#removePlaceholders()
    if (isFirst) {
      this.#end.style.marginBottom = ''
      this.replace(view)
    } else this.#appendCards(view.cards)
    this.#cards.setAttribute('aria-busy', 'true')
  }

  /** Displays something else than the placeholders. What follows the element does not move up while it is in view. */
  settle(display: () => void): void {
    const host = this.#root.host as HTMLElement
    const before = host.offsetHeight
    // From here on, the margin reserves what the page reserved.
    if (host.hasAttribute('feed')) host.style.minHeight = ''
    this.#removePlaceholders()
    display()
    const { height, width, bottom } = host.getBoundingClientRect()
    const space = Math.min(before - height, windowOf(host).innerHeight - bottom)
    if (space <= 0) return
    // In percent of the width, so that it becomes smaller with the element.
    this.#end.style.marginBottom = `${(space / width) * 100}%`
    import('./reserved-space.ts').then(({ giveBack }) => giveBack(host), logError)
  }

  #removePlaceholders() {
    for (const card of this.#cards.querySelectorAll('li[aria-hidden]')) card.remove()
  }

  setLayout(layout: LayoutModule, context: ViewContext): void {
    const { previous, next } = this.#parts
    previous.hidden = next.hidden = true
    this.#layout = layout
    const extraStyles = context.extras?.styles(context) ?? ''
    const sheets = [styles, layout.styles, extraStyles, customStyles(context)]
    setStyles(this.#root, 0, sheets)
    this.#arrange()
  }

  setLabels({ previousPost, nextPost }: FirstLabels): void {
    this.#parts.previous.ariaLabel = previousPost
    this.#parts.next.ariaLabel = nextPost
  }

  /** Loads what the layout has to know of a view before it is displayed. */
  async prepare({ cards }: FeedView): Promise<void> {
    this.pictureWidth = this.#cards.querySelector('[part=frame]')?.clientWidth ?? 0
    await this.#layout.prepare?.(toDom(cards) as Element[], this.pictureWidth)
  }

  replace(view: FeedView): void {
    this.#top.replaceChildren()
    this.#cards.replaceChildren()
    this.append(view)
  }

  /** Replaces everything without moving the focus. */
  refresh(view: FeedView): void {
    const index = this.#focusable().indexOf(this.#root.activeElement as HTMLElement)
    this.replace(view)
    if (index >= 0) this.#focusable()[index]?.focus({ preventScroll: true })
  }

  append({ top, cards, end }: FeedView): void {
    for (const part of top) {
      const [node] = toDom([part]) as [Element]
      const before = this.#root.getElementById(node.id)
      if (before) before.replaceWith(node)
      else this.#top.append(node)
    }
    this.setEnd(end, this.#appendCards(cards))
  }

  /** Returns the first card that was added. */
  #appendCards(cards: readonly VNode[]) {
    const added = toDom(cards) as Element[]
    this.#cards.append(...added)
    measurePictures(added.flatMap((card) => [...card.querySelectorAll('img')]))
    for (const card of added) this.#resizes?.observe(card)
    this.#arrange()
    return added[0]
  }

  /** Replaces what follows the cards. If it had the focus, the next element receives it. */
  setEnd(end: VNode, firstCard?: Element): void {
    const hadFocus = this.#end.contains(this.#root.activeElement)
    this.#cards.removeAttribute('aria-busy')
    // The browser counts an element that moves, even an empty one, but not a new one.
    const container = this.#end.cloneNode() as HTMLElement
    container.append(...toDom([end]))
    this.#end.replaceWith(container)
    this.#end = container
    if (!hadFocus) return
    const next =
      firstCard?.querySelector<HTMLElement>('a[href], button') ??
      this.#end.querySelector<HTMLElement>('button') ??
      this.#end.querySelector<HTMLElement>('[tabindex]')
    next?.focus({ preventScroll: true })
  }

  #arrange() {
    measurePictures(this.#cards.querySelectorAll<HTMLImageElement>('img[sizes$=px]'))
    this.#layout.arrange?.(this.#parts)
  }

  /** Sets the direction of the containers; null is that of the page. */
  setDirection(direction: 'ltr' | 'rtl' | null): void {
    for (const container of this.#root.querySelectorAll('#top,#stage,#end')) {
      if (!direction) container.removeAttribute('dir')
      else if (getComputedStyle(container).direction !== direction)
        container.setAttribute('dir', direction)
    }
  }

  #focusable() {
    return [...this.#root.querySelectorAll<HTMLElement>(focusable)]
  }
}

const ownerView = (context: ViewContext): FeedView => ({
  ...skeletonView(0, context),
  top: [element('div', {}, element('slot'))],
  end: null,
})

/** Marks a button as busy. It is not disabled, because it would lose the focus. */
export function markBusy(button: HTMLButtonElement, text: string): void {
  button.ariaDisabled = 'true'
  button.textContent = text
}

/** Returns the shadow root that a server declared, else a new one. */
function openShadowRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  // A declared shadow root stays a template when a script inserts the HTML.
  const template = host.querySelector<HTMLTemplateElement>(':scope > template[shadowrootmode]')
  if (template) {
    root.replaceChildren(template.content)
    template.remove()
  }
  return root
}

/** Replaces every picture and video that fails to load with a tile, including those that have failed already. */
function replaceBrokenMedia(root: ShadowRoot) {
  // The error event does not bubble, but it can be captured.
  root.addEventListener('error', replaceBroken, true)
  for (const image of root.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0) replaceBroken({ target: image })
  }
}
