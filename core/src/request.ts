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
  /** Returns a signal that aborts with ClientLeft when the client no longer waits for the response. Called at most once. */
  closeSignal?(): AbortSignal | undefined
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
  /** Returns the `X-Request-Id` of a request; without it responses have none. */
  requestId?(): string | undefined
  /** Computes large GraphQL results in turns; without it each is computed immediately, in one piece. */
  queue?: WorkQueue
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

/** The client closed the connection before the response was sent. */
export class ClientLeft extends Error {}

/** Jobs are waiting in such numbers that a new one would wait too long. */
export class QueueFull extends Error {}

/** The store has too much to do. Its error is the cause. */
export class StoreOverloaded extends QueueFull {}

/** A queue of work that takes long. Accounts take turns. */
export interface WorkQueue {
  /**
   * Runs work of an account when it is its turn; once for all who request the same key at the same time. Rejects with
   * QueueFull, with the error of the work, or with the reason of a signal that aborts. Work that waits is dropped when
   * all its clients have left.
   */
  run<T>(account: string, key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Lets callers go on one after another; after some milliseconds, once other requests had a chance to run. */
  nextTurn(): Promise<void>
}

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
