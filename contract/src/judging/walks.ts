// Walks through a feed page by page, there and back.
import type { Exchange } from '../http/exchange.ts'
import { me, type Query } from '../http/request-spec.ts'
import { textAt } from './responses.ts'
import { after, type Requests } from './rule.ts'

/** One page further, of so many posts. */
export interface Step {
  way: 'next' | 'previous'
  size: number
}

export const there = (...sizes: number[]): Step[] => sizes.map((size) => ({ way: 'next', size }))
export const back = (...sizes: number[]): Step[] => sizes.map((size) => ({ way: 'previous', size }))

/** Requests of pages that follow each other, called `name 0`, `name 1` and so on. */
export function walk(name: string, query: Query, size: number, steps: readonly Step[]): Requests {
  const requests: Requests = { [`${name} 0`]: me({ ...query, 'page[size]': size }) }
  for (const [index, step] of steps.entries())
    requests[`${name} ${index + 1}`] = after(`${name} ${index}`, (page) =>
      me({ ...query, 'page[size]': step.size, ...cursorOf(page, step) }),
    )
  return requests
}

/** The parameter that leads on from a page. */
export function cursorOf(page: Exchange, { way }: Pick<Step, 'way'>): Query {
  const at = `pagination.${way === 'next' ? 'nextCursor' : 'prevCursor'}`
  return { 'page[cursor]': textAt(page, at) }
}
