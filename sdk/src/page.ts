import type { Connection } from './connection.ts'
import type { Account, Pagination, Post } from './generated/resources.ts'
import type { ResponseInfo } from './options.ts'
import type { MeRequest } from './parameters.ts'

/** The profile of the connected account without posts, as plain data. */
export interface FeedAccount {
  /** The platform's id of the account. */
  id: string
  account: Account
  connection: Connection
  /** With `includeResponse` only. */
  response?: ResponseInfo
}

/** One page of the feed as plain data, for JSON, `structuredClone`, server components and workers. */
export interface FeedPage<Item extends Post = Post> {
  account: Account
  /** The posts of this page; may be empty. */
  posts: Item[]
  pagination: Pagination
  /** If `connection.stale` is true, the posts may be months old. */
  connection: Connection
  /** The selection of the page. `feed.me(page.request)` reads it again. */
  request: MeRequest
  /** With `includeResponse` only. */
  response?: ResponseInfo
}
