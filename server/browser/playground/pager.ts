import type { Schemas } from '@photofeed/openapi'
import { part } from '../element.ts'

type Cursors = Pick<Schemas['Pagination'], 'nextCursor' | 'prevCursor'>

const buttons = [
  { id: 'previous', cursor: 'prevCursor' },
  { id: 'next', cursor: 'nextCursor' },
] as const

/** Buttons for the pages beside an answer's own; `turn` is called with the cursor of the one that is wanted. */
export function createPager(turn: (cursor: string) => void): (cursors: Cursors | null) => void {
  let current: Cursors | null = null
  for (const { id, cursor } of buttons) {
    part('button', id).addEventListener('click', () => {
      const wanted = current?.[cursor]
      if (wanted) turn(wanted)
    })
  }
  return (cursors) => {
    current = cursors
    part('nav', 'pager').hidden = cursors === null
    for (const { id, cursor } of buttons) {
      // Not `disabled`, which would take the focus away from whoever has just pressed it.
      part('button', id).ariaDisabled = String(!cursors?.[cursor])
    }
  }
}
