/**
 * Where pages are cached: a `Map`, or an adapter of `localStorage` or a key-value store. Its methods may return promises. If
 * they throw, or return anything else than what was set, the page is requested from the service.
 */
export interface CacheStore {
  /** Returns the value of a key; undefined or null if there is none. */
  get(key: string): string | null | undefined | PromiseLike<string | null | undefined>
  /** Sets the value of a key. It is a string of JSON without the API key. */
  set(key: string, value: string): unknown
  delete(key: string): unknown
}

export interface CachedPage {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** When it was requested or revalidated, in milliseconds since the epoch. */
  readonly fetchedAt: number
}

/** The cached page of one URL. */
export interface CacheEntry {
  readonly key: string
  read(): Promise<CachedPage | null>
  /** Writes the page; null deletes it. */
  write(page: CachedPage | null): Promise<void>
}

/** Is in the place of the API key in cached text. JSON escapes this character, so it cannot be part of the text. */
const mask = '\x01'
// An import of the contract here would add a third of a kilobyte to the other entries: bundlers do not drop parts of shared constants.
const keyInUrl = /[?&]api_key=([^&#]+)/

/** Returns the entry of a URL in a store. */
export function createEntry(store: CacheStore, url: string): CacheEntry {
  const apiKey = keyInUrl.exec(url)?.[1] ?? mask
  const key = `photofeed:${hash(url)}`
  // Stored too, for stores that mix up keys.
  const id = `${key} ${url}`
  return {
    key,
    async read() {
      try {
        const value = (await store.get(key)) as string
        const {
          id: storedId,
          headers,
          text,
          fetchedAt,
        } = JSON.parse(value.replaceAll(mask, apiKey))
        if (storedId === id && typeof text === 'string' && typeof fetchedAt === 'number') {
          return { status: 200, headers: new Headers(headers), text, fetchedAt }
        }
      } catch {
        // The store failed, or its value is broken: the page is requested.
      }
      return null
    },
    async write(page) {
      try {
        if (!page) await store.delete(key)
        else {
          const { headers, text, fetchedAt } = page
          const value = JSON.stringify({ id, headers: [...headers], text, fetchedAt })
          await store.set(key, value.replaceAll(apiKey, mask))
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
