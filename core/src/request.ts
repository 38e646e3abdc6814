import type { routes } from '@photofeed/openapi'
import type { QueryString } from './query.ts'
import type { FeedStore, StoredAccount } from './store.ts'

/** An HTTP request as an adapter hands it over: nothing decoded, nothing read ahead. */
export interface FeedRequest {
  /** In capitals. */
  method: string
  /** The path as sent, without the query. */
  path: string
  /** What follows the `?`, as sent; empty without one. */
  query: string
  /** A header's value by its lower-case name; undefined when it was not sent. */
  header(name: string): string | undefined
  /** The body as text; null when it is longer than `limit` bytes. Called at most once, and only when it is needed. */
  readBody(limit: number): Promise<string | null>
}

/** A response without its length, which the adapter adds. */
export interface FeedResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array<ArrayBuffer> | null
  /** Whether the same body is sent again, so that compressing it is worth its time. */
  isCached?: boolean
}

/** What a deployment brings along. */
export interface FeedContext {
  store: FeedStore
  /** The service's address, without a trailing slash. */
  baseUrl: string
  /** The media host's address, without a trailing slash. */
  cdnUrl: string
  /** Named by the 500 error. */
  supportEmail: string
  /** Whether shared caches may cache successful responses. */
  production: boolean
  /** Caches rendered pages between requests; without it every page is rendered again. */
  pages?: PageCache
  /** Caches rendered posts and profiles by the objects that the store returns; without it all are rendered again. */
  rendered?: RenderCache
  /** Computes large GraphQL results in parts, so that other requests do not wait for them; without it each is computed at once. */
  computeLarge?: ComputeLarge
  /** Called with each failure that became a 500 or GraphQL's internal error. */
  onError(error: unknown): void
}

/** A body, or a part of one, with its validator. Bytes, so that text is encoded once and not with each response. */
export interface ValidatedBody {
  body: Uint8Array<ArrayBuffer>
  etag: string
}

/**
 * Returns `render` with a cache: an object is rendered once for each form, named by what it is and depends on. Objects must
 * never change, and a store that returns the same objects again profits.
 */
export type RenderCache = <Stored extends object, Form>(
  form: string,
  render: (stored: Stored) => Form,
) => (stored: Stored) => Form

/** The whole response to a GET of one version of an account. */
export interface RenderedPage extends ValidatedBody, Pick<FeedResponse, 'headers' | 'isCached'> {}

/** A bounded memory of rendered pages. Keys hold the account's version, so a page is never stale. */
export interface PageCache {
  get(key: string): RenderedPage | undefined
  set(key: string, page: RenderedPage): void
}

/** Waits until other requests had a chance to run. */
export type NextTurn = () => Promise<void>

/** Calls `compute` when it is its turn, and returns its result. */
export type ComputeLarge = <Result>(
  compute: (nextTurn: NextTurn) => Promise<Result>,
) => Promise<Result>

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
