import type { FeedHost } from '../view/context.ts'

const readKeys = new Set<string | null>()

/**
 * Loads the script of a feed whose key has stopped working, once for each key: a cached script may have the key of before.
 * Loaded on demand.
 */
export async function readFeedAgain({ src, feed, apiKey }: FeedHost): Promise<void> {
  if (readKeys.has(apiKey)) return
  readKeys.add(apiKey)
  const script = document.createElement('script')
  script.src = `${src}/f/${feed}.js?${Date.now()}`
  await new Promise((resolve) => {
    script.onload = script.onerror = resolve
    document.head.append(script)
  })
}
