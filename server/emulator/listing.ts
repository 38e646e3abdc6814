import type { Media, StoredPost } from '@photofeed/core'
import type { EmulatedUser } from './emulated-users.ts'
import type { Json } from './faults.ts'
import { type Fields, select } from './fields.ts'
import type { MediaUrls } from './media-urls.ts'
import { postJson } from './platform-json.ts'

interface ListingQuery {
  fields: Fields
  limit: number
  after: string | null
  /** The URL of the next page, given its cursor. */
  next(after: string): string
}

/** Returns a page of a user's posts, and the post that the next page starts with; null on the last page. */
export function listingPage(
  user: EmulatedUser,
  urls: MediaUrls,
  { fields, limit, after, next }: ListingQuery,
): { json: Json; nextPost: StoredPost | null } {
  const start = after === null ? 0 : placeBehind(user.posts, after)
  const posts = user.posts.slice(start, start + limit)
  const nextPost = user.posts[start + limit] ?? null
  const data = posts.map((post) => select(postJson(withSignedMedia(post, user, urls)), fields))
  const [first, last] = [posts.at(0), posts.at(-1)]
  if (!first || !last) return { json: { data }, nextPost }
  const cursors = { before: cursorOf(first), after: cursorOf(last) }
  const more = nextPost && { next: next(cursors.after) }
  return { json: { data, paging: { cursors, ...more } }, nextPost }
}

/** Returns a cursor, which stays valid if its post is deleted. */
function cursorOf({ publishedAt, id }: StoredPost): string {
  return Buffer.from(`${publishedAt}:${id}`).toString('base64url')
}

function placeBehind(posts: readonly StoredPost[], cursor: string): number {
  const [time, id] = Buffer.from(cursor, 'base64url').toString().split(':')
  const place = posts.findIndex((post) => post.id === id)
  if (place >= 0) return place + 1
  const older = posts.findIndex(({ publishedAt }) => publishedAt <= Number(time))
  return older < 0 ? posts.length : older
}

/** URLs that work for as long as the platform's do. */
function withSignedMedia(post: StoredPost, { userId }: EmulatedUser, urls: MediaUrls): StoredPost {
  const signed = ({ platformUrl }: Media): Media => ({
    file: null,
    platformUrl: urls.sign(userId, platformUrl),
  })
  const withMedia = <Item extends Pick<StoredPost, 'media' | 'thumbnail'>>(item: Item): Item => ({
    ...item,
    media: signed(item.media),
    thumbnail: item.thumbnail && signed(item.thumbnail),
  })
  return { ...withMedia(post), children: post.children.map(withMedia) }
}
