import type { ValidatedBody } from './etag.ts'
import type { RenderCache } from './render-cache.ts'
import type { FeedStore } from './store.ts'

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

/** The whole answer but for its length, which an adapter knows best. */
export interface FeedResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | null
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
  /** Whether successful answers may be kept by shared caches. */
  production: boolean
  /** Keeps rendered pages between requests; without it every page is rendered anew. */
  pages?: PageCache
  /** Caches rendered posts and profiles, for a store in memory. */
  rendered?: RenderCache
  /** Told of each failure that was answered as a 500 or as GraphQL's internal error. */
  onError(error: unknown): void
}

/** The whole response to a GET of one version of an account. */
export interface RenderedPage extends ValidatedBody {
  headers: Readonly<Record<string, string>>
}

/** A bounded memory of rendered pages. Keys hold the account's version, so a page is never stale. */
export interface PageCache {
  get(key: string): RenderedPage | undefined
  set(key: string, page: RenderedPage): void
}
