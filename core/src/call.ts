import type { routes } from '@photofeed/openapi'
import type { QueryString } from './query-string.ts'
import type { FeedContext, FeedRequest, FeedResponse } from './request.ts'
import type { StoredAccount } from './store.ts'

/** A request whose path, method and key are accepted. */
export interface Call {
  path: keyof typeof routes
  query: QueryString
  apiKey: string
  account: StoredAccount
  request: FeedRequest
  context: FeedContext
}

export type Endpoint = (call: Call) => Promise<FeedResponse>
