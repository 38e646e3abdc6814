import { createFeed } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const { posts } = await feed.me({
  pageSize: 4,
  format: 'webp',
})

console.log(posts)
for (const post of posts) {
  console.log(imageAttributes(post, { sizes: '33vw' }))
}
