import type { PageCache, RenderedPage } from '@photofeed/core'
import { LRUCache } from 'lru-cache'

const maximumBytes = 64 * 1024 * 1024
/** What an entry costs beside its body and key. */
const overheadBytes = 300

/** Keeps the pages that were asked for last, bounded by the bytes that they hold. */
export function createPageCache(): PageCache {
  return new LRUCache<string, RenderedPage>({
    maxSize: maximumBytes,
    sizeCalculation: (page, key) => page.body.byteLength + key.length * 2 + overheadBytes,
  })
}
