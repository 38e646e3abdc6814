import { createFeed } from '@photofeed/sdk'

export const feed = createFeed({
  baseUrl: import.meta.env.VITE_FEED_URL,
  apiKey: import.meta.env.VITE_FEED_KEY,
})
