import { styles } from './styles.ts'
import {
  containers,
  type FeedView,
  imageSizes,
  missingPicture,
  skeletonView,
  videoPlayer,
} from './view.ts'
import { toDom, type VNode } from './vnode.ts'

const focusable = 'a[href],button,video,[tabindex]'

/** The shadow root of an element: created in the browser, or found where a server rendered it. */
export class FeedShadow {
  /** Whether a server rendered the posts. */
  readonly isServerRendered: boolean
  readonly #root: ShadowRoot
  readonly #status: Element
  readonly #notice: Element
  readonly #cards: Element
  readonly #end: Element

  constructor(host: HTMLElement, onLoad: (button: HTMLButtonElement) => void) {
    const root = openShadowRoot(host)
    this.#root = root
    this.isServerRendered = root.getElementById('cards') !== null
    if (!this.isServerRendered) root.append(...toDom(containers(skeletonView(0))))
    const container = (id: string) => root.getElementById(id) as Element
    this.#status = container('status')
    this.#notice = container('notice')
    this.#cards = container('cards')
    this.#end = container('end')
    replaceBrokenMedia(root)
    root.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest('button')
      if (button?.name === 'play') play(button)
      if (button?.name === 'load' && !button.hasAttribute('aria-disabled')) onLoad(button)
    })
  }

  get cardCount(): number {
    return this.#cards.childElementCount
  }

  /** Screen readers announce the text. */
  announce(text: string): void {
    this.#status.textContent = text
  }

  /** Displays placeholders instead of the posts. */
  showSkeleton(count: number): void {
    this.replace(skeletonView(count))
    this.#cards.setAttribute('aria-busy', 'true')
  }

  replace(view: FeedView): void {
    this.#cards.replaceChildren()
    this.append(view)
  }

  /** Replaces everything without moving the focus. */
  refresh(view: FeedView): void {
    const index = this.#focusable().indexOf(this.#root.activeElement as HTMLElement)
    this.replace(view)
    if (index >= 0) this.#focusable()[index]?.focus({ preventScroll: true })
  }

  append({ notice, cards, end }: FeedView): void {
    const added = toDom(cards) as Element[]
    this.#notice.replaceChildren(...toDom([notice]))
    this.#cards.append(...added)
    this.setEnd(end, added[0])
  }

  /** Replaces what follows the cards. If it had the focus, the next element receives it. */
  setEnd(end: VNode, firstCard?: Element): void {
    const hadFocus = this.#end.contains(this.#root.activeElement)
    this.#cards.removeAttribute('aria-busy')
    this.#end.replaceChildren(...toDom([end]))
    if (!hadFocus) return
    const next =
      firstCard?.querySelector<HTMLElement>('a[href], button') ??
      this.#end.querySelector<HTMLElement>('button') ??
      this.#end.querySelector<HTMLElement>('[tabindex]')
    next?.focus({ preventScroll: true })
  }

  setColumns(columns: number): void {
    for (const image of this.#root.querySelectorAll<HTMLImageElement>('img[sizes]')) {
      image.sizes = imageSizes(columns)
    }
  }

  #focusable() {
    return [...this.#root.querySelectorAll<HTMLElement>(focusable)]
  }
}

/** Marks a button as busy. It is not disabled, because it would lose the focus. */
export function markBusy(button: HTMLButtonElement, text: string): void {
  button.ariaDisabled = 'true'
  button.textContent = text
}

let sheet: CSSStyleSheet | undefined

/** Returns the shadow root that a server declared, else a new one, with its styles. */
function openShadowRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  // A declared shadow root stays a template when a script inserts the HTML.
  const template = host.querySelector<HTMLTemplateElement>(':scope > template[shadowrootmode]')
  if (template) {
    root.replaceChildren(template.content)
    template.remove()
  }
  // Every content security policy allows a constructed style sheet, but not a style element.
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
  }
  root.adoptedStyleSheets = [sheet]
  return root
}

/** Replaces every picture and video that fails to load with a tile, including those that have failed already. */
function replaceBrokenMedia(root: ShadowRoot) {
  // The error event does not bubble, but it can be captured.
  root.addEventListener('error', ({ target }) => replaceMedia(target), true)
  for (const image of root.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0) replaceMedia(image)
  }
}

function replaceMedia(target: EventTarget | null) {
  if (!(target instanceof HTMLImageElement || target instanceof HTMLVideoElement)) return
  target.replaceWith(...toDom([missingPicture(textAlternative(target))]))
}

/** Replaces the button with the player. The file is not requested before. */
function play(button: HTMLButtonElement) {
  const image = button.querySelector('img')
  const picture = image ?? button.querySelector('[role=img]')
  // A picture that has not loaded yet has no current source.
  const poster = image && (image.currentSrc || image.src)
  const [video] = toDom([
    videoPlayer(button.value, picture ? textAlternative(picture) : '', poster),
  ]) as [HTMLVideoElement]
  button.replaceWith(video)
  video.focus()
  // A failure is visible in the controls, or causes the error event.
  video.play().catch(() => {})
}

function textAlternative(media: Element) {
  return media.getAttribute('alt') ?? media.getAttribute('aria-label') ?? ''
}
