import { LRUCache } from 'lru-cache'
import type { PageCache, RenderedPage } from '../request.ts'

const keptBytes = 32 * 1024 * 1024
/** What an entry costs beside its body and key. */
const overheadBytes = 600
const rememberedKeys = 10_000

/**
 * Keeps the pages that are asked for again, bounded by the bytes that they hold. A page is kept when it is
 * rendered for the second time: a walk over a whole feed asks for each of its pages once, and would only
 * push out what others come back for.
 */
export function createPageCache(): PageCache {
  const seen = new LRUCache<string, true>({ max: rememberedKeys })
  const pages = new LRUCache<string, RenderedPage>({
    maxSize: keptBytes,
    sizeCalculation: (page, key) => page.body.length + key.length * 2 + overheadBytes,
  })
  return {
    get: (key) => pages.get(key),
    set(key, page) {
      // Only what stays becomes bytes: as text, the garbage of a walk is collected far sooner.
      if (seen.has(key)) pages.set(key, { ...page, body: Buffer.from(page.body) })
      else seen.set(key, true)
    },
  }
}
