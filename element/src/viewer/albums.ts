import type { Post } from '@photofeed/sdk'
import { altText } from '../../../sdk/src/entries/alt-text.ts'
import { completeLabels } from '../languages/labels.ts'
import { hide } from '../layouts/carousel.ts'
import type { FeedSource } from '../view/context.ts'
import { imageOf, isBlocked, missingPicture } from '../view/pictures.ts'
import { decode, setStyles } from '../view/platform.ts'
import { element, toDom } from '../view/vnode.ts'
import { type Slide, slidesOf, slideText } from './viewer-slides.ts'

/** A shorter movement of a finger is a tap. In CSS pixels. */
const shortestSwipe = 40

interface Album {
  readonly slides: readonly Slide[]
  readonly buttons: readonly [previous: HTMLButtonElement, next: HTMLButtonElement]
  position: number
}

/**
 * Lets visitors browse the pictures of an album in its card while the attribute `albums` is set: with buttons, which a card
 * receives when the pointer or the focus first enters it, and with swipes. Loaded on demand.
 */
export function browseAlbums(
  feed: Pick<FeedSource, 'host' | 'loadPosts' | 'context'>,
  root: ShadowRoot,
): void {
  // Behind the four of the feed.
  setStyles(root, 4, [albumStyles])
  const albums = new WeakMap<Element, Promise<Album | null>>()
  let touch: { readonly card: Element; readonly x: number; readonly y: number } | undefined

  const albumOf = (card: Element) => {
    const album = albums.get(card) ?? open(card)
    albums.set(card, album)
    return album
  }

  async function open(card: Element): Promise<Album | null> {
    const id = card.getAttribute('data-post')
    const post = (await feed.loadPosts().catch(() => [])).find((post) => post.id === id)
    if (!post || (post.children?.length ?? 0) < 2) return null
    return addButtons(card, post)
  }

  function addButtons(card: Element, post: Post): Album {
    const labels = completeLabels(feed.context().labels)
    const text = altText(post, { CAROUSEL_ALBUM: labels.album })
    const button = (name: string, label: string) => {
      const attributes = { type: 'button', part: 'album-button', 'aria-label': `${label}: ${text}` }
      return element('button', { ...attributes, name })
    }
    const buttons = toDom([
      button('previous-item', labels.previous),
      button('next-item', labels.next),
    ]) as [HTMLButtonElement, HTMLButtonElement]
    const album = { slides: slidesOf([post]), buttons, position: 0 }
    setButtons(album)
    const [row] = toDom([element('span', { class: 'album' })]) as [Element]
    row.append(...buttons)
    card.append(row)
    return album
  }

  async function move(card: Element, step: number) {
    const album = await albumOf(card)
    const slide = album?.slides[album.position + step]
    if (!album || !slide) return
    album.position += step
    setButtons(album)
    const { labels, lang } = feed.context()
    const text = slideText(slide, { labels: completeLabels(labels), lang })
    const picture = await load(slide, text, card.querySelector('img')?.sizes ?? '100vw')
    // The visitor may have moved on while it was loading.
    if (album.slides[album.position] !== slide) return
    card.querySelector('[part=image],[part=missing]')?.replaceWith(picture)
    const mark = card.querySelector('[part=mark]')?.lastElementChild
    if (mark) mark.textContent = `${slide.position + 1}/${slide.total}`
    const status = root.getElementById('status')
    if (status) status.textContent = text
  }

  /** Returns the picture when it can be displayed at once, so that the card is never empty. */
  async function load({ item }: Slide, alt: string, sizes: string): Promise<Node> {
    const image = imageOf(item, { alt, sizes })
    const missing = () => toDom([missingPicture(alt)])[0] as Node
    if (!image || isBlocked(image, feed.context())) return missing()
    const [picture] = toDom([element('img', { part: 'image', ...image, loading: 'eager' })]) as [
      HTMLImageElement,
    ]
    return decode(picture).then(() => picture, missing)
  }

  const cardOf = ({ target }: Event) =>
    feed.host.albums ? (target as Element).closest('li[data-post]:has(.stack)') : null
  const prepare = (event: Event) => {
    const card = cardOf(event)
    if (card) void albumOf(card)
  }
  root.addEventListener('pointerover', prepare)
  root.addEventListener('focusin', prepare)
  root.addEventListener('pointerdown', (event) => {
    const { pointerType, clientX: x, clientY: y } = event as PointerEvent
    const card = cardOf(event)
    touch = card && pointerType === 'touch' ? { card, x, y } : undefined
  })
  root.addEventListener('pointerup', (event) => {
    if (!touch) return
    const { clientX, clientY } = event as PointerEvent
    const { card, x, y } = touch
    const isSideways = Math.abs(clientX - x) > Math.max(shortestSwipe, Math.abs(clientY - y))
    if (isSideways) void move(card, clientX < x === isRightToLeft(card) ? -1 : 1)
  })
  root.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('[part=album-button]')
    const card = button?.closest('li')
    if (card) void move(card, button?.name === 'next-item' ? 1 : -1)
  })
}

/** Hides the button of an end that is reached. */
function setButtons({ buttons: [previous, next], position, slides }: Album) {
  hide(previous, next, position === 0)
  hide(next, previous, position === slides.length - 1)
}

function isRightToLeft(card: Element) {
  return getComputedStyle(card).direction === 'rtl'
}

/** The buttons lie on the picture, beside the link: a link must not contain buttons. A carousel scrolls by swipes. */
const albumStyles = `
li{position:relative}
.album{position:absolute;inset:0 0 auto;display:flex;align-items:center;aspect-ratio:var(--_ratio,var(--photo-feed-ratio,1));pointer-events:none}
[part=album-button]{display:grid;place-items:center;width:32px;height:32px;margin:6px;border:0;border-radius:50%;background:rgb(255 255 255/.92);box-shadow:0 1px 6px rgb(0 0 0/.3);color:#111;pointer-events:auto;forced-color-adjust:none}
[part=album-button]{position:relative}
[part=album-button]::after{position:absolute;inset:-6px;content:""}
[part=album-button]:last-child{margin-inline-start:auto}
[part=album-button]:focus-visible{outline-color:#111;outline-offset:-4px}
[part=album-button]::before{width:8px;height:8px;border:solid;border-width:2px 0 0 2px;rotate:-45deg;translate:1.6px;content:""}
[part=album-button]:last-child::before,:host(:dir(rtl)) [part=album-button]:first-child::before{rotate:135deg;translate:-1.6px}
:host(:dir(rtl)) [part=album-button]:last-child::before{rotate:-45deg;translate:1.6px}
@media print{.album{display:none}}
@media (hover:hover){li:not(:hover,:focus-within)>.album{display:none}}
:host(:not([layout=carousel])) [part=frame]:has(.stack){touch-action:pan-y pinch-zoom}
:host([layout=list]) .album{top:50%;width:clamp(96px,34%,224px);translate:0 -50%}
`
