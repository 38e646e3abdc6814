import { PlatformError } from './platform-problems.ts'
import { readResponse } from './platform-reading.ts'
import type { SendToPlatform } from './platform-requests.ts'
import {
  childSchema,
  commentSchema,
  id,
  permissions as known,
  listingSchema,
  type PlatformPost,
  postSchema,
} from './platform-schema.ts'

/** One page of an account's posts, as the platform lists them: newest first, no post twice. */
export interface MediaPage {
  posts: PlatformPost[]
  /** Posts that are there but cannot be read; the id is null if not even that can be. */
  leftOut: { id: string | null }[]
  /**
   * Whether everything that the account has was listed, up to and with this page: only then is a post that no page
   * named gone from the platform.
   */
  complete: boolean
  /** Where the next page starts; null if there is none, or if the platform does not name it. */
  next: ListingPlace | null
}

/** A place between two pages, where a listing can continue, also in another process. */
export interface ListingPlace {
  /** The platform's cursor. */
  after: string
  /** How many posts the pages before it listed, and how many of those have no id that can be read. */
  listed: number
  nameless: number
}

export interface ListingOptions {
  /** Those that the owner granted; comments are requested only with theirs. */
  permissions: readonly string[]
  /** The place to start from; by default the newest post. */
  from?: ListingPlace | null
  signal?: AbortSignal | undefined
}

const operation = 'posts'
const pageSize = 50
/** The platform lists no more than these, and does not say which posts are older. */
const maximumPosts = 10_000
/** Pages may be short, even empty, and are still followed by others. */
const maximumPages = 1000

/** Every field that the schemas read is requested; comments need a permission of their own. */
const { children: _, comments: __, ...postFields } = postSchema.shape
const names = (shape: object) => Object.keys(shape).join(',')
const fields = `${names(postFields)},children{${names(childSchema.shape)}}`
const comments = `comments{${names(commentSchema.shape)}}`

/** Lists an account's posts from the newest to the oldest. */
export async function* listMedia(
  send: SendToPlatform,
  graph: string,
  token: string,
  { permissions, from = null, signal }: ListingOptions,
): AsyncGenerator<MediaPage, void, undefined> {
  const query = {
    fields: permissions.includes(known.comments) ? `${fields},${comments}` : fields,
    limit: String(pageSize),
    access_token: token,
  }
  const seenIds = new Set<string>()
  const seenCursors = new Set<string>()
  let after = from?.after ?? null
  let { listed, nameless } = from ?? { listed: 0, nameless: 0 }

  for (let page = 0; page < maximumPages; page += 1) {
    const json = await send({
      operation,
      url: `${graph}/me/media`,
      query: after === null ? query : { ...query, after },
      token,
      signal,
    })
    const { data, paging } = readResponse(listingSchema, json, operation)
    const items = data.slice(0, maximumPosts - listed)
    listed += items.length
    const { posts, leftOut } = readPosts(items, seenIds)
    nameless += leftOut.filter((post) => post.id === null).length
    const isLast = !paging?.next
    const cursor = isLast || listed >= maximumPosts ? null : (paging.cursors?.after ?? null)
    const next = cursor === null ? null : { after: cursor, listed, nameless }
    yield { posts, leftOut, complete: isLast && nameless === 0 && listed < maximumPosts, next }
    if (isLast || listed >= maximumPosts) return
    after = nextCursor(cursor, seenCursors)
  }
  throw new PlatformError('unreadable', { operation, saying: `no end after ${maximumPages} pages` })
}

function readPosts(items: unknown[], seen: Set<string>) {
  const posts: PlatformPost[] = []
  const leftOut: MediaPage['leftOut'] = []
  for (const json of items) {
    const { data } = postSchema.safeParse(json)
    if (!data) {
      leftOut.push({ id: id.safeParse((json as { id?: unknown } | null)?.id).data ?? null })
    } else if (!seen.has(data.id)) {
      seen.add(data.id)
      posts.push(data)
    }
  }
  return { posts, leftOut }
}

/** Never `paging.next`, which contains the token. */
function nextCursor(after: string | null, seen: Set<string>): string {
  if (after !== null && !seen.has(after)) {
    seen.add(after)
    return after
  }
  const saying =
    after === null ? 'a next page without a cursor' : 'a page that leads back to itself'
  throw new PlatformError('unreadable', { operation, saying })
}
