import type { Schemas } from '@photofeed/openapi'
import { type ApiError, type ApiErrorOptions, createApiError } from '../errors/api-error.ts'
import { readConnection } from '../errors/connection.ts'
import { GatewayError, UnreadableBodyError } from '../errors/errors.ts'
import { hasErrors, parseJson } from '../errors/json.ts'
import { findOption } from '../errors/parameters.ts'
import { PhotofeedError } from '../errors/photofeed-error.ts'
import { readHead } from './headers.ts'
import { explainThrown, isMistake } from './network-failure.ts'
import type { FetchResponse, RequestOptions } from './options.ts'
import type { Client, SendInit } from './transport.ts'

/** In bytes; in characters where the body cannot be streamed. A hundred albums are a tenth of it. */
const longestBody = 16 * 1024 * 1024

/**
 * Sends each attempt through one of the two clients, openapi-fetch or graphql-request. Returns what `parse` makes of the text
 * and of the client's result, which is missing if the client could not read the text. A body is unreadable if that is null.
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
      // An AbortError is not always the caller's here: Firefox rejects with one when a connection breaks within a body.
      const isExplained = !received || thrown instanceof PhotofeedError
      throw isExplained ? thrown : explainThrown(thrown, client.baseUrl, client.redact, isMistake)
    })
    const response = received as FetchResponse
    if (response.status >= 300) throw createFailure(client, response, text ?? '')
    const data = parse(text ?? '', response, result)
    if (data === null)
      throw new UnreadableBodyError({
        ...readHead(response, client.redact),
        body: client.redact(text ?? ''),
      })
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
      throw new UnreadableBodyError({
        ...readHead(response, client.redact),
        body: '',
        problem: 'The body is longer than 16 MB',
      })
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

/** Returns the error of a response without success: of the service, if the body is in its format, or else of a gateway. */
export function createFailure(
  { redact, pace }: Pick<Client, 'redact' | 'pace'>,
  response: FetchResponse,
  text: string,
): ApiError | GatewayError {
  // Error pages like to quote the URL of the request.
  const body = redact(text)
  const document = parseJson(body)
  const head = readHead(response, redact)
  const retryAfter = millisecondsUntil(head.headers['retry-after'], pace.now())
  if (!hasErrors(document, 'code', 'detail')) return new GatewayError({ ...head, retryAfter, body })
  const errors = document.errors.map(({ source, ...problem }) => ({
    ...problem,
    parameter: findOption((source as Schemas['Error']['source'])?.parameter ?? null),
  })) as unknown as ApiErrorOptions['errors']
  const connection = readConnection(response.headers)
  return createApiError({ ...head, retryAfter, errors, connection })
}

/** Reads `Retry-After`, seconds or a date (RFC 9110, section 10.2.3). */
function millisecondsUntil(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  if (/^\d+$/.test(value)) return Number(value) * 1000
  // A date begins with the name of the day; Date.parse also reads numbers.
  const time = /^[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000) * 1000)
}
