import { extname } from 'node:path'
import { type Account, type Connection, createFeed, type Post } from '@photofeed/sdk'
import { imageProps } from '@photofeed/sdk/images'

export interface SitePost {
  post: Post
  /** The downloaded picture; null if the post has none, or if its download failed. */
  picture: { file: string; alt: string; bytes: Uint8Array<ArrayBuffer> } | null
}

/** A feed with its pictures at the time of the build. */
export interface SiteFeed {
  account: Account
  connection: Connection
  posts: SitePost[]
}

let feed: Promise<SiteFeed> | undefined

/** Reads the feed of PHOTOFEED_URL and PHOTOFEED_KEY once, for all pages and pictures of the site. */
export function loadFeed(): Promise<SiteFeed> {
  const { PHOTOFEED_URL: baseUrl = '', PHOTOFEED_KEY: apiKey = '' } = process.env
  feed ??= readFeed(baseUrl, apiKey)
  return feed
}

export async function readFeed(baseUrl: string, apiKey: string): Promise<SiteFeed> {
  const feed = createFeed({ baseUrl, apiKey })
  const { account, connection } = await feed.account()
  const posts: SitePost[] = []
  for await (const page of feed.posts({ pageSize: 50, format: 'webp' }).pages()) {
    // Only the pictures of one page at a time, to limit the number of connections.
    posts.push(...(await Promise.all(page.posts.map(withPicture))))
  }
  return { account, connection, posts }
}

async function withPicture(post: Post): Promise<SitePost> {
  const props = imageProps(post, { width: 768 })
  // A missing picture must not fail the whole build.
  const bytes = props && (await download(props.src).catch(() => null))
  if (!bytes) return { post, picture: null }
  const file = `${post.id.replace(/\W/g, '_')}${extname(new URL(props.src).pathname)}`
  return { post, picture: { file, alt: props.alt, bytes } }
}

async function download(url: string) {
  const response = await fetch(url)
  return response.ok ? response.bytes() : null
}
