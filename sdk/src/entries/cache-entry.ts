import { plainHeaders } from '../client/headers.ts'
import type { FetchInit } from '../client/options.ts'

/**
 * Where pages are cached: a `Map`, or an adapter of `localStorage` or a key-value store. Its methods may return promises. If
 * it fails, the page is requested from the service.
 */
export interface CacheStore {
  /** Returns the value of a key; undefined or null if there is none. */
  get(key: string): string | null | undefined | PromiseLike<string | null | undefined>
  /** The value has no API key. */
  set(key: string, value: string): unknown
  delete(key: string): unknown
}

/** By lower-case name. */
export type PageHeaders = ReadonlyMap<string, string>

export interface CachedPage {
  readonly status: number
  readonly headers: PageHeaders
  readonly text: string
  /** When it was requested or revalidated, in milliseconds since the epoch. */
  readonly fetchedAt: number
}

export type CacheEntry = ReturnType<typeof createEntry>

/** Replaces the API key in cached text. JSON and XML have no such character. */
const mask = '\x01'
// An import of the contract would add a third of a kilobyte: bundlers do not drop parts of shared constants.
const keyInUrl = /[?&]api_key=([^&#]+)/

/** These name a request, and do not change its response. */
const withoutEffect = /^(if-|traceparent|tracestate|baggage|x-request-id)/

/** Returns what may change a response besides the URL: the headers and credentials that the caller set. */
function variantOf({ headers, credentials = '' }: FetchInit): string {
  const set = Object.entries(plainHeaders(headers)).filter(([name]) => !withoutEffect.test(name))
  return set.length === 0 && !credentials ? '' : ` ${JSON.stringify([set.sort(), credentials])}`
}

/** Returns the cached page of a request in a store. */
export function createEntry(store: CacheStore, url: string, init: FetchInit) {
  const apiKey = keyInUrl.exec(url)?.[1] ?? mask
  // Stored in the value too, for stores that mix up keys. A hash, because URL and headers may be secret.
  const key = `photofeed:${hash(url + variantOf(init))}`
  const unmask = (text: string) => (text.includes(mask) ? text.replaceAll(mask, apiKey) : text)
  return {
    key,
    async read(): Promise<CachedPage | null> {
      try {
        const value = (await store.get(key)) as string
        // The text is not part of the JSON, where it would be parsed twice.
        const end = value.indexOf('\n')
        const { id, headers, fetchedAt } = JSON.parse(value.slice(0, end))
        const text = unmask(value.slice(end + 1))
        if (end > 0 && id === key && typeof fetchedAt === 'number') {
          return { status: 200, headers: new Map<string, string>(headers), text, fetchedAt }
        }
      } catch {
        // The store failed, or its value is broken: the page is requested.
      }
      return null
    },
    /** Null deletes the page. */
    async write(page: CachedPage | null) {
      try {
        if (!page) await store.delete(key)
        else {
          const { headers, text, fetchedAt } = page
          const head = JSON.stringify({ id: key, headers: [...headers], fetchedAt })
          await store.set(key, `${head}\n${text}`.replaceAll(apiKey, mask))
        }
      } catch {
        // The store is full or failed: the page is requested again next time.
      }
    },
  }
}

/** Returns 128 bits of a text. It is no secret how: keys are random. */
function hash(text: string): string {
  return [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f]
    .map((prime) => {
      let value = prime
      for (let index = 0; index < text.length; index++) {
        value = Math.imul(value ^ text.charCodeAt(index), prime)
        value ^= value >>> 15
      }
      return (value >>> 0).toString(36)
    })
    .join('-')
}
