import type { Ordering } from '@photofeed/openapi'
import type { PostFilter, PostPosition, PostQuery, StoredPost } from './store.ts'

/** Selects every post. */
export const noFilter: PostFilter = { type: null, publishedAfter: null, publishedBefore: null }

/** Returns the test of which posts a filter lets through; both of its dates are inclusive. */
export function matching({
  type,
  publishedAfter,
  publishedBefore,
  ...unread
}: PostFilter): (post: Pick<StoredPost, 'mediaType' | 'publishedAt'>) => boolean {
  // A type error here names a filter that selects nothing yet.
  unread satisfies Record<string, never>
  return (post) =>
    (type === null || post.mediaType === type) &&
    (publishedAfter === null || post.publishedAt >= publishedAfter) &&
    (publishedBefore === null || post.publishedAt <= publishedBefore)
}

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
