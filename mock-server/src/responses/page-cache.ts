import type { PageCache, RenderedPage } from '@photofeed/core'

const maximumPages = 100

export function createPageCache(): PageCache {
  const pages = new Map<string, RenderedPage>()
  return {
    get: (key) => pages.get(key),
    set(key, page) {
      const [oldest] = pages.keys()
      if (pages.size >= maximumPages && oldest !== undefined) pages.delete(oldest)
      pages.set(key, { ...page, isCached: true })
    },
  }
}
