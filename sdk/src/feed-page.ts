import type { Schemas } from '@photofeed/openapi'
import { type Connection, connectionOf } from './connection.ts'
import type { Account, Pagination, Post } from './resources.ts'
import { type ResponseInfo, responseInfo } from './response-info.ts'
import type { Answer } from './transport.ts'

/** One page of the feed. Its data are plain objects: they survive JSON and `structuredClone`. */
export interface FeedPage {
  readonly account: Account
  /** The posts of this page; may be empty. */
  readonly posts: readonly Post[]
  readonly pagination: Pagination
  /** Whether the feed is fresh; look at `connection.stale` before you trust the posts' age. */
  readonly connection: Connection
  /** The cursor that this page was read with, to come back to it later; null for the first page. */
  readonly cursor: string | null
  /** Status and headers of the answer. */
  readonly response: ResponseInfo
  /** The page after this one, read with the same options (also the signal); null on the last page. */
  next(): Promise<FeedPage | null>
  /** The page before this one, in the same way; null on the first page. */
  previous(): Promise<FeedPage | null>
}

/** Reads the page at a cursor; null stands for no page. */
type Load = (cursor: string | null) => Promise<FeedPage | null>

/** Makes pages of accounts; `load` reads the page at a cursor. */
export class LoadedPage implements FeedPage {
  declare readonly account: Account
  declare readonly posts: readonly Post[]
  declare readonly pagination: Pagination
  declare readonly connection: Connection
  declare readonly cursor: string | null
  declare readonly response: ResponseInfo
  readonly #load: Load

  constructor(
    body: Schemas['AccountWithPosts'],
    answer: Answer,
    cursor: string | null,
    load: Load,
  ) {
    const { posts, pagination, ...account } = body
    this.account = account
    this.posts = posts
    this.pagination = pagination
    this.connection = connectionOf(account, answer.response.headers)
    this.cursor = cursor
    this.response = responseInfo(answer.response)
    this.#load = load
  }

  next() {
    return this.#load(this.pagination.nextCursor)
  }

  previous() {
    return this.#load(this.pagination.prevCursor)
  }
}
