import { createFeed } from '@photofeed/sdk'

export const feed = createFeed({
  baseUrl: import.meta.env.VITE_PHOTOFEED_URL,
  apiKey: import.meta.env.VITE_PHOTOFEED_KEY,
})
