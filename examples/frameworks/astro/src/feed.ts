import { createFeed } from '@photofeed/sdk'

export const feed = createFeed({
  baseUrl: import.meta.env.PUBLIC_PHOTOFEED_URL,
  apiKey: import.meta.env.PUBLIC_PHOTOFEED_KEY,
})
