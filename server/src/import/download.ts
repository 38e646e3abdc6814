import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { fileLimits } from '../media/file-store.ts'
import { chunksOf } from '../platform/platform-response.ts'
import { type DownloadRules, isPublicAddress, isTrusted, rejectionOf } from './download-rules.ts'

/** A media file could not be downloaded. The message is a few words that can be counted, without the URL. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable'
}

const maximumRedirects = 3

/** The part of fetch that a download needs. */
export type Fetch = (
  url: URL,
  init: { signal: AbortSignal; redirect: 'manual'; credentials: 'omit' },
) => Promise<DownloadResponse>

interface DownloadResponse {
  ok: boolean
  status: number
  headers: { get(name: string): string | null }
  body: Pick<ReadableStream<Uint8Array>, 'getReader' | 'cancel'> | null
}

/** Downloads a media file until the deadline, chunk by chunk; throws MediaUnavailable. The reader limits the size. */
export async function* downloadFile(
  url: URL,
  fetch: Fetch,
  deadline: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    const { headers, body } = await follow(url, fetch, deadline)
    if (Number(headers.get('Content-Length')) > fileLimits.videoBytes) {
      await body?.cancel()
      throw new MediaUnavailable('too large')
    }
    yield* chunksOf(body)
  } catch (error) {
    if (error instanceof MediaUnavailable) throw error
    throw new MediaUnavailable(deadline.aborted ? 'timed out' : 'unreachable', { cause: error })
  }
}

async function follow(start: URL, fetch: Fetch, signal: AbortSignal): Promise<DownloadResponse> {
  let url = start
  for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
    const response = await fetch(url, { signal, redirect: 'manual', credentials: 'omit' })
    if (response.ok) return response
    await response.body?.cancel()
    const location = response.headers.get('Location')
    if (response.status < 300 || response.status > 399 || location === null) {
      throw new MediaUnavailable(`responded with ${response.status}`)
    }
    url = new URL(location, url)
    if (!/^https?:$/.test(url.protocol)) throw new MediaUnavailable('not a web address')
  }
  throw new MediaUnavailable('too many redirects')
}

export interface GuardedFetchDeps {
  lookup?: Lookup
  isAllowed?: (address: string) => boolean
}

/**
 * Creates a fetch for addresses that the rules allow: the URL is checked before each request, the addresses of its host by
 * the connection. Rejects with MediaUnavailable if the rules forbid one.
 */
export function createGuardedFetch(rules: DownloadRules, deps: GuardedFetchDeps = {}): Fetch {
  const { lookup = systemLookup, isAllowed = isPublicAddress } = deps
  let client: ReturnType<typeof loadClient> | undefined

  return async (url, init) => {
    const reason = rejectionOf(url, rules)
    if (reason) throw new MediaUnavailable(reason)
    client ??= loadClient(guardedLookup(lookup, isAllowed))
    const { fetch, guarded, plain } = await client
    const dispatcher = isTrusted(url, rules) ? plain : guarded
    try {
      return await fetch(url, { ...init, dispatcher })
    } catch (error) {
      const { cause } = error as Error
      throw cause instanceof MediaUnavailable ? cause : error
    }
  }
}

/** Loaded with the first download: an import of files needs none of it. Node's own fetch takes no other agents. */
async function loadClient(lookup: ReturnType<typeof guardedLookup>) {
  const { Agent, fetch } = await import('undici')
  return { fetch, guarded: new Agent({ connect: { lookup } }), plain: new Agent() }
}

/** The overload of `dns.lookup` that returns every address of a host. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Creates a DNS lookup for connections that fails unless all addresses of the host are allowed. The connection itself calls
 * it: a host that was checked before could have other addresses when it connects.
 */
function guardedLookup(lookup: Lookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, [])
      else if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        callback(new MediaUnavailable('not a public address'), [])
      } else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
