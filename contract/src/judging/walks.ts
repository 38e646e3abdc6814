// Walks through a feed page by page, there and back.
import type { Exchange } from '../http/exchange.ts'
import { me, type Query } from '../http/request-spec.ts'
import type { Expect } from './expect.ts'
import { textAt } from './responses.ts'
import { after, type Requests } from './rule.ts'

/** One page further, of so many posts. */
export interface Step {
  way: 'next' | 'previous'
  size: number
}

export const there = (...sizes: number[]): Step[] => sizes.map((size) => ({ way: 'next', size }))
export const back = (...sizes: number[]): Step[] => sizes.map((size) => ({ way: 'previous', size }))

/** The steps through so many posts to the last page, back to the first, and once more to the second. All pages have one size. */
export function wholeWay(count: number, size: number): Step[] {
  const further = Array<number>(Math.max(0, Math.ceil(count / size) - 1)).fill(size)
  return [...there(...further), ...back(...further), ...there(...further.slice(0, 1))]
}

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

/** That each page of a walk is the one that the specification says. */
export function expectWalk(
  expect: Expect,
  responses: Readonly<Record<string, Exchange>>,
  name: string,
  steps: readonly Step[],
): void {
  const [first, ...others] = ['next', ...steps.map(({ way }) => way)].map(
    (_, index) => responses[`${name} ${index}`] as Exchange,
  )
  expect.page(first as Exchange)
  for (const [index, page] of others.entries()) {
    const from = responses[`${name} ${index}`] as Exchange
    expect.page(page, steps[index]?.way === 'next' ? { after: from } : { before: from })
  }
}
