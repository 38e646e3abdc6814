/** Options of a single call. They override those of `createFeed`. */
export interface RequestOptions {
  /** Aborts the request and the delays between retries. The call rejects with the signal's own reason. */
  readonly signal?: AbortSignalLike | undefined
  /** How often a 5xx, 408, 429, timeout or network failure is retried. Other 4xx never are. @default 2 */
  readonly maxRetries?: number | undefined
  /** Milliseconds for each attempt, body included. @default 10000 */
  readonly timeout?: number | undefined
  /** Milliseconds for all attempts and the delays between them. @default 30000 */
  readonly totalTimeout?: number | undefined
  /** Options for `fetch`, such as `cache` and those of frameworks. Those of feed and call are merged, also headers. */
  readonly fetchOptions?: FetchOptions | undefined
}

/** Options of `createFeed`. */
export interface FeedOptions extends Omit<RequestOptions, 'signal'> {
  /** The address of the service without `/api/v1`: `https://feed.example`, a `URL`, or in a browser relative. */
  readonly baseUrl: string | { readonly href: string }
  /**
   * The account's key: 64 characters, 0-9 and a-f. It can only read, so it may be part of client-side code. Without a valid
   * one, calls reject with `MissingApiKeyError` or `InvalidApiKeyError` and send nothing.
   */
  readonly apiKey: string
  /** Sends the requests instead of the global `fetch`: undici's, SvelteKit's, a cache. Calls reject with what it throws. */
  readonly fetch?: FetchFunction | undefined
  /**
   * Called before each attempt, for logs and traces. May add headers to `event.headers` before it returns. Hooks and loggers
   * neither delay nor fail a call: what they throw goes to `reportError`, or to the console.
   */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined
  /** Called when the head of a response has arrived, whatever its status. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined
  /** Called once at the end of each attempt, also of a failed or aborted one, for traces. */
  readonly onAttemptEnd?: ((event: AttemptEndEvent) => unknown) | undefined
  /** Gets a line for each attempt, such as `console`. Default: none. */
  readonly logger?: Logger | undefined
  /** `error` logs failed calls, `warn` also retries, `info` also successes, `debug` also beginnings. @default 'warn' */
  readonly logLevel?: LogLevel | undefined
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off'

/** `console`, or a logger such as pino's. */
export type Logger = { readonly [Level in Exclude<LogLevel, 'off'>]: (message: string) => unknown }

/** Any `AbortSignal`, also an older or foreign one. */
export interface AbortSignalLike {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Any `fetch`: the platform's, undici's, node-fetch's. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>

/** The second argument of `fetch`. */
export interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: string
  // biome-ignore lint/suspicious/noExplicitAny: each fetch has another signal type.
  signal: any
  // biome-ignore lint/suspicious/noExplicitAny: frameworks add options.
  [option: string]: any
}

/** What the SDK reads of a response. */
export interface FetchResponse {
  readonly status: number
  /** The address after redirects. */
  readonly url?: string | undefined
  readonly type?: string | undefined
  readonly bodyUsed?: boolean | undefined
  /** Read only of the global `fetch`, so that a longer body ends early. */
  // biome-ignore lint/suspicious/noExplicitAny: each fetch has another type of streams.
  readonly body?: any
  readonly headers: {
    get(name: string): string | null
    forEach(callback: (value: string, name: string) => void): void
  }
  text(): Promise<string>
  /** Of `cachedFetch`: makes the platform's `Response`. */
  toResponse?(): object
}

/** Headers as `fetch` takes them: an object, pairs or `Headers`. */
export type HeadersLike =
  | Readonly<Record<string, string>>
  | readonly (readonly [name: string, value: string])[]
  | { forEach(callback: (value: string, name: string) => void): void }

type CacheMode = 'default' | 'force-cache' | 'no-cache' | 'no-store' | 'only-if-cached' | 'reload'

/** Options for `fetch`. The SDK sets `method`, `body` and `signal`. */
export interface FetchOptions {
  readonly headers?: HeadersLike | undefined
  readonly cache?: CacheMode | undefined
  readonly credentials?: 'include' | 'omit' | 'same-origin' | undefined
  /** Next.js: the lifetime and the tags of the cached response. */
  readonly next?: { readonly revalidate?: number | false; readonly tags?: string[] } | undefined
  readonly [option: string]: unknown
}

export interface RequestEvent {
  readonly method: string
  /** The whole address with the key replaced by `<redacted>`. */
  readonly url: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** The headers to send, in lower case. Add yours; in a browser they cause a CORS preflight. */
  readonly headers: Record<string, string>
}

/** The head of a response, as plain data without the API key. */
export interface ResponseEvent extends Omit<RequestEvent, 'headers'> {
  readonly status: number
  /** By lower-case name; in a browser only those that the service exposes. */
  readonly headers: Readonly<Record<string, string>>
}

/** The end of an attempt. */
export interface AttemptEndEvent extends Omit<RequestEvent, 'headers'> {
  /** The HTTP status; null when no response arrived. */
  readonly status: number | null
  /** Why it failed; null when it succeeded. */
  readonly error: unknown
  /** Milliseconds from its beginning, body included. */
  readonly duration: number
  /** Milliseconds until the next attempt; null when there is none. */
  readonly retryIn: number | null
}
