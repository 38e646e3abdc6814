import { createFeed } from '@photofeed/sdk'

/** Pass the `fetch` of a `load` function: SvelteKit then sends the response to the browser, which does not read it again. */
export const createSiteFeed = (fetch?: typeof globalThis.fetch) =>
  createFeed({
    baseUrl: import.meta.env.VITE_FEED_URL,
    apiKey: import.meta.env.VITE_FEED_KEY,
    fetch,
  })
