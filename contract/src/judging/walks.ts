// Walks through a feed page by page, and what the posts of one must be.
import type { Schemas } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { me, type Query, type RequestSpec } from '../http/request-spec.ts'
import { beginsWithPosts, hasPosts } from './comparison.ts'
import { type Finding, same } from './finding.ts'
import { pageOf } from './responses.ts'

type Post = Schemas['Post']
type Responses = Record<string, Exchange>

export const time = ({ timestamp }: Post) => Date.parse(timestamp)
export const ids = (all: readonly Post[]) => all.map(({ id }) => id)

/** Requests of pages that follow each other, called `name0`, `name1` and so on; `count` posts fit on them. */
export function walk(
  name: string,
  query: Query,
  count: number,
  pages: number,
): Record<string, RequestSpec> {
  const size = Math.ceil(count / pages)
  const requests = Array.from({ length: Math.ceil(count / size) }, (_, index) => {
    const cursor = { 'page[cursor]': `{${name}${index - 1}.pagination.nextCursor}` }
    const spec = me({ ...query, 'page[size]': size, ...(index > 0 ? cursor : {}) })
    return [`${name}${index}`, spec] as const
  })
  return Object.fromEntries(requests)
}

export function pagesOf(responses: Responses, name: string): Exchange[] {
  return Object.entries(responses)
    .filter(([key]) => key.replace(/\d+$/, '') === name)
    .map(([, page]) => page)
}

export function postsOf(responses: Responses, name: string): Post[] {
  return pagesOf(responses, name).flatMap((page) => pageOf(page).posts)
}

/** That the posts of the second walk are those of the first, reversed. */
export function reversed(
  responses: Responses,
  [first, second]: readonly [string, string],
  order: (all: Post[]) => string[],
): Finding[] {
  const last = pagesOf(responses, second).at(-1) as Exchange
  const expected = order(postsOf(responses, first))
  return same(
    last,
    'posts[].id, reversed',
    expected,
    order(postsOf(responses, second).toReversed()),
  )
}

/** Ids, sorted where times are equal: the specification does not say which of these posts is first. */
export function byTime(all: Post[]): string[] {
  const groups = new Map<number, Post[]>()
  for (const post of all) groups.set(time(post), [...(groups.get(time(post)) ?? []), post])
  return [...new Set([...groups.values()].flatMap((same) => ids(same).sort()))]
}

/** That the pages of a walk together have these posts, in this order; more may follow on the last one. */
export function tiled(responses: Responses, name: string, expected: readonly Post[]): Finding[] {
  let start = 0
  const pages = pagesOf(responses, name)
  return pages.flatMap((page, index) => {
    const rest = expected.slice(start)
    const { length } = pageOf(page).posts
    start += length
    const isLast = index === pages.length - 1
    return isLast ? beginsWithPosts(page, rest) : hasPosts(page, rest.slice(0, length))
  })
}
