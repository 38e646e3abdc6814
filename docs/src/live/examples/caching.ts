import { createFeed } from '@photofeed/sdk'
import { cachedFetch } from '@photofeed/sdk/cache'
import { apiKey, baseUrl } from './settings.ts'

const store = new Map()
const feed = createFeed({
  baseUrl,
  apiKey,
  fetch: cachedFetch({ store }),
})
await feed.me({ pageSize: 4 })
const again = await feed.me({
  pageSize: 4,
  includeResponse: true,
})

console.log(again.response?.headers['x-photofeed-cache'])
console.log(again.posts)
