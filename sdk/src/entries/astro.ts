/**
 * A content loader for Astro: the posts of a feed as the entries of a collection.
 *
 * @module
 */

export { type PhotofeedLoaderOptions, type PostEntry, photofeedLoader } from './astro-loader.ts'
