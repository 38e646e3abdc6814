import type { Schemas } from '@photofeed/openapi'
import { type Connection, connectionOf } from './connection.ts'
import type { Account, Pagination, Post } from './resources.ts'

/** One page of the feed. Its data are plain objects: they survive JSON and `structuredClone`. */
export interface FeedPage {
  readonly account: Account
  /** The posts of this page; may be empty. */
  readonly posts: readonly Post[]
  readonly pagination: Pagination
  /** Whether the feed is fresh; look at `connection.stale` before you trust the posts' age. */
  readonly connection: Connection
  /** The page after this one, read with the same options (also the signal); null on the last page. */
  next(): Promise<FeedPage | null>
  /** The page before this one, in the same way; null on the first page. */
  previous(): Promise<FeedPage | null>
}

/** Makes pages of accounts; `load` reads the page at a cursor. */
export class LoadedPage implements FeedPage {
  readonly account: Account
  readonly posts: readonly Post[]
  readonly pagination: Pagination
  readonly connection: Connection
  readonly #load: (cursor: string) => Promise<FeedPage>

  constructor(
    body: Schemas['AccountWithPosts'],
    headers: Headers,
    load: (cursor: string) => Promise<FeedPage>,
  ) {
    const { posts, pagination, ...account } = body
    this.account = account
    this.posts = posts
    this.pagination = pagination
    this.connection = connectionOf(account, headers)
    this.#load = load
  }

  async next() {
    const { nextCursor } = this.pagination
    return nextCursor === null ? null : this.#load(nextCursor)
  }

  async previous() {
    const { prevCursor } = this.pagination
    return prevCursor === null ? null : this.#load(prevCursor)
  }
}
