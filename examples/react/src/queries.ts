/// <reference types="vite/client" />
import { createFeed } from '@photofeed/sdk'
import { createFeedQueries } from '@photofeed/sdk/query'

/** Options for the hooks of TanStack Query. */
export const queries = createFeedQueries(
  createFeed({
    baseUrl: import.meta.env.VITE_FEED_URL,
    apiKey: import.meta.env.VITE_FEED_KEY,
  }),
)
