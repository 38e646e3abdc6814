import { type Account, type Connection, createFeed, type Post } from '@photofeed/sdk'

/** A feed as it was when the site was built. */
export interface WholeFeed {
  account: Account
  connection: Connection
  posts: Post[]
}

/** Reads the feed of PHOTOFEED_URL and PHOTOFEED_KEY. The key is used here and stays here. */
export async function wholeFeed(): Promise<WholeFeed> {
  const { PHOTOFEED_URL: baseUrl = '', PHOTOFEED_KEY: apiKey = '' } = process.env
  const feed = createFeed({ baseUrl, apiKey })
  const { account, connection } = await feed.accounts()
  const posts: Post[] = []
  for await (const post of feed.posts({ format: 'webp' })) posts.push(post)
  return { account, connection, posts }
}
