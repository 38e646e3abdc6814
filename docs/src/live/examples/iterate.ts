import { createFeed } from '@photofeed/sdk'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const captioned = feed.posts({ type: 'IMAGE', pageSize: 8 }).filter((post) => post.caption !== null)

for await (const post of captioned.take(5)) {
  console.log(`${post.caption}`)
}
