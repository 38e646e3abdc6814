import type { RequestHooks } from './request-hooks.ts'
import type { FetchOptions, RequestOptions } from './request-options.ts'

/** What `createFeed` needs to know. */
export interface FeedOptions extends RequestHooks, Omit<RequestOptions, 'signal'> {
  /** The address of the service, such as `https://feed.example`, without `/api/v1`. */
  readonly baseUrl: string
  /** The account's key: 64 characters, 0-9 and a-f. It can only read, so it may stand in client-side code. */
  readonly apiKey: string
  /**
   * Sends the requests in place of the global `fetch`: for tests, proxies, or a framework's cache.
   * It has to honour the request's signal.
   */
  readonly fetch?: FetchFunction | undefined
}

/** Called like the global `fetch`, always with a `Request`. */
export type FetchFunction = (request: Request, options?: FetchOptions) => Promise<Response>
