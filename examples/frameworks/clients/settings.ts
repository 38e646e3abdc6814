import { createFeed } from '@photofeed/sdk'

const { PHOTOFEED_URL: baseUrl = '', PHOTOFEED_KEY: apiKey = '' } = process.env
if (!baseUrl || !apiKey) throw new Error('Set PHOTOFEED_URL and PHOTOFEED_KEY.')

/** Its `fetch` adds the key, retries, and ends what takes too long. */
export const feed = createFeed({ baseUrl, apiKey })

export { baseUrl }
