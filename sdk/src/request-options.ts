/** How a request is made; given to a call, it goes before what `createFeed` was given. */
export interface RequestOptions {
  /** Ends the request, and the waiting between retries, with the signal's own reason. */
  readonly signal?: AbortSignal | undefined
  /** How often a 5xx, a timeout or a network failure is tried again. 4xx never is. @default 2 */
  readonly retry?: number | undefined
  /** The time that each attempt has, body included, in milliseconds. @default 10000 */
  readonly timeout?: number | undefined
  /** The time that all attempts and the waiting between them have together, in milliseconds. @default 30000 */
  readonly totalTimeout?: number | undefined
  /** Handed to `fetch` as its second argument on every attempt: `cache`, `credentials`, or a framework's own. */
  readonly fetchOptions?: FetchOptions | undefined
}

/** What `fetch` takes beside a request; frameworks add properties, as Next.js adds `next`. */
export interface FetchOptions extends Omit<RequestInit, 'method' | 'body' | 'signal' | 'window'> {
  /** Next.js: how its cache keeps the answer. */
  readonly next?: { readonly revalidate?: number | false; readonly tags?: string[] } | undefined
}
