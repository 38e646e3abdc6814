import { type DownloadFetch, type DownloadResponse, ForbiddenAddress } from '@photofeed/core/node'
import { fileLimits } from '../media/file-store.ts'
import { isWebAddress } from '../platform/platform-schema.ts'

/** A media file could not be downloaded. The message is a few words that can be counted, without the URL. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable'
}

export interface Download {
  fetch: DownloadFetch
  signal?: AbortSignal
}

const maximumRedirects = 3
const deadlineMs = 60_000

/** Ends after a minute, with all redirects, or when the signal aborts. Throws MediaUnavailable. */
export async function* download(
  url: string,
  { fetch, signal: aborted }: Download,
): AsyncGenerator<Uint8Array> {
  if (!isWebAddress(url)) throw new MediaUnavailable('not a web address')
  const timeout = AbortSignal.timeout(deadlineMs)
  const signal = aborted ? AbortSignal.any([aborted, timeout]) : timeout
  try {
    const { headers, body } = await follow(new URL(url), fetch, signal)
    if (Number(headers.get('Content-Length')) > fileLimits.videoBytes) {
      await body?.cancel()
      throw new MediaUnavailable('too large')
    }
    if (body) yield* body
  } catch (error) {
    if (error instanceof MediaUnavailable) throw error
    if (error instanceof ForbiddenAddress) throw new MediaUnavailable(error.message)
    throw new MediaUnavailable(signal.aborted ? 'timed out' : 'unreachable', { cause: error })
  }
}

async function follow(
  start: URL,
  fetch: DownloadFetch,
  signal: AbortSignal,
): Promise<DownloadResponse> {
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
