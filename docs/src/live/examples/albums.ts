import { createFeed } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const { posts } = await feed.me({
  type: 'CAROUSEL_ALBUM',
  include: ['children'],
  pageSize: 2,
})

for (const { caption, children } of posts) {
  console.log(caption ?? 'Album')
  for (const item of children) {
    console.log(`${item.mediaType} ${imageAttributes(item)?.src}`)
  }
  console.log(children)
}
