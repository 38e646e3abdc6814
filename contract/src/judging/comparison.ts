// Pages are compared by the ids of their posts: a difference in one field of a post is not told as another page.
import type { Exchange } from '../http/exchange.ts'
import { pageOf } from './answers.ts'
import { type Finding, same } from './finding.ts'

export function idsOf(exchange: Exchange): string[] {
  return pageOf(exchange).posts.map(({ id }) => id)
}

/** That the page holds exactly these posts in this order. */
export function holdsPosts(exchange: Exchange, posts: readonly { id: string }[]): Finding[] {
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

/** That two pages hold the same posts in the same order. */
export function samePosts(exchange: Exchange, other: Exchange): Finding[] {
  return same(exchange, 'posts[].id', idsOf(other), idsOf(exchange))
}
