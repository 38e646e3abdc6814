import { apiKey as keyParameter } from '@photofeed/openapi'
import { NetworkError } from './errors.ts'
import type {
  FeedOptions,
  FetchFunction,
  FetchInit,
  FetchResponse,
  HttpRequest,
  HttpResponse,
  RequestOptions,
} from './options.ts'
import { createRedact, type Redact, redactError } from './redaction.ts'
import { CallerException, type Pace, retry } from './retry.ts'

/** Sends requests with time limits, retries and hooks. Its errors do not contain the key. */
export interface Client {
  readonly options: FeedOptions
  readonly baseUrl: string
  /** The key as a parameter of the query string. */
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
  const redact = createRedact(apiKey)

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
    if (onRequest) await callHook(() => onRequest({ ...event, headers: sent }))
    const init: FetchInit = { ...fetchOptions, method, headers: sent, signal }
    if (body !== undefined) init.body = body
    const toError = (thrown: unknown) =>
      isFrameworkSignal(thrown)
        ? new CallerException(thrown)
        : new NetworkError(redactError(thrown, redact))
    // Read for each request: a mock or framework may replace the global `fetch` later.
    const send: FetchFunction = options.fetch ?? fetch
    let response: FetchResponse
    try {
      response = await send(url, init)
    } catch (thrown) {
      throw options.fetch && !isNetworkFailure(thrown)
        ? new CallerException(thrown)
        : toError(thrown)
    }
    const { status } = response
    const info = () => ({ status, headers: readableHeaders(response) })
    if (onResponse) await callHook(() => onResponse({ ...event, ...info() }))
    const text = await response.text().catch((thrown) => {
      throw toError(thrown)
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
      } = mergeOptions(options, callOptions)
      const prepared = await request
      return retry(
        (signal, number) => attempt(prepared, others, signal, number).then(read),
        { maxRetries, timeout, totalTimeout },
        pace,
        callOptions.signal,
      )
    },
  }
}

/** Registered globally, so that an entry accepts the feed of another copy of the SDK. */
const clientKey = Symbol.for('@photofeed/sdk client')

export function attachClient<Feed extends object>(feed: Feed, client: Client): Feed {
  return Object.defineProperty(feed, clientKey, { value: client })
}

/**
 * Returns the client behind a feed, for the functions of the other entries.
 *
 * @throws TypeError when the value is no feed
 */
export function getClient(feed: object): Client {
  const client = (feed as { readonly [clientKey]?: Client } | null)?.[clientKey]
  if (client) return client
  throw new TypeError('The first argument must be a feed: pass what createFeed returned.')
}

/** Returns the options with the overrides that are not undefined. */
export function mergeOptions<Options extends object>(
  options: Options,
  overrides: Partial<Options>,
) {
  const result: Options = { ...options }
  for (const name of Object.keys(overrides) as (keyof Options)[]) {
    if (overrides[name] !== undefined) result[name] = overrides[name] as Options[keyof Options]
  }
  return result
}

async function callHook(call: () => unknown) {
  try {
    await call()
  } catch (thrown) {
    throw new CallerException(thrown)
  }
}

const networkFailures =
  /^(fetch failed|failed to fetch|load failed|networkerror |(a |the )?network |the internet |terminated|error sending request|unable to connect)/i

/** Of Node's sockets and TLS, undici, and Bun. */
const networkCodes =
  /^(E(AI_|CONN|HOST|NET|NOTFOUND|PIPE|TIMEDOUT)|UND_ERR_|ERR_(SSL|TLS)_|CERT_|Connection|FailedToOpen)/

/** Whether a custom `fetch` threw a network error, and not an exception of its code. */
function isNetworkFailure(thrown: unknown, depth = 0): boolean {
  // An error may be its cause.
  if (!(thrown instanceof Error) || depth > 5) return false
  const { name, message, code, cause } = thrown as Error & { code?: unknown }
  return (
    /^(Timeout|Fetch|Network)Error$/.test(name) ||
    (typeof code === 'string' && networkCodes.test(code)) ||
    networkFailures.test(message) ||
    isNetworkFailure(cause, depth + 1)
  )
}

/**
 * Whether a framework aborted the request, such as Next.js at the end of a prerender. Its errors have a `digest` and must
 * be rethrown unchanged; a retry would delay the prerender.
 */
function isFrameworkSignal(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  return thrown.name === 'AbortError' || typeof (thrown as { digest?: unknown }).digest === 'string'
}

/** Returns a header; null also if SvelteKit's `fetch` throws because the header is not allowed. */
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

/** A normalized web address without credentials, query or fragment. */
const plainAddress = /^https?:\/\/[^/@]+\/[^?#]*$/

/** Returns the address without trailing slashes. */
function normalizeBaseUrl(baseUrl: string): string {
  try {
    const { href } = new URL(baseUrl, globalThis.location?.href)
    if (plainAddress.test(href)) return href.replace(/\/+$/, '')
  } catch {
    // An invalid URL gets the same message.
  }
  // The message does not quote the value: people paste whole request URLs here, key included.
  throw new TypeError(
    'baseUrl must be an http or https address without credentials, query or fragment.',
  )
}
