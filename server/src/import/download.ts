import { fileLimits } from '../media/file-rules.ts'
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
    if (body) yield* chunksOf(body)
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

async function* chunksOf(body: NonNullable<Answer['body']>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let isDone = false
  try {
    for (;;) {
      const part = await reader.read()
      isDone = part.done
      if (part.done) return
      yield part.value
    }
  } finally {
    // A reader that stops early has had enough; a body that failed has nothing to cancel.
    if (!isDone) await reader.cancel().catch(() => {})
  }
}
