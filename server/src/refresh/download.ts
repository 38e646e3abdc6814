import {
  type DownloadFetch,
  type DownloadResponse,
  ForbiddenAddress,
  watchRate,
} from '@photofeed/core/node'
import { fileLimits, RejectedMedia, tooManyBytes } from '../media/file-store.ts'
import { isWebAddress } from '../platform/platform-schema.ts'

/** A media file could not be downloaded. The message is a few words that can be counted, without the URL. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable'
}

export interface Download {
  fetch: DownloadFetch
  signal?: AbortSignal
  /** How long a download may take for each part of it, in milliseconds. Default: 30 seconds. */
  partMs?: number
}

const maximumRedirects = 3
/** What has to arrive in each half minute. A large file may take long; one that stalls would keep others waiting. */
const partBytes = 120_000

/** Ends when the download stalls, or when the signal aborts. Throws MediaUnavailable, and RejectedMedia if it is too large. */
export async function* download(
  url: string,
  { fetch, signal: aborted, partMs = 30_000 }: Download,
): AsyncGenerator<Uint8Array> {
  if (!isWebAddress(url)) throw new MediaUnavailable('not a web address')
  const stalled = new AbortController()
  const signal = aborted ? AbortSignal.any([aborted, stalled.signal]) : stalled.signal
  const rate = watchRate(partBytes, partMs, () => stalled.abort())
  try {
    const { headers, body } = await follow(new URL(url), fetch, signal)
    if (Number(headers.get('Content-Length')) > fileLimits.videoBytes) {
      await body?.cancel()
      throw tooManyBytes(fileLimits.videoBytes)
    }
    for await (const chunk of body ?? []) {
      rate.count(chunk.byteLength)
      yield chunk
    }
  } catch (error) {
    if (error instanceof MediaUnavailable || error instanceof RejectedMedia) throw error
    if (error instanceof ForbiddenAddress) throw new MediaUnavailable(error.message)
    throw new MediaUnavailable(signal.aborted ? 'timed out' : 'unreachable', { cause: error })
  } finally {
    rate.end()
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
