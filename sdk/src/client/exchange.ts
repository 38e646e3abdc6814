import { PhotofeedError } from '../errors/photofeed-error.ts'
import { createFailure, createUnreadable } from './failure.ts'
import { readHead } from './headers.ts'
import { explainThrown, isMistake } from './network-failure.ts'
import type { FetchResponse, RequestOptions } from './options.ts'
import type { Client, SendInit } from './transport.ts'

/** In bytes; in characters where the body cannot be streamed. A hundred albums are a tenth of it. */
const longestBody = 16 * 1024 * 1024

/**
 * Sends each attempt through one of the two clients, openapi-fetch or graphql-request. Returns what `parse` makes of the text
 * and of the client's result, which is missing if the client could not read the text, and the response.
 *
 * @throws ApiError for an error of the service, UnreadableBodyError for a body of which `parse` makes null
 */
export function exchange<Result, Data>(
  client: Client,
  options: RequestOptions,
  request: (fetch: (url: string, init: SendInit) => Promise<Response>) => Promise<Result>,
  parse: (text: string, response: FetchResponse, result: Result | null) => Data | null,
): Promise<{ data: Data; response: FetchResponse }> {
  return client.run(options, async (send) => {
    let received: FetchResponse | undefined
    let text: string | undefined
    const result = await request(async (url, init) => {
      received = await send(url, init)
      recordText(received, client, (read) => {
        text = read
      })
      return received as object as Response
    }).catch((thrown) => {
      if (text !== undefined) return null
      const isExplained = !received || thrown instanceof PhotofeedError
      throw isExplained ? thrown : explainThrown(thrown, client.baseUrl, client.redact, isMistake)
    })
    const response = received as FetchResponse
    if (response.status >= 300) throw createFailure(client, response, text ?? '')
    const data = parse(text ?? '', response, result)
    if (data === null) throw createUnreadable(client, response, text ?? '')
    return { data, response }
  })
}

/**
 * Prepares a response for one of the two clients: its text is recorded, and ends at 16 MB. It stays the platform's response,
 * of which only `text` is replaced, and `headers` if SvelteKit guards them.
 */
function recordText(response: FetchResponse, client: Client, record: (text: string) => void): void {
  const define = (name: 'ok' | 'text' | 'headers', value: unknown) =>
    Reflect.defineProperty(response, name, { value })
  const { status, text: read } = response
  // A custom `fetch` need not have it.
  if (!('ok' in response)) define('ok', status >= 200 && status < 300)
  let length = 0
  try {
    length = Number(response.headers.get('content-length'))
  } catch {
    define('headers', new Headers(readHead(response, client.redact).headers))
  }
  // A known length bounds the body, unless that is compressed. SvelteKit serializes a stream as base64.
  const isStreamed =
    !client.options.fetch &&
    !(length > 0 && response.headers.get('content-encoding') === null) &&
    typeof TextDecoder === 'function'
  define('text', async () => {
    const reader = isStreamed && response.body?.getReader?.()
    const text =
      length > longestBody ? null : reader ? await readStream(reader) : await read.call(response)
    if (text === null || text.length > longestBody)
      throw createUnreadable(client, response, '', 'The body is longer than 16 MB')
    record(text)
    return text
  })
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
