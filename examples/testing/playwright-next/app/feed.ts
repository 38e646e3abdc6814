import { createFeed } from '@photofeed/sdk'
import { cookies } from 'next/headers'

const selection = 'x-photofeed-scenario'

export const feed = createFeed({
  baseUrl: process.env.PHOTOFEED_URL ?? '',
  apiKey: process.env.PHOTOFEED_KEY ?? '',
  // The browser of a test selects its account of the mock with a cookie.
  async onRequest({ headers }) {
    const scenario = (await cookies()).get(selection)?.value
    if (scenario) headers[selection] = scenario
  },
})
