import type { StoredPost } from '@photofeed/core'

/**
 * The posts of each import that gives a listing its stored order; at least one, since an empty feed is imported too.
 * An import stores what it brings from the end of the listing to its start, so another one began wherever the stored
 * order goes back toward the end.
 */
export function importBatches(listing: readonly StoredPost[]): StoredPost[][] {
  const stored = listing
    .map((post, place) => ({ post, place }))
    .sort((one, other) => one.post.position - other.post.position)
  const batches: StoredPost[][] = [[]]
  let before = listing.length
  for (const { post, place } of stored) {
    if (place > before) batches.push([])
    batches.at(-1)?.unshift(post)
    before = place
  }
  return batches
}
