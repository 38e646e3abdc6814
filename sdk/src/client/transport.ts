import { apiKey as keyParameter } from '@photofeed/openapi'
import { checkOptions, normalizeBaseUrl, plainHeaders } from './check-options.ts'
import { NetworkError, UnreadableBodyError } from '../errors/errors.ts'
import { findFailure } from '../errors/failure.ts'
import { createLog, logEnd } from './observers.ts'
import { isFrameworkSignal, isNetworkFailure } from './network-failure.ts'
import type {
  FeedOptions,
  FetchFunction,
  FetchInit,
  FetchResponse,
  HeadersLike,
  RequestOptions,
  ResponseInfo,
} from './options.ts'
import type { Pace } from './pace.ts'
import { createRedact, mask, type Redact, redactError } from './redaction.ts'
import { CompleteResponse, readableHeaders, readText } from './response.ts'
import { CallerException, retry } from './retry.ts'

/**
 * A `fetch` with hooks, time limits, retries and redaction, which adds the API key. It resolves to a complete response of the
 * service, also to one with an error, and rejects with an error of the SDK for anything else.
 */
export interface Transport {
  (url: string, init?: TransportInit): Promise<CompleteResponse>
  readonly options: FeedOptions
  readonly baseUrl: string
  readonly redact: Redact
  readonly pace: Pace
}

/** The second argument: that of `fetch` with the options of a call. */
interface TransportInit extends RequestOptions {
  readonly method?: string | undefined
  readonly headers?: HeadersLike | undefined
  readonly body?: string | undefined
}

export function createTransport(options: FeedOptions, pace: Pace): Transport {
  checkOptions(options)
  const { apiKey, onRequest, onResponse, onAttemptEnd } = options
  const redact = createRedact(apiKey)
  const baseUrl = normalizeBaseUrl(options.baseUrl)
  const log = createLog(options)

  async function attempt(
    url: string,
    init: FetchInit,
    event: () => { readonly method: string; readonly url: string; readonly attempt: number },
    onHead: (status: number) => void,
  ): Promise<CompleteResponse> {
    if (onRequest) await callHook(() => onRequest({ ...event(), headers: init.headers }))
    const toError = (thrown: unknown) =>
      isFrameworkSignal(thrown)
        ? new CallerException(thrown)
        : new NetworkError(new URL(url).origin, redactError(thrown, redact))
    let response: FetchResponse
    try {
      response = await send(url, init)
    } catch (thrown) {
      const { name } = Object(thrown)
      // Within a body, Firefox rejects with an AbortError when a connection breaks.
      const isOfCaller = name === 'AbortError' || (options.fetch && !isNetworkFailure(thrown))
      if (isOfCaller) throw new CallerException(thrown)
      throw invalidArgument(url, init, redact) ?? toError(thrown)
    }
    const { status } = response
    onHead(status)
    const isGuarded = options.fetch !== undefined
    const info = () => ({ status, headers: readableHeaders(response, redact, isGuarded) })
    if (onResponse) await callHook(() => onResponse({ ...event(), ...info() }))
    // SvelteKit's `fetch` serializes a text into the page, and a stream as base64.
    const text = await readText(response, !isGuarded).catch((thrown) => {
      throw toError(thrown)
    })
    const headers = isGuarded ? null : (response.headers as Headers)
    if (text !== null) {
      const target = redirectedTo(url, init.method, response)
      return new CompleteResponse(status, headers, info, text, target)
    }
    throw new UnreadableBodyError({ ...info(), body: '', problem: 'The body is longer than 16 MB' })
  }

  /** Calls `fetch`. It is read for each request: a mock or framework may replace the global one later. */
  async function send(url: string, init: FetchInit): Promise<FetchResponse> {
    const fetchNow: FetchFunction = options.fetch ?? globalThis.fetch
    try {
      return await fetchNow(url, init)
    } catch (thrown) {
      // jsdom replaces AbortSignal, and Node's `fetch` accepts no other than its own.
      if (!/signal.*AbortSignal/s.test(Object(thrown).message)) throw thrown
      return fetchNow(url, { ...init, signal: null })
    }
  }

  const about = { options, baseUrl, redact, pace }

  const transport = async (
    address: string,
    { method = 'GET', headers, body, ...others }: TransportInit = {},
  ) => {
    if (!(options.fetch ?? globalThis.fetch)) throw new TypeError('There is no fetch: pass one.')
    checkOptions(others)
    const merged = mergeOptions(options as RequestOptions, others)
    const { maxRetries = 2, timeout = 10_000, totalTimeout = 30_000, signal, fetchOptions } = merged
    const isOwn = address.startsWith(`${baseUrl}/`)
    const withKey = (text: string, key: string) =>
      isOwn ? `${text}${text.includes('?') ? '&' : '?'}${keyParameter.parameter}=${key}` : text
    const url = withKey(address, apiKey)
    const sent = { ...plainHeaders(headers), ...plainHeaders(fetchOptions?.headers) }
    // Only hooks and logs need it.
    const request = () => ({ method, url: withKey(redact(address), mask) })
    let response: CompleteResponse | undefined
    try {
      return await retry(
        async (signal, number, onHead) => {
          log('debug', () => `${method} ${request().url}, attempt ${number}`)
          const attemptInit: FetchInit = { ...fetchOptions, method, headers: { ...sent }, signal }
          if (body !== undefined) attemptInit.body = body
          response = await attempt(
            url,
            attemptInit,
            () => ({ ...request(), attempt: number }),
            onHead,
          )
          const failure = findFailure(response, about)
          if (!failure) return response
          if ('errors' in failure) response.failure = failure
          throw failure
        },
        { maxRetries, timeout, totalTimeout },
        pace,
        signal,
        async (end) => {
          if (!options.logger && !onAttemptEnd) return
          const ended = { ...request(), ...end }
          logEnd(log, ended)
          await onAttemptEnd?.(ended)
        },
      )
    } catch (error) {
      if (response && response.failure === error) return response
      throw error
    }
  }
  return Object.assign(transport, about)
}

/** Returns status and headers as the property `response` with the option `includeResponse`. */
export function includedResponse(
  response: CompleteResponse,
  { options }: Transport,
  { includeResponse = options.includeResponse }: RequestOptions,
): { response?: ResponseInfo } {
  return includeResponse ? { response: response.info } : {}
}

/** Returns where a redirect led, if it changed the host or may have made a GET of a POST; else null. */
function redirectedTo(from: string, method: string, { url, redirected }: FetchResponse) {
  if (!url || redirected === false) return null
  const { origin, pathname } = new URL(url)
  const isElsewhere = origin !== new URL(from).origin || (redirected && method !== 'GET')
  return isElsewhere ? `${origin}${pathname}` : null
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

/**
 * Returns the error of arguments that `fetch` rejects, such as an unknown `cache`: a retry would not help. `fetch` rejects
 * them with the TypeError of a broken connection, so they are tried once more.
 */
function invalidArgument(url: string, init: FetchInit, redact: Redact): CallerException | null {
  if (typeof Request !== 'function') return null
  try {
    // Not every platform's Request accepts every platform's signal.
    new Request(url, { ...init, signal: null })
    return null
  } catch (thrown) {
    return new CallerException(
      new TypeError(`fetch rejects its options: ${redact((thrown as Error).message)}`),
    )
  }
}
