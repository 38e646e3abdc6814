import { fileLimits } from '../media/file-limits.ts'
import { MediaUnavailable } from './media-unavailable.ts'

const timeoutMs = 60_000
const maximumRedirects = 3

export type Fetch = typeof globalThis.fetch

/** Downloads a media file of a bounded size in bounded time; rejects with MediaUnavailable. */
export async function downloadFile(url: URL, fetch: Fetch): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await follow(url, fetch, signal)
    return await readBody(response)
  } catch (error) {
    if (error instanceof MediaUnavailable) throw error
    throw new MediaUnavailable(signal.aborted ? 'timed out' : 'unreachable', { cause: error })
  }
}

async function follow(start: URL, fetch: Fetch, signal: AbortSignal): Promise<Response> {
  let url = start
  for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
    const response = await fetch(url, { signal, redirect: 'manual', credentials: 'omit' })
    if (response.ok) return response
    await response.body?.cancel()
    const location = response.headers.get('Location')
    if (response.status < 300 || response.status > 399 || location === null) {
      throw new MediaUnavailable(`answered ${response.status}`)
    }
    url = new URL(location, url)
    if (!/^https?:$/.test(url.protocol)) throw new MediaUnavailable('not a web address')
  }
  throw new MediaUnavailable('too many redirects')
}

async function readBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength
    if (length > fileLimits.videoBytes) {
      await reader?.cancel()
      throw new MediaUnavailable('too large')
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}
