/** What `createFeed` needs to know. */
export interface FeedOptions {
  /** The address of the service, such as `https://feed.example`, without `/api/v1`. */
  readonly baseUrl: string
  /** The account's key: 64 characters, 0-9 and a-f. It can only read, so it may stand in client-side code. */
  readonly apiKey: string
  /**
   * Sends the requests in place of the global `fetch`: for tests, proxies, or a framework's cache.
   * It is called with one `Request` and has to honour its signal.
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** How often a 5xx, a timeout or a network failure is tried again. 4xx never is. @default 2 */
  readonly retries?: number | undefined
  /** The time that each attempt has, body included, in milliseconds. @default 10000 */
  readonly timeout?: number | undefined
}
