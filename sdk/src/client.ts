import { apiKey as keyParameter } from '@photofeed/openapi'
import { checkOptions, normalizeBaseUrl, plainHeaders } from './check-options.ts'
import { NetworkError } from './errors.ts'
import { createLog, logEnd } from './log.ts'
import type {
  FeedOptions,
  FetchFunction,
  FetchInit,
  FetchResponse,
  HttpRequest,
  HttpResponse,
  RequestOptions,
} from './options.ts'
import type { Pace } from './pace.ts'
import { createRedact, type Redact, redactError } from './redaction.ts'
import { CallerException, retry } from './retry.ts'

/** Sends requests with time limits, retries and hooks. Its errors do not contain the key. */
export interface Client {
  readonly options: FeedOptions
  readonly baseUrl: string
  /** The key as a parameter of a query string. */
  readonly credentials: string
  readonly redact: Redact
  readonly pace: Pace
  send<Result>(
    request: HttpRequest,
    read: (response: HttpResponse) => Result,
    options: RequestOptions,
  ): Promise<Result>
}

export function createClient(options: FeedOptions, pace: Pace): Client {
  checkOptions(options)
  const { apiKey, onRequest, onResponse, onAttemptEnd } = options
  const redact = createRedact(apiKey)
  const baseUrl = normalizeBaseUrl(options.baseUrl)
  const log = createLog(options)
  const isObserved = onRequest || onResponse || onAttemptEnd || options.logger

  async function attempt(
    { body, headers }: HttpRequest,
    { fetchOptions, includeResponse }: Pick<RequestOptions, 'fetchOptions' | 'includeResponse'>,
    signal: AbortSignal,
    url: string,
    event: { readonly method: string; readonly url: string; readonly attempt: number },
    onHead: (status: number) => void,
  ): Promise<HttpResponse> {
    const sent = { ...headers, ...plainHeaders(fetchOptions?.headers) }
    if (onRequest) await callHook(() => onRequest({ ...event, headers: sent }))
    const init: FetchInit = { ...fetchOptions, method: event.method, headers: sent, signal }
    if (body !== undefined) init.body = body
    // Read for each request: a mock or framework may replace the global `fetch` later.
    const send: FetchFunction = options.fetch ?? fetch
    const toError = (thrown: unknown) =>
      isFrameworkSignal(thrown)
        ? new CallerException(thrown)
        : new NetworkError(new URL(url).origin, redactError(thrown, redact))
    let response: FetchResponse
    try {
      response = await send(url, init)
    } catch (thrown) {
      if (options.fetch && !isNetworkFailure(thrown)) throw new CallerException(thrown)
      throw invalidArgument(url, init, redact) ?? toError(thrown)
    }
    const { status } = response
    onHead(status)
    const head = () => readableHeaders(response, redact)
    if (onResponse) await callHook(() => onResponse({ ...event, status, headers: head() }))
    const text = await response.text().catch((thrown) => {
      throw toError(thrown)
    })
    return {
      status,
      text,
      header: (name) => readHeader(response, name, redact),
      headers: head,
      info: () => (includeResponse ? { response: { status, headers: head() } } : {}),
    }
  }

  return {
    options,
    baseUrl,
    credentials: `${keyParameter.parameter}=${apiKey}`,
    redact,
    pace,
    async send(request, read, callOptions) {
      checkOptions(callOptions)
      const {
        maxRetries = 2,
        timeout = 10_000,
        totalTimeout = 30_000,
        ...others
      } = mergeOptions(options as RequestOptions, callOptions)
      const { url, method = 'GET' } = request
      // A fiftieth of the time of a small page, so it is left out where nobody sees it.
      const about = { method, url: isObserved ? redact(url) : url }
      return retry(
        async (signal, number, onHead) => {
          const event = { ...about, attempt: number }
          log('debug', () => `${method} ${about.url}, attempt ${number}`)
          return read(await attempt(request, others, signal, url, event, onHead))
        },
        { maxRetries, timeout, totalTimeout },
        pace,
        callOptions.signal,
        isObserved
          ? async (end) => {
              const event = { ...about, ...end }
              logEnd(log, event)
              await onAttemptEnd?.(event)
            }
          : undefined,
      )
    },
  }
}

/** Returns the options with the overrides that are not undefined; `fetchOptions` are merged. */
export function mergeOptions<Options extends RequestOptions>(
  options: Options,
  overrides: Partial<Options>,
): Options {
  const result: Options = { ...options }
  for (const name of Object.keys(overrides) as (keyof Options)[]) {
    if (overrides[name] !== undefined) result[name] = overrides[name] as Options[keyof Options]
  }
  const [feed, call] = [options.fetchOptions, overrides.fetchOptions]
  if (!feed || !call) return result
  const headers = { ...plainHeaders(feed.headers), ...plainHeaders(call.headers) }
  return { ...result, fetchOptions: { ...feed, ...call, headers } }
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

/**
 * Returns the error of arguments that `fetch` rejects, such as an unknown `cache`: a retry would not help. `fetch` rejects
 * them with the TypeError of a broken connection, so they are tried once more.
 */
function invalidArgument(url: string, init: FetchInit, redact: Redact): CallerException | null {
  try {
    new Request(url, init)
    return null
  } catch (thrown) {
    return new CallerException(
      new TypeError(`fetch rejects its options: ${redact((thrown as Error).message)}`),
    )
  }
}

/** Returns a header; null also if SvelteKit's `fetch` throws because the header is not allowed. */
function readHeader({ headers }: FetchResponse, name: string, redact: Redact): string | null {
  try {
    const value = headers.get(name)
    return value && redact(value)
  } catch {
    return null
  }
}

function readableHeaders(response: FetchResponse, redact: Redact): Record<string, string> {
  const found: Record<string, string> = {}
  response.headers.forEach((_value, name) => {
    const value = readHeader(response, name, redact)
    if (value !== null) found[name] = value
  })
  return found
}
