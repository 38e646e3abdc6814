import type { Ordering } from '@photofeed/openapi'
import { matching } from './query.ts'
import type { PostPosition, PostQuery, StoredPost } from './store.ts'

/** The comparison that sorts posts, or places among them, into an ordering. */
export function compareBy(order: Ordering): (a: PostPosition, b: PostPosition) => number {
  const sign = order.direction === 'asc' ? 1 : -1
  if (order.by === 'position') return (a, b) => sign * (a.position - b.position)
  return (a, b) => sign * (a.publishedAt - b.publishedAt || a.position - b.position)
}

/** One page out of a few posts in any sequence; it sorts them each time. */
export function selectPosts(
  posts: readonly StoredPost[],
  query: Omit<PostQuery, 'comments'>,
): StoredPost[] {
  const { after, order, limit } = query
  const compare = compareBy(order)
  const isMatch = matching(query)
  return posts
    .filter((post) => isMatch(post) && (after === null || compare(post, after) > 0))
    .sort(compare)
    .slice(0, limit)
}
