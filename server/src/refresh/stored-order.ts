import type { ImportedPost } from '../db/ports.ts'

/** Where the posts that an account has stand in its stored order. */
export interface OrderedPosts {
  /** The highest position that a post ever had. */
  highest: number
  /** Null when there is no post. */
  lowest: number | null
  /** When the newest one was published. */
  newest: number | null
  /** Whether a complete listing was never stored. */
  isFirstImport: boolean
}

/** New posts in the sequence in which they are stored, each at the next position. */
export interface Placement {
  posts: ImportedPost[]
  nextPosition(): number
}

// The platform lists at most 10,000 posts, so there is room for all that are older than the first one stored.
const firstPosition = 1_000_000

/**
 * The stored order is oldest first within the first import, and then as posts appear. The platform lists the newest
 * first and every page is served at once, so a first import goes down from where it began; what was published since,
 * and everything after the first import, goes up.
 */
export function placePosts(
  posts: readonly ImportedPost[],
  { highest, lowest, newest, isFirstImport }: OrderedPosts,
): { older: Placement; newer: Placement; highest(): number } {
  const isOlder = (post: ImportedPost) =>
    isFirstImport && (newest === null || post.publishedAt <= newest)
  let low = lowest ?? firstPosition + 1
  let high = Math.max(highest, lowest === null && isFirstImport ? firstPosition : 0)
  return {
    older: {
      posts: newestFirst(posts.filter(isOlder)),
      nextPosition: () => {
        low -= 1
        return low
      },
    },
    newer: {
      posts: newestFirst(posts.filter((post) => !isOlder(post))).reverse(),
      nextPosition: () => {
        high += 1
        return high
      },
    },
    highest: () => high,
  }
}

/** Of two equal times the platform lists the newer first. */
function newestFirst(posts: ImportedPost[]): ImportedPost[] {
  return posts.toSorted((one, other) => other.publishedAt - one.publishedAt)
}
