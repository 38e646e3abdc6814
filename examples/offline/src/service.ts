/// <reference types="vite/client" />
import type { FeedOptions } from '@photofeed/sdk'

/**
 * Where the feed is. In development that is a mock in this very page; Vite puts `false` for the condition
 * when it builds, so that nothing of the mock is in what visitors load.
 */
export async function findService(): Promise<FeedOptions> {
  if (import.meta.env.DEV) {
    const { startMock } = await import('./mock/start-mock.ts')
    return startMock()
  }
  return { baseUrl: import.meta.env.VITE_FEED_URL, apiKey: import.meta.env.VITE_FEED_KEY }
}
