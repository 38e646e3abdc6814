// Pages are compared by the ids of their posts: a difference in one field of a post is not reported as another page.
import type { Exchange } from '../http/exchange.ts'
import { type Finding, same } from './finding.ts'
import { pageOf } from './responses.ts'

export function idsOf(exchange: Exchange): string[] {
  return pageOf(exchange).posts.map(({ id }) => id)
}

/** Findings unless the page contains exactly these posts in this order. */
export function hasPosts(exchange: Exchange, posts: readonly { id: string }[]): Finding[] {
  return same(
    exchange,
    'posts[].id',
    posts.map(({ id }) => id),
    idsOf(exchange),
  )
}

/** That the page begins with these posts; what follows was not on the page that they were taken from. */
export function beginsWithPosts(exchange: Exchange, posts: readonly { id: string }[]): Finding[] {
  return same(
    exchange,
    'posts[].id',
    posts.map(({ id }) => id),
    idsOf(exchange).slice(0, posts.length),
  )
}

/** Findings unless two pages contain the same posts in the same order. */
export function samePosts(exchange: Exchange, other: Exchange): Finding[] {
  return same(exchange, 'posts[].id', idsOf(other), idsOf(exchange))
}
