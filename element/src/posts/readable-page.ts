import type { Account, Connection, Post } from '@photofeed/sdk'
import type { DisplayPage } from '../view/context.ts'

/** The most posts that a page can have, and more items than an album has. */
export const largestPage = 100

type Fields = Readonly<Record<string, 'string' | 'number'>>

const itemFields: Fields = { id: 'string', mediaType: 'string', mediaUrl: 'string' }
const nullableItemFields: Fields = {
  ...{ permalink: 'string', timestamp: 'string', thumbnailUrl: 'string' },
  ...{ caption: 'string', altText: 'string', likeCount: 'number', commentsCount: 'number' },
}
const accountFields: Fields = {
  ...{ name: 'string', biography: 'string', profilePictureUrl: 'string' },
  ...{ mediaCount: 'number', followersCount: 'number' },
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isOf = (type: string, value: unknown) => typeof value === type
const isMissing = (value: unknown) => value === null || value === undefined
const orNull = (type: string, value: unknown) => (isOf(type, value) ? value : null)

/**
 * Returns what can be displayed of a page. The body of a service may break the contract: an odd post costs that post, and
 * no more than `most` posts are returned. Throws if nothing can be read.
 */
export function readablePage<Page extends DisplayPage>(page: Page, most = largestPage): Page {
  const { posts, pagination, connection, account, ...others } = Object(page) as Page
  const readable = Array.isArray(posts) ? posts.slice(0, most).flatMap(readPost) : []
  if (!Array.isArray(posts) || (posts.length > 0 && readable.length === 0))
    throw new TypeError('The response has no posts that can be displayed.')
  const { nextCursor } = Object(pagination)
  const cursor = typeof nextCursor === 'string' ? nextCursor : null
  return {
    ...others,
    posts: readable,
    pagination: { ...pagination, nextCursor: cursor, hasMore: cursor !== null },
    connection: readConnection(connection),
    ...(isAccount(account) && { account: readAccount(account) }),
  } as unknown as Page
}

function readPost(post: unknown): Post[] {
  if (!isItem(post)) return []
  const { children } = post
  if (isMissing(children)) return [{ ...post, children: [] } as unknown as Post]
  if (!Array.isArray(children)) return []
  return [{ ...post, children: children.slice(0, largestPage).filter(isItem) } as unknown as Post]
}

/** Whether a post, or an item of an album, has the types of the contract. What it lacks is treated as null. */
function isItem(item: unknown): item is Record<string, unknown> {
  if (!isObject(item)) return false
  const { sizes } = item
  return (
    Object.keys(itemFields).every((name) => isOf('string', item[name])) &&
    Object.entries(nullableItemFields).every(
      ([name, type]) => isMissing(item[name]) || isOf(type, item[name]),
    ) &&
    (isMissing(sizes) ||
      (isObject(sizes) && Object.values(sizes).every((url) => isOf('string', url))))
  )
}

const isAccount = (account: unknown): account is Account =>
  isObject(account) && isOf('string', account.username)

function readAccount(account: Account): Account {
  const fields = Object.entries(accountFields).map(([name, type]) => [
    name,
    orNull(type, Object(account)[name]),
  ])
  return { ...account, ...Object.fromEntries(fields) }
}

function readConnection(connection: unknown): Connection {
  const { status, stale, explanation, lastFetchedAt } = Object(connection)
  return {
    status: isOf('string', status) ? status : 'ready',
    stale: stale === true,
    explanation: orNull('string', explanation) as string | null,
    lastFetchedAt: orNull('string', lastFetchedAt) as string | null,
  }
}
