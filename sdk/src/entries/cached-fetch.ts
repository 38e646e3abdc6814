import { plainHeaders } from '../client/headers.ts'
import type { AbortSignalLike, FetchFunction, FetchInit, FetchResponse } from '../client/options.ts'
import { abortReason, type Pace, realPace } from '../client/pace.ts'
import {
  type CachedPage,
  type CacheEntry,
  type CacheStore,
  createEntry,
  type PageHeaders,
} from './cache-entry.ts'

/** Options of {@link cachedFetch}. */
export interface CachedFetchOptions {
  /** Where pages are cached: a `Map`, `lru-cache`, an adapter. */
  readonly store: CacheStore
  /**
   * For how many milliseconds a page may be returned while the service is down: when it cannot be reached, takes longer than 3
   * seconds, returns a 5xx, or something else responds with status 200. 0 is never. @default 604800000, a week
   */
  readonly staleIfError?: number | undefined
  /** Sends the requests. Default: the global `fetch`, read for each request. */
  readonly fetch?: FetchFunction | undefined
}

/** The values of the header `x-photofeed-cache`. */
export type CacheSource = 'hit' | 'revalidated' | 'fallback'

type Page = Omit<CachedPage, 'fetchedAt'>

/** A request in flight, which `waiting` calls share. */
interface Flight {
  readonly result: Promise<Page & { readonly isRevalidated: boolean }>
  waiting: number
  abort(): void
}

/** In milliseconds. A slower service counts as down if the page is cached. */
const slowAfter = 3000
/** In milliseconds. A slow request then goes on for this time, to update the cache. */
const abortAfter = 27_000

/**
 * Returns a `fetch` for `createFeed` that caches pages for their `max-age`, then revalidates them by ETag, and returns the
 * cached ones while the service is down. Equal requests at the same time are sent once; an abort of one does not affect the
 * others. POST (GraphQL) is not cached, and a page whose key is rejected is deleted. `fetchOptions.cache` works: `no-store`,
 * `reload` (only writes), `no-cache` (revalidates).
 *
 * A response from the cache has the header `x-photofeed-cache`, for the hook `onResponse`: `hit` (not requested),
 * `revalidated` (unchanged) or `fallback` (the service is down).
 *
 * @throws TypeError when `store` has no `get`, `set` and `delete`
 * @example
 * const feed = createFeed({
 *   baseUrl,
 *   apiKey,
 *   fetch: cachedFetch({ store: new Map() }),
 *   onResponse: ({ headers }) => console.log(headers['x-photofeed-cache'] ?? 'from the service'),
 * })
 */
export function cachedFetch(options: CachedFetchOptions): FetchFunction {
  return createCachedFetch(options, realPace)
}

/** `cachedFetch` with an injected clock, for tests. */
export function createCachedFetch(
  { store, staleIfError = 604_800_000, fetch: customFetch }: CachedFetchOptions,
  { now, after }: Pick<Pace, 'now' | 'after'>,
): FetchFunction {
  const methods = ['get', 'set', 'delete'] as const
  if (methods.some((method) => typeof store?.[method] !== 'function'))
    throw new TypeError('store must have get, set and delete: pass a Map or an adapter.')
  const flights = new Map<string, Flight>()

  return async (url, init) => {
    const { method = 'GET', cache, signal } = init
    const send = customFetch ?? fetch
    if (method !== 'GET' || cache === 'no-store') return send(url, init)
    const entry = createEntry(store, url, init)
    const isReload = cache === 'reload'
    const page = isReload ? null : await entry.read()
    if (signal?.aborted) throw abortReason(signal)
    // Negative if the clock was set back.
    const age = page ? now() - page.fetchedAt : 0
    if (page && cache !== 'no-cache' && age >= 0 && age < lifetimeOf(page.headers)) {
      return toResponse(page, 'hit')
    }
    const stale = page && Math.abs(age) < staleIfError ? page : null
    const flight = (!isReload && flights.get(entry.key)) || start(send, url, init, entry, page)
    try {
      const result = await wait(flight, signal, stale)
      if (!stale || !isFailure(result)) {
        return toResponse(result, result.isRevalidated && 'revalidated')
      }
    } catch (thrown) {
      if (!stale || signal?.aborted) throw thrown
    }
    return toResponse(stale, 'fallback')
  }

  /** Starts a request that other calls can share. */
  function start(
    send: FetchFunction,
    url: string,
    init: FetchInit,
    { key, write }: CacheEntry,
    page: CachedPage | null,
  ): Flight {
    const controller = new AbortController()
    const forget = () => flights.get(key) === flight && flights.delete(key)
    const run = async () => {
      const fetchedAt = now()
      const etag = page?.headers.get('etag')
      const response = await send(url, {
        ...init,
        ...(etag && { headers: { ...init.headers, 'if-none-match': etag } }),
        signal: controller.signal,
      })
      const isRevalidated = response.status === 304 && page !== null
      const result = {
        status: isRevalidated ? 200 : response.status,
        headers: copyHeaders(response, isRevalidated ? page.headers : null),
        text: isRevalidated ? page.text : await response.text(),
        isRevalidated,
      }
      const isCacheable =
        result.status === 200 && !/no-store/i.test(result.headers.get('cache-control') ?? '')
      // Another request may have replaced this one.
      if (flights.get(key) === flight && !isFailure(result)) {
        if (isCacheable) await write({ ...result, fetchedAt })
        else if (result.status === 200 || result.status === 401) await write(null)
      }
      return result
    }
    const flight: Flight = {
      // Runs after this function, which registers the request.
      result: Promise.resolve().then(run).finally(forget),
      waiting: 0,
      abort() {
        forget()
        controller.abort()
      },
    }
    flights.set(key, flight)
    return flight
  }

  /** Waits until the caller aborts, or the request is slow and there is a stale page. Aborts it if no call waits. */
  function wait(
    flight: Flight,
    signal: AbortSignalLike | undefined,
    stale: CachedPage | null,
  ): Flight['result'] {
    return new Promise((resolve, reject) => {
      flight.waiting++
      const leave = () => {
        finish()
        if (--flight.waiting === 0) flight.abort()
      }
      const onAbort = () => {
        leave()
        reject(signal && abortReason(signal))
      }
      let cancel = stale
        ? after(slowAfter, () => {
            reject()
            cancel = after(abortAfter, leave)
          })
        : () => {}
      const finish = () => {
        cancel()
        signal?.removeEventListener('abort', onAbort)
      }
      signal?.addEventListener('abort', onAbort)
      flight.result.finally(finish).then(resolve, reject)
    })
  }
}

/** Milliseconds for which a page is fresh. */
function lifetimeOf(headers: PageHeaders): number {
  const control = headers.get('cache-control') ?? ''
  const seconds = Number(/max-age=(\d+)/i.exec(control)?.[1] ?? 0)
  // A proxy may have cached the page before.
  const age = Number(headers.get('age') ?? 0)
  return /no-cache/i.test(control) ? 0 : (seconds - age) * 1000
}

/** Whether the service is down, or something else responded: a gateway, a login page. */
function isFailure({ status, text }: Page): boolean {
  if (status !== 200) return status >= 500
  try {
    JSON.parse(text)
    return false
  } catch {
    return !text.trimEnd().endsWith('</rss>')
  }
}

/** Copies headers. Those of a 304 replace the cached ones, except those that describe the text. */
function copyHeaders({ headers }: FetchResponse, cached: PageHeaders | null): PageHeaders {
  const kept = [...(cached ?? [])].filter(([name]) => /^(content-|etag|cache-control)/.test(name))
  return new Map([...kept, ...Object.entries(plainHeaders(headers))])
}

function toResponse({ status, headers, text }: Page, source: CacheSource | false): FetchResponse {
  const all = source ? new Map([...headers, ['x-photofeed-cache', source]]) : headers
  return {
    status,
    // Those of the platform take longer than all else that a hit does.
    headers: {
      get: (name) => all.get(name.toLowerCase()) ?? null,
      forEach: (callback) => all.forEach(callback),
    },
    text: async () => text,
    // It encodes the text and decodes it again, which takes longer than parsing it. 204, 205 and 304 have no body.
    toResponse: () => new Response(text || null, { status, headers: [...all] }),
  }
}
