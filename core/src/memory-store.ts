import type { Ordering } from '@photofeed/openapi'
import { compareBy } from './post-selection.ts'
import { matching } from './query.ts'
import type { FeedStore, PostQuery, StoredAccount, StoredPost } from './store.ts'

/** One account with everything that a store has of it. */
export interface AccountFeed {
  account: StoredAccount
  /** The active key; null if the account is disconnected. */
  apiKey: string | null
  posts: readonly StoredPost[]
}

/** A store over plain arrays, which it reads once: a changed feed needs a new store. */
export function createMemoryStore(accounts: readonly AccountFeed[]): FeedStore {
  const accountsByKey = new Map<string, StoredAccount>()
  const feeds = new Map<number, Feed>()
  for (const { account, apiKey, posts } of accounts) {
    if (apiKey !== null) accountsByKey.set(apiKey, account)
    feeds.set(account.id, createFeed(posts))
  }
  return {
    async findAccountByKey(apiKey) {
      return accountsByKey.get(apiKey) ?? null
    },
    async findPosts(accountId, query) {
      const feed = feeds.get(accountId)
      return feed ? selectInOrder(feed.sorted[query.order.by][query.order.direction], query) : []
    },
    async findPost(accountId, platformId) {
      return feeds.get(accountId)?.byPlatformId.get(platformId) ?? null
    },
  }
}

interface Feed {
  sorted: Record<Ordering['by'], Record<Ordering['direction'], StoredPost[]>>
  byPlatformId: Map<string, StoredPost>
}

function createFeed(posts: readonly StoredPost[]): Feed {
  return {
    sorted: {
      publishedAt: {
        asc: posts.toSorted(compareBy({ by: 'publishedAt', direction: 'asc' })),
        desc: posts.toSorted(compareBy({ by: 'publishedAt', direction: 'desc' })),
      },
      position: {
        asc: posts.toSorted(compareBy({ by: 'position', direction: 'asc' })),
        desc: posts.toSorted(compareBy({ by: 'position', direction: 'desc' })),
      },
    },
    byPlatformId: new Map(posts.map((post) => [post.id, post])),
  }
}

function selectInOrder(sorted: readonly StoredPost[], query: PostQuery): StoredPost[] {
  const isMatch = matching(query)
  const page: StoredPost[] = []
  for (let i = startOf(sorted, query); i < sorted.length && page.length < query.limit; i++) {
    const post = sorted[i]
    if (!post || !isMatch(post)) continue
    page.push(query.comments ? post : withoutComments(post))
  }
  return page
}

const copies = new WeakMap<StoredPost, StoredPost>()

/** The same object each time, since core renders each object once. */
function withoutComments(post: StoredPost): StoredPost {
  if (post.comments.length === 0) return post
  let copy = copies.get(post)
  if (!copy) {
    copy = { ...post, comments: [] }
    copies.set(post, copy)
  }
  return copy
}

/** The index of the first post strictly behind `query.after`, by binary search. */
function startOf(sorted: readonly StoredPost[], { after, order }: PostQuery): number {
  if (after === null) return 0
  const compare = compareBy(order)
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const post = sorted[middle]
    if (post && compare(post, after) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
