import { createFeed } from '@photofeed/sdk'
import { cookies } from 'next/headers'

const selection = 'x-photofeed-scenario'

export const feed = createFeed({
  baseUrl: process.env.PHOTOFEED_URL ?? '',
  apiKey: process.env.PHOTOFEED_KEY ?? '',
  // The browser of a test selects its account of the mock with a cookie.
  async fetch(url, init) {
    const headers = new Headers(init?.headers)
    const scenario = (await cookies()).get(selection)?.value
    if (scenario) headers.set(selection, scenario)
    return fetch(url, { ...init, headers })
  },
})
