import type { FeedOptions, FetchFunction } from '../client/options.ts'
import { type Pace, realPace } from '../client/pace.ts'
import { isPhotofeedError } from '../errors/errors.ts'
import { createPacedFeed } from '../feed/feed.ts'
import type { FeedPost, Include, PostSelection } from '../feed/selection.ts'
import type { CacheStore } from './cache-entry.ts'
import { createCachedFetch } from './cached-fetch.ts'

/** Options of {@link photofeedLoader}: the service, and which posts to load. */
export interface PhotofeedLoaderOptions<Included extends Include = Include>
  extends Pick<FeedOptions, 'baseUrl' | 'apiKey'>,
    Omit<PostSelection<Included>, 'pageSize' | 'cursor'> {
  /** The maximum number of posts. @default 100 */
  readonly limit?: number | undefined
}

/** The `data` of an entry. */
export type PostEntry<Included extends Include = undefined> = FeedPost<Included> & {
  /** The position in the feed, from 0. `getCollection` does not keep the order: sort by this. */
  order: number
}

/** What the loader uses of the context that Astro passes. */
export interface AstroLoaderContext {
  readonly store: {
    get(id: string): { digest?: string | number | undefined } | undefined
    set(entry: { id: string; data: Record<string, unknown>; digest: string }): boolean
    delete(id: string): void
    keys(): string[]
  }
  readonly meta: {
    get(key: string): string | undefined
    set(key: string, value: string): void
    delete(key: string): void
  }
  readonly logger: { warn(message: string): void }
  parseData<Data extends Record<string, unknown>>(entry: { id: string; data: Data }): Promise<Data>
  generateDigest(data: Record<string, unknown> | string): string
}

/** A loader for `defineCollection` of Astro 5 and later. */
export interface PhotofeedLoader {
  name: string
  load(context: AstroLoaderContext): Promise<void>
}

/**
 * Returns a content loader for Astro. Each post is an entry: its `id` is the post's, its `data` a {@link PostEntry}. A build
 * requests only what has changed, and removes the posts that are gone. If the service is down, it uses the entries of the
 * last one and logs a warning. Without any, or when the service rejects the request, `load` throws what `feed.me()` throws.
 *
 * @example
 * // src/content.config.ts
 * const photos = defineCollection({ loader: photofeedLoader({ baseUrl, apiKey, limit: 30 }) })
 * export const collections = { photos }
 *
 * // in a page
 * const photos = (await getCollection('photos')).sort((a, b) => a.data.order - b.data.order)
 */
export function photofeedLoader(options: PhotofeedLoaderOptions): PhotofeedLoader {
  return createLoader(options, realPace)
}

/** `photofeedLoader` with an injected clock and `fetch`, for tests. */
export function createLoader(
  { baseUrl, apiKey, limit = 100, ...selection }: PhotofeedLoaderOptions,
  pace: Pace,
  fetch?: FetchFunction,
): PhotofeedLoader {
  return {
    name: '@photofeed/sdk/astro',
    async load({ store, meta, logger, parseData, generateDigest }) {
      const pages = createPageStore(meta)
      const feed = createPacedFeed(
        {
          baseUrl,
          apiKey,
          // The entries are the stale pages.
          fetch: createCachedFetch({ store: pages, staleIfError: 0, fetch }, pace),
          // A build shows the newest posts; an unchanged page costs a 304.
          fetchOptions: { cache: 'no-cache' },
        },
        pace,
      )
      const ids = store.keys()
      const posts = await feed
        .posts(selection)
        .toArray({ limit })
        .catch((error) => {
          const isDown = isPhotofeedError(error) && (error.retryable || error.code === 'UNREADABLE')
          if (!isDown || ids.length === 0) throw error
          logger.warn(
            `The service failed, so the posts of the last build are used. ${error.message}`,
          )
          return null
        })
      if (!posts) return
      for (const [order, post] of posts.entries()) {
        const { id } = post
        const data = { ...post, order }
        const digest = generateDigest(data)
        if (store.get(id)?.digest === digest) continue
        store.set({ id, data: await parseData({ id, data }), digest })
      }
      const current = new Set(posts.map(({ id }) => id))
      for (const id of ids) if (!current.has(id)) store.delete(id)
      pages.deleteUnused()
    },
  }
}

const keysName = 'keys'

/** A store for the pages that deletes those of earlier builds: `meta` cannot list its keys, and cursors change. */
function createPageStore(meta: AstroLoaderContext['meta']): CacheStore & { deleteUnused(): void } {
  const used = new Set<string>()
  return {
    get(key) {
      used.add(key)
      return meta.get(key)
    },
    set: (key, value) => meta.set(key, value),
    delete: (key) => meta.delete(key),
    deleteUnused() {
      for (const key of meta.get(keysName)?.split(' ') ?? []) if (!used.has(key)) meta.delete(key)
      meta.set(keysName, [...used].join(' '))
    },
  }
}
