import { NetworkError, UnreadableBodyError } from '../errors/errors.ts'
import { PhotofeedError } from '../errors/photofeed-error.ts'
import { originOf } from './check-options.ts'
import { isFrameworkSignal, isMistake } from './network-failure.ts'
import type { FeedOptions, FetchResponse } from './options.ts'
import { type Redact, redactError } from './redaction.ts'
import { CallerException } from './retry.ts'

/** In bytes; in characters where the body cannot be streamed. A hundred albums are a tenth of it. */
const longestBody = 16 * 1024 * 1024

/**
 * Returns what a `fetch` resolved with, if it can be read as a response.
 *
 * @throws TypeError that names what it lacks: a stub of a test is incomplete
 */
export async function expectResponse(response: FetchResponse): Promise<FetchResponse> {
  const { status, headers, text, body, bodyUsed } = Object(response) as Partial<FetchResponse>
  if (status !== undefined && headers?.get && text && !bodyUsed && !body?.locked) return response
  const { explainResponse } = await import('./mistakes.ts')
  throw new CallerException(explainResponse(Object(response)))
}

/** What reading a response depends on. */
interface Reader {
  readonly options: Pick<FeedOptions, 'fetch'>
  readonly baseUrl: string
  readonly redact: Redact
}

/** A response whose text was read, or will be. */
export interface Recording {
  readonly response: FetchResponse
  text?: string
}

/**
 * Prepares a response for one of the two clients: its text is recorded, and ends at 16 MB. It stays the platform's response,
 * of which only `text` is replaced, and `headers` if SvelteKit guards them.
 */
export function acceptText(response: FetchResponse, client: Reader): Recording {
  const recording: Recording = { response }
  const define = (name: 'ok' | 'text' | 'headers', value: unknown) =>
    Reflect.defineProperty(response, name, { value })
  const { status, text: read } = response
  // A custom `fetch` need not have it.
  if (!('ok' in response)) define('ok', status >= 200 && status < 300)
  let length = 0
  let isCompressed = false
  try {
    length = Number(response.headers.get('content-length'))
    isCompressed = response.headers.get('content-encoding') !== null
  } catch {
    define('headers', new Headers(readableHeaders(response, client.redact)))
  }
  // A known length bounds the body, unless that is compressed. SvelteKit serializes a stream as base64.
  const isStreamed =
    !client.options.fetch && !(length > 0 && !isCompressed) && typeof TextDecoder === 'function'
  define('text', async () => {
    const reader = isStreamed && response.body?.getReader?.()
    const text =
      length > longestBody ? null : reader ? await readStream(reader) : await read.call(response)
    if (text !== null && text.length <= longestBody) {
      recording.text = text
      return text
    }
    const problem = 'The body is longer than 16 MB'
    const headers = readableHeaders(response, client.redact)
    throw new UnreadableBodyError({ status, headers, body: '', problem })
  })
  return recording
}

/** Returns the text of a stream; null if that is too long. */
async function readStream(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; bytes <= longestBody; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    text += decoder.decode(value, { stream: true })
  }
  return null
}

/** Throws the error of a call whose body could not be read. */
export function explainBody({ baseUrl, redact }: Reader, thrown: unknown): never {
  if (thrown instanceof PhotofeedError || thrown instanceof CallerException) throw thrown
  if (isFrameworkSignal(thrown) || isMistake(thrown)) throw new CallerException(thrown)
  throw new NetworkError(originOf(baseUrl), redactError(thrown, redact))
}

/** Returns the headers that may be read, by lower-case name and without the key. SvelteKit's `fetch` throws for some. */
export function readableHeaders(response: FetchResponse, redact: Redact): Record<string, string> {
  const found: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    try {
      if (response.headers.get(name) !== null) found[name] = redact(value)
    } catch {}
  })
  return found
}
