import { LRUCache } from 'lru-cache'
import type { PageCache, RenderedPage } from '../request.ts'

const maximumBytes = 32 * 1024 * 1024
/** A few pages of several megabytes would evict those of all other accounts. */
const maximumPageBytes = maximumBytes / 8
/** What an entry costs beside its body and key. */
const overheadBytes = 600
/** Characters of the keys of pages that were rendered once. GraphQL's contain the document: a longer one is never cached. */
const maximumKeyLength = 2_000_000

/** For the bodies of cached pages: adds bytes to the size of their entry. */
const growths = new WeakMap<Uint8Array, (bytes: number) => void>()

/** Counts a compressed copy, which lives as long as the cached body, within the limit of the body's cache. */
export function countCopy(body: Uint8Array, bytes: number): void {
  growths.get(body)?.(bytes)
}

/**
 * Creates a cache of pages with a limit of bytes. A page is cached when it is rendered for the second time: a client that
 * fetches a whole feed requests each page once, and would only evict what others request again.
 */
export function createPageCache(): PageCache {
  const seen = new LRUCache<string, true>({
    maxSize: maximumKeyLength,
    sizeCalculation: (_, key) => key.length + 100,
    maxEntrySize: 10_000,
  })
  const pages = new LRUCache<string, RenderedPage>({ maxSize: maximumBytes })

  function store(key: string, page: RenderedPage) {
    let size = page.body.length + key.length * 2 + overheadBytes
    if (size > maximumPageBytes) return
    let entry = { ...page, isCached: true }
    pages.set(key, entry, { size })
    growths.set(page.body, (bytes) => {
      if (pages.peek(key) !== entry) return
      size += bytes
      // The size of a value that is set again would stay the same.
      entry = { ...entry }
      pages.set(key, entry, { size })
    })
  }

  return {
    get: pages.get.bind(pages),
    set(key, page) {
      if (seen.has(key)) store(key, page)
      else seen.set(key, true)
    },
  }
}
