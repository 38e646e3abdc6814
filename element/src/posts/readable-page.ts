import type { DisplayPage } from '../view/context.ts'

/** The most posts that a page can have, and more items than an album has. */
export const largestPage = 100

/** The types of fields. Those with a question mark may be null or missing. */
type Types = Readonly<Record<string, 'string' | 'string?' | 'number?'>>

const itemTypes: Types = {
  ...{ id: 'string', mediaType: 'string', mediaUrl: 'string', permalink: 'string?' },
  ...{ timestamp: 'string?', thumbnailUrl: 'string?', caption: 'string?', altText: 'string?' },
  ...{ likeCount: 'number?', commentsCount: 'number?' },
}
const accountTypes: Types = {
  ...{ username: 'string', name: 'string?', biography: 'string?', profilePictureUrl: 'string?' },
  ...{ mediaCount: 'number?', followersCount: 'number?' },
}
const connectionTypes: Types = {
  ...{ status: 'string', explanation: 'string?', lastFetchedAt: 'string?' },
}
const unknownConnection = { status: 'ready', stale: false, explanation: null, lastFetchedAt: null }

/**
 * Returns what can be displayed of a page. The body of a service may break the contract: an odd post costs that post, and
 * no more than `most` posts are returned. Throws if nothing can be read.
 */
export function readablePage<Page extends DisplayPage>(page: Page, most = largestPage): Page {
  const { posts, pagination, connection, account, ...others } = Object(page) as Page
  const readable = Array.isArray(posts) ? posts.slice(0, most).flatMap(readPost) : []
  if (!Array.isArray(posts) || (posts[0] !== undefined && !readable[0]))
    throw new TypeError('The response has no posts that can be displayed.')
  const { nextCursor } = Object(pagination)
  const cursor = typeof nextCursor === 'string' ? nextCursor : null
  return {
    ...others,
    posts: readable,
    pagination: { ...pagination, nextCursor: cursor, hasMore: cursor !== null },
    connection: complete(connection, connectionTypes)[0] ?? unknownConnection,
    account: complete(account, accountTypes)[0],
  } as unknown as Page
}

function readPost(post: unknown): object[] {
  const children = Object(post).children ?? []
  if (!Array.isArray(children)) return []
  const items = children.slice(0, largestPage).flatMap(readItem)
  return readItem(post).map((fields) => ({ ...fields, children: items }))
}

/** Reads a post, or an item of an album. */
function readItem(item: unknown): object[] {
  const sizes = Object(item).sizes ?? {}
  const urls = typeof sizes === 'object' ? Object.values(sizes) : [null]
  return urls.every((url) => typeof url === 'string') ? complete(item, itemTypes) : []
}

/** Returns an object whose fields have the types of the contract, with null for what is missing; nothing for any other. */
function complete(value: unknown, types: Types): object[] {
  const fields = { ...Object(value) }
  for (const [name, type] of Object.entries(types)) {
    fields[name] ??= null
    const isMissing = type.endsWith('?') && fields[name] === null
    if (!isMissing && typeof fields[name] !== type.replace('?', '')) return []
  }
  return [fields]
}
