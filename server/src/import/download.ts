import { fileLimits } from '../media/file-limits.ts'
import { MediaUnavailable } from './media-unavailable.ts'

const maximumRedirects = 3

/** The part of fetch that a download needs. */
export type Fetch = (
  url: URL,
  init: { signal: AbortSignal; redirect: 'manual'; credentials: 'omit' },
) => Promise<Answer>

export interface Answer {
  ok: boolean
  status: number
  headers: { get(name: string): string | null }
  body: Pick<ReadableStream<Uint8Array>, 'getReader' | 'cancel'> | null
}

/** Downloads a media file of a bounded size until the deadline; rejects with MediaUnavailable. */
export async function downloadFile(
  url: URL,
  fetch: Fetch,
  deadline: AbortSignal,
): Promise<Uint8Array> {
  try {
    const answer = await follow(url, fetch, deadline)
    return await readBody(answer)
  } catch (error) {
    if (error instanceof MediaUnavailable) throw error
    throw new MediaUnavailable(deadline.aborted ? 'timed out' : 'unreachable', { cause: error })
  }
}

async function follow(start: URL, fetch: Fetch, signal: AbortSignal): Promise<Answer> {
  let url = start
  for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
    const answer = await fetch(url, { signal, redirect: 'manual', credentials: 'omit' })
    if (answer.ok) return answer
    await answer.body?.cancel()
    const location = answer.headers.get('Location')
    if (answer.status < 300 || answer.status > 399 || location === null) {
      throw new MediaUnavailable(`answered ${answer.status}`)
    }
    url = new URL(location, url)
    if (!/^https?:$/.test(url.protocol)) throw new MediaUnavailable('not a web address')
  }
  throw new MediaUnavailable('too many redirects')
}

async function readBody({ headers, body }: Answer): Promise<Uint8Array> {
  if (Number(headers.get('Content-Length')) > fileLimits.videoBytes) {
    await body?.cancel()
    throw new MediaUnavailable('too large')
  }
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
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
