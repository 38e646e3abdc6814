import { type FeedView, shell } from './feed-view.ts'
import { nodes } from './nodes.ts'
import type { Tree } from './tree.ts'

/** The places of the view in a shadow root: made there, or found where a server has made them. */
export class FeedPlaces {
  /** Whether a server has made them. */
  readonly served: boolean
  readonly #root: ShadowRoot
  readonly #status: Element
  readonly #notice: Element
  readonly #cards: Element
  readonly #end: Element

  constructor(root: ShadowRoot) {
    this.#root = root
    this.served = root.getElementById('cards') !== null
    if (!this.served) root.append(...nodes(shell({ notice: null, cards: [], end: null })))
    const place = (id: string) => root.getElementById(id) as Element
    this.#status = place('status')
    this.#notice = place('notice')
    this.#cards = place('cards')
    this.#end = place('end')
  }

  /** Boxes in place of what was shown. */
  showLoading({ cards }: FeedView): void {
    this.#say('Loading posts.')
    this.#notice.replaceChildren()
    this.#cards.setAttribute('aria-busy', 'true')
    this.#cards.replaceChildren(...nodes(cards))
    this.#end.replaceChildren()
  }

  sayLoadingMore(): void {
    this.#say('Loading more posts.')
  }

  showFirst(view: FeedView): void {
    this.#cards.replaceChildren()
    this.#showCards(view)
    this.#say(`${view.cards.length} posts shown.`)
  }

  showMore(view: FeedView): void {
    this.#showCards(view)
    this.#say(`${view.cards.length} more posts, ${this.#cards.children.length} in all.`)
  }

  /** The message is read aloud by itself. */
  showFailure(message: Tree, keepCards: boolean): void {
    this.#say('')
    this.#cards.removeAttribute('aria-busy')
    if (!keepCards) {
      this.#notice.replaceChildren()
      this.#cards.replaceChildren()
    }
    this.#showEnd(message)
  }

  #showCards({ notice, cards, end }: FeedView) {
    const fresh = nodes(cards) as Element[]
    this.#notice.replaceChildren(...nodes([notice]))
    this.#cards.removeAttribute('aria-busy')
    this.#cards.append(...fresh)
    this.#showEnd(end, fresh[0])
  }

  /** A focus that would be lost with what stood at the end goes on to what came in its place. */
  #showEnd(end: Tree, firstCard?: Element) {
    const focused = this.#end.contains(this.#root.activeElement)
    this.#end.replaceChildren(...nodes([end]))
    if (!focused) return
    const next =
      firstCard?.querySelector<HTMLElement>('a[href], button') ??
      this.#end.querySelector<HTMLElement>('button') ??
      this.#end.querySelector<HTMLElement>('[tabindex]')
    next?.focus({ preventScroll: true })
  }

  #say(words: string) {
    this.#status.textContent = words
  }
}
