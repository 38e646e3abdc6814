import { PlatformError } from './platform-problems.ts'
import type { SendToPlatform } from './platform-requests.ts'
import {
  childSchema,
  commentSchema,
  id,
  permissions as known,
  listingSchema,
  type PlatformPost,
  postSchema,
  readResponse,
} from './platform-schema.ts'

/** One page of an account's posts, as the platform lists them: newest first, no post twice. */
export interface MediaPage {
  posts: PlatformPost[]
  /** Posts that are there but cannot be read; the id is null if not even that can be. */
  leftOut: { id: string | null }[]
  /** Whether comments were requested, so that those that are missing were deleted. */
  hasComments: boolean
  /** Whether the account has no more than was listed: only then is a post that no page named gone from the platform. */
  complete: boolean
  /** Where the next page starts; null if there is none, or if the platform does not name it. */
  next: ListingPlace | null
}

/** A place between two pages, where a listing can continue, also in another process. */
export interface ListingPlace {
  after: string
  /** How many posts the pages before it listed, and how many of those have no id that can be read. */
  listed: number
  nameless: number
}

interface ListingOptions {
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
const listedFields = [
  ...fieldsIn('post', { shape: postFields }),
  ...fieldsIn('children', childSchema),
  ...fieldsIn('comments', commentSchema),
]
/** Those without which there is no feed. */
const coreFields = [
  ...['post.id', 'post.caption', 'post.media_type', 'post.media_url'],
  ...['post.permalink', 'post.timestamp'],
  ...['children.id', 'children.media_type', 'children.media_url'],
  ...['comments.id', 'comments.text', 'comments.timestamp'],
]

interface ListingParts {
  send: SendToPlatform
  /** The address of the graph, with its version. */
  graph: string
  /** Whether comments are requested of owners who permit it. */
  comments: boolean
  /** Is called with fields that the platform does not know, which are no longer requested. */
  onUnknownFields(fields: string[]): void
}

/** Creates the function that lists an account's posts from the newest to the oldest. */
export function createMediaListing({ send, graph, comments, onUnknownFields }: ListingParts) {
  return async function* listMedia(
    token: string,
    { permissions, from = null, signal }: ListingOptions,
  ): AsyncGenerator<MediaPage, void, undefined> {
    const seenIds = new Set<string>()
    const seenCursors = new Set<string>()
    let after = from?.after ?? null
    let { listed, nameless } = from ?? { listed: 0, nameless: 0 }
    let limit = pageSize
    let hasComments = comments && permissions.includes(known.comments)
    const requestFields = requestingFields(listedFields, coreFields, onUnknownFields)

    const requestPage = () =>
      requestFields((fields) => {
        const selected = [...fieldsOf('post', fields), `children{${fieldsOf('children', fields)}}`]
        if (hasComments) selected.push(`comments{${fieldsOf('comments', fields)}}`)
        const query = { fields: selected.join(), limit: String(limit), access_token: token }
        const url = `${graph}/me/media`
        return send({
          ...{ operation, url, token, signal },
          query: after === null ? query : { ...query, after },
        })
      })

    /** Requests less if the platform rejects the comments, or cannot send a page of this size. */
    async function request(): Promise<unknown> {
      for (;;) {
        try {
          return await requestPage()
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error
          if (error.problem === 'too-much-data' && limit > 1) {
            limit = Math.floor(limit / 2)
          } else if (error.kind === 'permission' && hasComments) {
            hasComments = false
          } else throw error
        }
      }
    }

    // A page of a single post counts as a fiftieth.
    for (let pages = 0; pages < maximumPages; pages += limit / pageSize) {
      const { data, paging } = readResponse(listingSchema, await request(), operation)
      limit = Math.min(limit * 2, pageSize)
      const items = data.slice(0, maximumPosts - listed)
      listed += items.length
      const { posts, leftOut } = readPosts(items, seenIds)
      nameless += leftOut.filter((post) => post.id === null).length
      const isLast = !paging?.next
      const cursor = isLast || listed >= maximumPosts ? null : (paging.cursors?.after ?? null)
      const next = cursor === null ? null : { after: cursor, listed, nameless }
      const complete = isLast && nameless === 0 && listed < maximumPosts
      yield { posts, leftOut, hasComments, complete, next }
      if (isLast || listed >= maximumPosts) return
      after = nextCursor(cursor, seenCursors)
    }
    throw new PlatformError('unreadable', {
      operation,
      saying: `no end after ${maximumPages} pages`,
    })
  }
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

/** Names of fields with their object, like `children.permalink`. */
type Fields = readonly string[]

const named = /nonexist\w* field \((\w+)\)/i

/**
 * Creates the function that sends requests with fields. The platform rejects a whole request for one field that it does not
 * know, which depends on its version and may depend on the account: the request is sent again without that field, and so are
 * later ones. If the platform names no field that can be left out, only those of `core` are requested. `onUnknown` gets what
 * is left out.
 */
export function requestingFields(all: Fields, core: Fields, onUnknown: (fields: string[]) => void) {
  let known = all
  return async function request<Result>(send: (fields: Fields) => Promise<Result>) {
    for (;;) {
      try {
        return await send(known)
      } catch (error) {
        if (!(error instanceof PlatformError) || error.problem !== 'unknown-field') throw error
        const unknown = `.${named.exec(error.message)?.[1]}`
        const others = known.filter((field) => core.includes(field) || !field.endsWith(unknown))
        const fewer = others.length < known.length ? others : core
        const leftOut = known.filter((field) => !fewer.includes(field))
        if (leftOut.length === 0) throw error
        onUnknown(leftOut)
        known = fewer
      }
    }
  }
}

export function fieldsOf(object: string, fields: Fields): string[] {
  const start = `${object}.`
  return fields.flatMap((field) => (field.startsWith(start) ? field.slice(start.length) : []))
}

/** Returns the fields of a schema with the name of their object. */
export function fieldsIn(object: string, { shape }: { shape: object }): string[] {
  return Object.keys(shape).map((name) => `${object}.${name}`)
}
