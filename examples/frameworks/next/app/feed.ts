import { createFeed } from '@photofeed/sdk'

/** For server and browser: the key can only read. */
export const feed = createFeed({
  baseUrl: process.env.NEXT_PUBLIC_FEED_URL ?? '',
  apiKey: process.env.NEXT_PUBLIC_FEED_KEY ?? '',
})
