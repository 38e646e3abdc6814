/**
 * A content loader for Astro: the posts of a feed as the entries of a collection.
 *
 * @module
 */

export type { AstroLoaderContext, PostEntry } from './astro-loader.ts'
export {
  type PhotofeedLoader,
  type PhotofeedLoaderOptions,
  photofeedLoader,
} from './astro-loader.ts'
