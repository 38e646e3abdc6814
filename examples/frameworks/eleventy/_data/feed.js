import { createFeed } from '@photofeed/sdk'
import { imageAttributes } from '@photofeed/sdk/images'

process.loadEnvFile()
const feed = createFeed({ baseUrl: process.env.PHOTOFEED_URL, apiKey: process.env.PHOTOFEED_KEY })

export default async function readFeed() {
  const { account, posts } = await feed.me({ pageSize: 12 })
  return { account, posts: posts.map((post) => ({ ...post, image: imageAttributes(post) })) }
}
