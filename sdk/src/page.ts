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

/** One page of the feed as plain data: JSON, `structuredClone`, server components and workers can carry it. */
export interface FeedPage<Item extends Post = Post> {
  account: Account
  /** The posts of this page; may be empty. */
  posts: Item[]
  pagination: Pagination
  /** Check `connection.stale` before you trust the posts' age. */
  connection: Connection
  /** What the page was read with, without key and signal. `feed.me(page.request)` reads it again. */
  request: MeRequest
  /** With `includeResponse` only. */
  response?: ResponseInfo
}
