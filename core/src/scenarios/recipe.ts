import type { Random } from './random.ts'

/** How to make an account's posts; the same recipe always makes the same. */
export interface Recipe {
  seed: number
  count: number
  /** Milliseconds since the epoch. */
  newest: number
  media: MediaState
  /** Whether some captions are missing, or are what a client may break. */
  hasUnusualCaptions: boolean
  /** Whether the platform gives only the posters of its videos. */
  withheld: boolean
  /** The base of the platform's URLs, without a trailing slash. */
  platformUrl: string
}

/** Stored; not stored, and the platform's URL works or has expired; or recorded as stored, but the file is gone. */
export type MediaState = 'stored' | 'unstored' | 'expired' | 'missing'

/** What a post at a place in the listing is made of. */
export interface Spot {
  recipe: Recipe
  index: number
  publishedAt: number
  random: Random
  /** Beginnings of the captions before, which are used again only when there is no other. */
  openings: Set<string>
}
