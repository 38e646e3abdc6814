import { createFeed } from '@photofeed/sdk'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const { posts } = await feed.me({
  type: 'VIDEO',
  publishedAfter: new Date('2026-01-01'),
  publishedBefore: '2026-10-31',
  sort: 'published_at',
  pageSize: 6,
})

console.log(posts)
for (const { timestamp } of posts) console.log(timestamp)
