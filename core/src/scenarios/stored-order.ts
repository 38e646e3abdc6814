import type { StoredPost } from '../store.ts'
import type { ListedPost } from './posts.ts'

/**
 * Gives each post its position as imports do: a first import stores what it finds, oldest first, and a later one
 * does the same with what the first did not have. `isLater` decides by the place in the listing.
 */
export function inStoredOrder(
  listing: readonly ListedPost[],
  isLater: (place: number) => boolean,
): StoredPost[] {
  const oldestFirst = listing.map((post, place) => ({ post, place })).reverse()
  const first = oldestFirst.filter(({ place }) => !isLater(place))
  const later = oldestFirst.filter(({ place }) => isLater(place))
  return [...first, ...later]
    .map(({ post, place }, index) => ({ post: { ...post, position: index + 1 }, place }))
    .sort((one, other) => one.place - other.place)
    .map(({ post }) => post)
}
