import type { FeedQuery } from '@photofeed/graphql/operations'
import { type Connection, connectionOf } from '../connection.ts'
import type { Pagination } from '../resources.ts'
import { type ResponseInfo, responseInfo } from '../response-info.ts'
import type { Answer } from '../transport.ts'
import type { GraphqlAccount, GraphqlPost } from './graphql-resources.ts'

/** One page of posts. Its data are plain objects: they survive JSON and `structuredClone`. */
export interface GraphqlPage {
  readonly account: GraphqlAccount
  /** The posts of this page; may be empty. */
  readonly posts: readonly GraphqlPost[]
  readonly pagination: Pagination
  /** Whether the feed is fresh; look at `connection.stale` before you trust the posts' age. */
  readonly connection: Connection
  /** The cursor that this page was read with; null for the first page. */
  readonly cursor: string | null
  /** Status and headers of the answer. */
  readonly response: ResponseInfo
  /** The page after this one, read with the same options (also the signal); null on the last page. */
  next(): Promise<GraphqlPage | null>
  /** The page before this one, in the same way; null on the first page. */
  previous(): Promise<GraphqlPage | null>
}

/** Reads the page at a cursor; null stands for no page. */
type Load = (cursor: string | null) => Promise<GraphqlPage | null>

/** Makes pages of the operation's answers; `load` reads the page at a cursor. */
export class LoadedGraphqlPage implements GraphqlPage {
  readonly account: GraphqlAccount
  readonly posts: readonly GraphqlPost[]
  readonly pagination: Pagination
  readonly connection: Connection
  readonly cursor: string | null
  readonly response: ResponseInfo
  readonly #load: Load

  constructor(me: NonNullable<FeedQuery['me']>, answer: Answer, cursor: string | null, load: Load) {
    const { posts, pagination, ...account } = me
    this.account = account as GraphqlAccount
    this.posts = posts
    this.pagination = pagination
    this.connection = connectionOf(this.account, answer.response.headers)
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
