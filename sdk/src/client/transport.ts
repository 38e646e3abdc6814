import { apiKey as keyParameter } from '@photofeed/openapi'
import { createApiError } from '../errors/api-error.ts'
import { originOf } from '../errors/errors.ts'
import { checkOptions, normalizeBaseUrl } from './check-options.ts'
import { plainHeaders } from './headers.ts'
import { explainThrown, isNetworkFailure } from './network-failure.ts'
import type { createObservers } from './observers.ts'
import type {
  FeedOptions,
  FetchFunction,
  FetchInit,
  FetchOptions,
  FetchResponse,
  RequestOptions,
} from './options.ts'
import type { Pace } from './pace.ts'
import { createRedact, mask } from './redaction.ts'
import { CallerException, retry } from './retry.ts'

const key = new RegExp(keyParameter.pattern)

/** Sends one request, and resolves with the response as it came. */
export type Send = (url: string, init: SendInit) => Promise<FetchResponse>

export interface SendInit extends FetchOptions {
  readonly method?: string | undefined
}

export type Client = ReturnType<typeof createClient>

/** Creates what sends the requests of a feed. */
export function createClient(options: FeedOptions, pace: Pace, observe?: typeof createObservers) {
  checkOptions(options)
  const { apiKey } = options
  const redact = createRedact(apiKey)
  const observers = observe?.(options, redact)
  const baseUrl = normalizeBaseUrl(options.baseUrl)
  // A build without secrets creates feeds too: only calls need the key.
  const hasKey = key.test(apiKey)

  const isOwn = (address: string) => address.startsWith(`${baseUrl}/`)
  const addKey = (address: string, key: string) =>
    address.includes(`${keyParameter.parameter}=`)
      ? address
      : `${address}${address.includes('?') ? '&' : '?'}${keyParameter.parameter}=${key}`

  /** Calls `fetch`. It is read for each request: a mock or framework may replace the global one later. */
  async function fetchOnce(url: string, init: FetchInit): Promise<FetchResponse> {
    const fetchNow: FetchFunction = options.fetch ?? globalThis.fetch
    try {
      // jsdom replaces AbortSignal, and Node's `fetch` accepts no other than its own.
      const response = await fetchNow(url, init).catch((thrown) => {
        if (!/signal.*AbortSignal/s.test(Object(thrown).message)) throw thrown
        return fetchNow(url, { ...init, signal: null })
      })
      if (isResponse(response)) return response
      const { explainResponse } = await import('./mistakes.ts')
      throw new CallerException(explainResponse(Object(response)))
    } catch (thrown) {
      const isOfCaller = () =>
        Object(thrown).name === 'AbortError' ||
        (options.fetch !== undefined && !isNetworkFailure(thrown))
      throw explainThrown(thrown, url, redact, isOfCaller)
    }
  }

  /** Calls `fetch` with the key. Follows redirects within the host: another one must not get the key. */
  async function fetchOwn(address: string, init: FetchInit, hops = 0): Promise<FetchResponse> {
    const response = await fetchOnce(addKey(address, apiKey), { redirect: 'manual', ...init })
    const { status, type, url } = response
    const isRedirect =
      type === 'opaqueredirect' ||
      (status > 300 && status < 400) ||
      (url && originOf(url) !== originOf(address))
    if (!isRedirect) return response
    const { findRedirect } = await import('./redirects.ts')
    const target = await findRedirect(response, address, hops, { fetch: fetchOnce, redact }, init)
    return target === null ? response : fetchOwn(target, init, hops + 1)
  }

  /** Runs attempts within the limits of a call. `attempt` sends one request with `send`, through a client of its choice. */
  async function run<Result>(
    callOptions: RequestOptions,
    attempt: (send: Send) => Promise<Result>,
    isKept?: (error: unknown) => boolean,
  ): Promise<Result> {
    if (!hasKey) {
      const { explainKey } = await import('./mistakes.ts')
      throw createApiError(explainKey(apiKey))
    }
    if (!(options.fetch ?? globalThis.fetch)) throw new TypeError('There is no fetch: pass one.')
    checkOptions(callOptions)
    const { fetchOptions, ...limits } = mergeOptions<RequestOptions>(options, callOptions)
    const ownHeaders = plainHeaders(fetchOptions?.headers)
    let request = { method: 'GET', url: baseUrl }
    let status: number | null = null
    return retry(
      (attemptSignal, number) =>
        attempt(async (address, { method = 'GET', headers, body, ...others }) => {
          const init: FetchInit = {
            ...others,
            ...fetchOptions,
            method,
            headers: { ...plainHeaders(headers), ...ownHeaders },
            signal: attemptSignal,
          }
          if (body !== undefined) init.body = body as string
          status = null
          if (observers) {
            const shown = redact(address)
            request = { method, url: isOwn(address) ? addKey(shown, mask) : shown }
            observers.onRequest({ ...request, attempt: number, headers: init.headers })
          }
          const response = await (isOwn(address) ? fetchOwn : fetchOnce)(address, init)
          // An attempt that is over may get its response during the next one.
          if (!attemptSignal.aborted) status = response.status
          observers?.onResponse({ ...request, attempt: number }, response)
          return response
        }),
      limits,
      pace,
      (end) => observers?.onEnd({ ...request, status, ...end }),
      isKept,
    )
  }

  return { options, baseUrl, redact, pace, run }
}

/** Whether what a `fetch` resolved with can be read as a response: a stub of a test may be incomplete. */
function isResponse(response: FetchResponse): boolean {
  const { status, headers, text, body, bodyUsed } = Object(response) as Partial<FetchResponse>
  return status !== undefined && Boolean(headers?.get && text) && !bodyUsed && !body?.locked
}

/** Returns the options with the overrides that are not undefined; `fetchOptions` are merged. */
export function mergeOptions<Options extends RequestOptions>(
  options: Options,
  overrides: Partial<Options>,
): Options {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined)
  const fetchOptions = mergeFetchOptions(options.fetchOptions, overrides.fetchOptions)
  return { ...options, ...Object.fromEntries(given), fetchOptions }
}

function mergeFetchOptions(feed: FetchOptions | undefined, call: FetchOptions | undefined) {
  if (!feed || !call) return call ?? feed
  const headers = { ...plainHeaders(feed.headers), ...plainHeaders(call.headers) }
  return { ...feed, ...call, headers }
}
