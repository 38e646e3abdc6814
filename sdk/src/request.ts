import { apiKey as keyParameter } from '@photofeed/openapi'
import { NetworkError } from './errors.ts'
import { type Redact, redactError, redactionOf } from './redaction.ts'
import { CallerException, type Pace, withRetries } from './retry.ts'

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
  /** Passed to `fetch` on every attempt: `cache`, `credentials`, or a framework's own options. */
  readonly fetchOptions?: FetchOptions | undefined
  /** Adds `response`, the status and the headers, to the result. @default false */
  readonly includeResponse?: boolean | undefined
}

/** Options of `createFeed`. */
export interface FeedOptions extends Omit<RequestOptions, 'signal'> {
  /** The address of the service, such as `https://feed.example`, without `/api/v1`. In a browser it may be relative. */
  readonly baseUrl: string
  /** The account's key: 64 characters, 0-9 and a-f. It can only read, so it may be part of client-side code. */
  readonly apiKey: string
  /**
   * Sends the requests instead of the global `fetch`: undici's, SvelteKit's, a proxy or a cache. Its own exceptions
   * reject the call unchanged.
   */
  readonly fetch?: FetchFunction | undefined
  /** Called before each attempt, for logs and traces. May be async, and may add headers to `event.headers`. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined
  /** Called when the head of a response has arrived, whatever its status. May be async. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined
}

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
  // biome-ignore lint/suspicious/noExplicitAny: each fetch has a signal type of its own.
  signal: any
  // biome-ignore lint/suspicious/noExplicitAny: frameworks add options.
  [option: string]: any
}

/** What the SDK reads of a response. */
export interface FetchResponse {
  readonly status: number
  readonly headers: {
    get(name: string): string | null
    forEach(callback: (value: string, name: string) => void): void
  }
  text(): Promise<string>
}

/** What `fetch` takes besides method, body and signal. */
export interface FetchOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly cache?:
    | 'default'
    | 'force-cache'
    | 'no-cache'
    | 'no-store'
    | 'only-if-cached'
    | 'reload'
    | undefined
  readonly credentials?: 'include' | 'omit' | 'same-origin' | undefined
  /** Next.js: how long its cache keeps the response, and under which tags. */
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

export interface ResponseEvent extends Omit<RequestEvent, 'headers'>, ResponseInfo {}

/** The head of a response as plain data. */
export interface ResponseInfo {
  readonly status: number
  /** By lower-case name; in a browser only those that the service exposes. */
  readonly headers: Readonly<Record<string, string>>
}

/** A request of this SDK; the key is in its URL. */
export interface HttpRequest {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A complete response. */
export interface HttpResponse {
  readonly status: number
  readonly text: string
  /** Returns null for a header that is missing or that may not be read. */
  header(name: string): string | null
  /** Returns status and headers as the property `response` if the caller asked for them. */
  info(): { response?: ResponseInfo }
}

/** What every call goes through: time limits, retries, hooks, and errors without the key. */
export interface Client {
  readonly options: FeedOptions
  readonly baseUrl: string
  /** The key as the service takes it, in the query. */
  readonly credentials: Readonly<Record<string, string>>
  readonly redact: Redact
  readonly pace: Pace
  send<Result>(
    request: HttpRequest | Promise<HttpRequest>,
    read: (response: HttpResponse) => Result,
    options: RequestOptions,
  ): Promise<Result>
}

export function createClient(options: FeedOptions, pace: Pace): Client {
  const { apiKey } = options
  const redact = redactionOf(apiKey)

  async function attempt(
    { url, method = 'GET', headers, body }: HttpRequest,
    { fetchOptions, includeResponse }: Pick<RequestOptions, 'fetchOptions' | 'includeResponse'>,
    signal: AbortSignal,
    number: number,
  ): Promise<HttpResponse> {
    const { onRequest, onResponse } = options
    const event = { method, url: redact(url), attempt: number }
    const sent: Record<string, string> = { ...headers }
    if (fetchOptions?.headers) {
      new Headers(fetchOptions.headers).forEach((value, name) => {
        sent[name] = value
      })
    }
    if (onRequest) await asCaller(() => onRequest({ ...event, headers: sent }))
    const init: FetchInit = { ...fetchOptions, method, headers: sent, signal }
    if (body !== undefined) init.body = body
    const failed = (thrown: unknown) =>
      isFrameworkSignal(thrown)
        ? new CallerException(thrown)
        : new NetworkError(redactError(thrown, redact))
    // The global one is read for each request, so that a mock or framework that replaces it later is used.
    const send: FetchFunction = options.fetch ?? fetch
    let response: FetchResponse
    try {
      response = await send(url, init)
    } catch (thrown) {
      throw options.fetch && !isNetworkFailure(thrown)
        ? new CallerException(thrown)
        : failed(thrown)
    }
    const { status } = response
    const info = () => ({ status, headers: readableHeaders(response) })
    if (onResponse) await asCaller(() => onResponse({ ...event, ...info() }))
    const text = await response.text().catch((thrown) => {
      throw failed(thrown)
    })
    return {
      status,
      text,
      header: (name) => readHeader(response, name),
      info: () => (includeResponse ? { response: info() } : {}),
    }
  }

  return {
    options,
    baseUrl: normalizeBaseUrl(options.baseUrl),
    credentials: { [keyParameter.parameter]: apiKey },
    redact,
    pace,
    async send(request, read, callOptions) {
      const {
        maxRetries = 2,
        timeout = 10_000,
        totalTimeout = 30_000,
        ...others
      } = overridden(options, callOptions)
      const prepared = await request
      return withRetries(
        (signal, number) => attempt(prepared, others, signal, number).then(read),
        { maxRetries, timeout, totalTimeout },
        pace,
        callOptions.signal,
      )
    },
  }
}

/** Returns the options with the overrides that are not undefined. */
export function overridden<Options extends object>(options: Options, overrides: Partial<Options>) {
  const result: Options = { ...options }
  for (const name of Object.keys(overrides) as (keyof Options)[]) {
    if (overrides[name] !== undefined) result[name] = overrides[name] as Options[keyof Options]
  }
  return result
}

async function asCaller(call: () => unknown) {
  try {
    await call()
  } catch (thrown) {
    throw new CallerException(thrown)
  }
}

const networkFailures =
  /^(fetch failed|failed to fetch|load failed|networkerror |network |terminated|error sending request|unable to connect)/i

/** Whether a custom `fetch` threw because of the network and not because of its own code. */
function isNetworkFailure(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { name, message, code, cause } = thrown as Error & { code?: unknown }
  return (
    /^(Abort|Timeout|Fetch|Network)Error$/.test(name) ||
    typeof code === 'string' ||
    networkFailures.test(message) ||
    isNetworkFailure(cause)
  )
}

/**
 * Whether somebody else aborted the request, such as Next.js at the end of a prerender. Its errors have a `digest` and
 * must reach it unchanged; a retry would keep the prerender busy.
 */
function isFrameworkSignal(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  return thrown.name === 'AbortError' || typeof (thrown as { digest?: unknown }).digest === 'string'
}

/** SvelteKit's `fetch` throws for a header that is not allow-listed; it is then as if absent. */
function readHeader({ headers }: FetchResponse, name: string): string | null {
  try {
    return headers.get(name)
  } catch {
    return null
  }
}

function readableHeaders(response: FetchResponse): Record<string, string> {
  const found: Record<string, string> = {}
  response.headers.forEach((_value, name) => {
    const value = readHeader(response, name)
    if (value !== null) found[name] = value
  })
  return found
}

/** A web address without credentials, query or fragment, as `href` spells it. */
const plainAddress = /^https?:\/\/[^/@]+\/[^?#]*$/

/** Returns the address without trailing slashes. */
function normalizeBaseUrl(baseUrl: string): string {
  try {
    const { href } = new URL(baseUrl, globalThis.location?.href)
    if (plainAddress.test(href)) return href.replace(/\/+$/, '')
  } catch {
    // What is no URL gets the same message.
  }
  // The message does not quote the value: people paste whole request URLs here, key included.
  throw new TypeError(
    'baseUrl must be an http or https address without credentials, query or fragment.',
  )
}
