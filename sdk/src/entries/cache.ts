/**
 * A `fetch` for `createFeed` that caches pages, revalidates them, and returns the last ones while the service is down.
 *
 * @module
 */

export type { CacheStore } from './cache-entry.ts'
export { type CachedFetchOptions, cachedFetch } from './cached-fetch.ts'
