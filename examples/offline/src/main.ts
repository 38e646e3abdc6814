/// <reference types="vite/client" />
import type { FeedOptions } from '@photofeed/sdk'

/**
 * Returns the mock in development, and the service of `.env.production` in a build. Vite replaces the condition with
 * `false` in a build and then removes the import, so that visitors load nothing of the mock.
 */
async function findService(): Promise<FeedOptions> {
  if (import.meta.env.DEV) {
    const { startMock } = await import('./mock.ts')
    return startMock()
  }
  return { baseUrl: import.meta.env.VITE_PHOTOFEED_URL, apiKey: import.meta.env.VITE_PHOTOFEED_KEY }
}

const { baseUrl, apiKey } = await findService()
const feed = document.createElement('photo-feed')
feed.setAttribute('src', `${baseUrl}`)
feed.setAttribute('api-key', apiKey)
// Visitors need not know that the owner has to reconnect the account.
if (import.meta.env.DEV) feed.setAttribute('owner-notice', '')
document.querySelector('main')?.append(feed)
