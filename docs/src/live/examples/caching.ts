import { createFeed } from '@photofeed/sdk'
import { cachedFetch } from '@photofeed/sdk/cache'
import { apiKey, baseUrl } from './settings.ts'

const store = new Map()
const feed = createFeed({
  baseUrl,
  apiKey,
  fetch: cachedFetch({ store }),
  onResponse({ headers }) {
    console.log(headers['x-photofeed-cache'])
  },
})
await feed.me({ pageSize: 4 })
const again = await feed.me({ pageSize: 4 })

console.log(again.posts)
