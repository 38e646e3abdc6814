import { createFeed } from '@photofeed/sdk'

/** For server and browser: the key can only read. */
export const feed = createFeed({
  baseUrl: process.env.NEXT_PUBLIC_PHOTOFEED_URL ?? '',
  apiKey: process.env.NEXT_PUBLIC_PHOTOFEED_KEY ?? '',
})
