import { createFeed } from '@photofeed/sdk'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const { posts, connection } = await feed.me({ pageSize: 4 })

if (connection.stale) {
  console.warn(connection.explanation)
  console.warn(connection.lastFetchedAt)
}
console.log(posts)
