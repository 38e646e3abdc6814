import { decode } from '../view/platform.ts'
import { columnRule } from './grid.ts'
import type { FeedParts } from './types.ts'

/**
 * Columns of pictures in their own ratios. `arrange` places the cards in rows of one pixel; a server cannot, so its
 * pictures have one ratio.
 */
export const styles = `
ul{display:grid;align-items:start;gap:var(--_gap);${columnRule}}
ul.placed{grid-auto-rows:1px;row-gap:0}
[part=frame]{aspect-ratio:var(--_ratio,var(--photo-feed-ratio,1))}
[aria-hidden]:nth-child(3n+1)>[part=frame]{--_ratio:4/5}
[aria-hidden]:nth-child(4n+2)>[part=frame]{--_ratio:4/3}
`

/** The width by the height of pictures that have loaded, by `src`. The API has no heights. */
const ratios = new Map<string, number>()

/** A slow picture must not delay the others for longer. */
const longestWaitMs = 4000

/** Loads the pictures of cards that are not displayed yet, so that nothing moves when they are. */
export async function prepare(cards: readonly Element[], width: number): Promise<void> {
  const images = cards.flatMap((card) => [...card.querySelectorAll('img')])
  const loaded = images.map(async (image) => {
    image.sizes = `${width}px`
    image.loading = 'eager'
    // A picture that fails has no ratio.
    await decode(image).catch(() => {})
    if (image.naturalHeight > 0) ratios.set(image.src, image.naturalWidth / image.naturalHeight)
  })
  const timeout = new Promise((resolve) => setTimeout(resolve, longestWaitMs))
  await Promise.race([Promise.all(loaded), timeout])
}

/** Places each card in the column that is the shortest so far, so that the order of reading is kept. */
export function arrange({ list }: FeedParts): void {
  const cards = [...list.children] as HTMLElement[]
  for (const card of cards) {
    const ratio = ratios.get(card.querySelector('img')?.src ?? '')
    if (ratio) card.style.setProperty('--_ratio', String(Math.min(2, Math.max(0.5, ratio))))
  }
  // Rendered by a server: its pictures have one ratio, so rows are as good, and nothing moves.
  const isPlaced = cards.some((card) => card.style.getPropertyValue('--_ratio') || card.ariaHidden)
  list.classList.toggle('placed', isPlaced)
  if (!isPlaced) return
  // A card in a column that no longer fits would add that column. Without its height, the page would scroll up.
  list.style.minHeight = `${list.offsetHeight}px`
  for (const card of cards) card.style.gridArea = ''
  const { columnGap, gridTemplateColumns } = getComputedStyle(list)
  const gap = Math.round(Number.parseFloat(columnGap))
  const bottoms = gridTemplateColumns.split(' ').map(() => 0)
  // All are read before any is written, so that the layout is computed once.
  const areas = cards.map((card) => {
    const column = bottoms.indexOf(Math.min(...bottoms))
    const top = bottoms[column] ?? 0
    const height = Math.ceil(card.getBoundingClientRect().height) + gap
    bottoms[column] = top + height
    return `${top + 1} / ${column + 1} / span ${height}`
  })
  // Not `entries()`, which prototype.js replaces.
  cards.forEach((card, index) => {
    card.style.gridArea = areas[index] ?? ''
  })
  list.style.minHeight = ''
}
