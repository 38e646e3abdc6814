import type { Schemas } from '@photofeed/openapi'
import { part } from '../element.ts'

type Cursors = Pick<Schemas['Pagination'], 'nextCursor' | 'prevCursor'>

const buttons = [
  { id: 'previous', cursor: 'prevCursor' },
  { id: 'next', cursor: 'nextCursor' },
] as const

/** Creates the buttons for the previous and next page. Calls `turn` with the page's cursor. */
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
    part('nav', 'pager').hidden = !cursors?.prevCursor && !cursors?.nextCursor
    for (const { id, cursor } of buttons) {
      // Not `disabled`: the button that was just pressed would lose the focus.
      part('button', id).ariaDisabled = String(!cursors?.[cursor])
    }
  }
}
