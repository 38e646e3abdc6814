import { createFeed } from '@photofeed/sdk'

export const feed = createFeed({
  baseUrl: import.meta.env.PUBLIC_FEED_URL,
  apiKey: import.meta.env.PUBLIC_FEED_KEY,
})
