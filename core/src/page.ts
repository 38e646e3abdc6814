import { type Ordering, type PlanName, plans, type Schemas } from '@photofeed/openapi'
import { selectPosts } from './post-selection.ts'
import { limitPost } from './posts.ts'
import { noFilter, type PostFilter } from './query.ts'
import type { FeedStore, PostPosition, PostQuery, StoredAccount, StoredPost } from './store.ts'

/** What a plan may read. */
export interface Plan {
  /** Only this many of the newest posts exist for the reader; null: every stored post. */
  readablePosts: number | null
  defaultPageSize: number
  maximumPageSize: number
  cursors: boolean
  sizes: boolean
}

export function planOf(account: { plan: PlanName }): Plan {
  return plans[account.plan]
}

export const newestFirst: Ordering = { by: 'publishedAt', direction: 'desc' }

/** A page as the client requests it. */
export interface PageQuery extends PostFilter {
  /** Null: the plan's default. */
  pageSize: number | null
  /** As sent; null if missing. */
  cursor: string | null
  order: Ordering
  comments: boolean
}

/** A page within the limits of the plan: equal requests have equal pages. */
export interface PageRequest extends PostFilter {
  perPage: number
  cursor: Cursor | null
  order: Ordering
  comments: boolean
}

export interface PostPage {
  posts: StoredPost[]
  pagination: Schemas['Pagination']
}

/** Caps the page size and reads the cursor; where the plan has no cursors, one that is sent is ignored. */
export function pageRequest(account: Pick<StoredAccount, 'plan'>, query: PageQuery): PageRequest {
  const plan = planOf(account)
  const { pageSize, cursor, ...same } = query
  return {
    ...same,
    perPage: pageSizeOf(account, pageSize),
    cursor: plan.cursors && cursor !== null ? decodeCursor(cursor, query.order) : null,
  }
}

/** The page size that the plan allows; null requests its default. */
export function pageSizeOf(account: Pick<StoredAccount, 'plan'>, requested: number | null): number {
  const { defaultPageSize, maximumPageSize } = planOf(account)
  return Math.min(requested ?? defaultPageSize, maximumPageSize)
}

/** One page of the posts that the account's plan may read (2.4, 4.1). */
export async function selectPage(
  store: FeedStore,
  account: StoredAccount,
  request: PageRequest,
): Promise<PostPage> {
  const { posts, hasNext, hasPrevious } = await readSlice(store, account, request)
  const cursorAt = (place: PostPosition | undefined, backwards: boolean) =>
    planOf(account).cursors && place ? encodeCursor({ place, backwards }, request.order) : null
  const nextCursor = hasNext ? cursorAt(posts.at(-1), false) : null
  const prevCursor = hasPrevious ? cursorAt(posts[0] ?? justBehind(request), true) : null
  return {
    posts: posts.map((post) => limitPost(post)),
    pagination: {
      nextCursor,
      prevCursor,
      hasMore: nextCursor !== null,
      perPage: request.perPage,
    },
  }
}

/** The place behind the cursor of an empty page: the page that ends there has the post of the cursor. */
function justBehind({ cursor, order }: PageRequest): PostPosition | undefined {
  if (!cursor) return undefined
  const { publishedAt, position } = cursor.place
  return { publishedAt, position: position + (order.direction === 'asc' ? 1 : -1) }
}

interface Slice {
  posts: StoredPost[]
  hasNext: boolean
  hasPrevious: boolean
}

async function readSlice(
  store: FeedStore,
  account: StoredAccount,
  request: PageRequest,
): Promise<Slice> {
  const { perPage, cursor, order, ...filter } = request
  const backwards = cursor?.backwards ?? false
  // One post more than the page has shows whether there is a next page, without counting.
  const found = await readablePosts(store, account, {
    ...filter,
    order: backwards ? reversed(order) : order,
    after: cursor?.place ?? null,
    limit: perPage + 1,
  })
  const posts = found.slice(0, perPage)
  const more = found.length > perPage
  if (!backwards) return { posts, hasNext: more, hasPrevious: cursor !== null }
  // No posts are before the cursor, so the previous page is the first one.
  if (posts.length === 0) return readSlice(store, account, { ...request, cursor: null })
  posts.reverse()
  // The posts behind may be gone since the cursor was made.
  const after = posts.at(-1) ?? null
  const [next] = await readablePosts(store, account, { ...filter, order, after, limit: 1 })
  return { posts, hasNext: next !== undefined, hasPrevious: more }
}

/** Filters and sorting apply only within the posts that the plan may read (4.1, rule 1). */
async function readablePosts(
  store: FeedStore,
  account: StoredAccount,
  query: PostQuery,
): Promise<StoredPost[]> {
  const { readablePosts: limit } = planOf(account)
  if (limit === null) return store.findPosts(account.id, query)
  return selectPosts(await readNewest(store, account, limit, query.comments), query)
}

/** One post by the platform's id; null when the plan cannot see it (4.2). */
export async function readPost(
  store: FeedStore,
  account: StoredAccount,
  id: string,
): Promise<StoredPost | null> {
  const { readablePosts: limit } = planOf(account)
  const post =
    limit === null
      ? await store.findPost(account.id, id)
      : (await readNewest(store, account, limit, true)).find((post) => post.id === id)
  return post ? limitPost(post) : null
}

function readNewest(
  store: FeedStore,
  account: StoredAccount,
  limit: number,
  comments: boolean,
): Promise<StoredPost[]> {
  return store.findPosts(account.id, {
    ...noFilter,
    order: newestFirst,
    after: null,
    limit,
    comments,
  })
}

function reversed(order: Ordering): Ordering {
  return { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' }
}

/** A place in one ordering, and the way to go on from it. */
export interface Cursor {
  place: PostPosition
  backwards: boolean
}

const form = /^([np]) (publishedAt|position) (asc|desc) (-?\d{1,15}) (-?\d{1,15})$/

/** Makes a cursor of URL-safe characters. It holds positions only: nothing of another account can be read with it. */
export function encodeCursor({ place, backwards }: Cursor, order: Ordering): string {
  const way = backwards ? 'p' : 'n'
  return toBase64Url(`${way} ${order.by} ${order.direction} ${place.publishedAt} ${place.position}`)
}

/** Null for every text that is not a cursor of this ordering: it then means the first page. */
export function decodeCursor(text: string, order: Ordering): Cursor | null {
  const match = form.exec(fromBase64Url(text))
  if (!match) return null
  const [, way, by, direction, publishedAt, position] = match
  if (by !== order.by || direction !== order.direction) return null
  return {
    place: { publishedAt: Number(publishedAt), position: Number(position) },
    backwards: way === 'p',
  }
}

function toBase64Url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): string {
  if (!/^[\w-]{1,120}$/.test(text)) return ''
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
