import { createFeed } from '@photofeed/sdk'
import { rss } from '@photofeed/sdk/rss'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const { channel, items } = await rss(feed)

console.log(channel)
for (const item of items.slice(0, 3)) {
  console.log(`${item.timestamp} ${item.title}`)
}
console.log(items[0])
