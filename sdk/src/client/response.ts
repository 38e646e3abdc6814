import type { ApiError } from '../errors/api-error.ts'
import { parseJson } from './json.ts'
import type { FetchResponse, ResponseInfo } from './options.ts'

/** In bytes; in characters where the body cannot be streamed. A hundred albums are a tenth of it. */
const longestBody = 16 * 1024 * 1024

/** Returns the text of a body; null if it is longer than 16 MB, which is then not read to its end. */
export async function readText(response: FetchResponse, isStreamed: boolean) {
  const length = readHeader(response, 'content-length')
  if (Number(length) > longestBody) return null
  // A known length bounds the body, unless that is compressed.
  const isBounded = length !== null && readHeader(response, 'content-encoding') === null
  const canStream = isStreamed && !isBounded && typeof TextDecoder === 'function'
  const reader = canStream && response.body?.getReader?.()
  if (!reader) {
    const text = await response.text()
    return text.length > longestBody ? null : text
  }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > longestBody) return null
    text += decoder.decode(value, { stream: true })
  }
}

/** Returns the headers that may be read. Those of a custom `fetch` may be guarded: SvelteKit's throws for some. */
export function readableHeaders(
  response: FetchResponse,
  redact: (text: string) => string,
  isGuarded: boolean,
): Record<string, string> {
  const found: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    if (!isGuarded || readHeader(response, name) !== null) found[name] = redact(value)
  })
  return found
}

function readHeader({ headers }: FetchResponse, name: string): string | null {
  try {
    return headers.get(name)
  } catch {
    return null
  }
}

/**
 * A complete response as openapi-fetch and its middlewares read it, with JSON that is parsed once. A real `Response` would
 * encode and decode the text again, which takes as long as the request of a small page.
 */
export class CompleteResponse {
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  readonly statusText = ''
  readonly content: string
  /** The parsed text; undefined if it is no JSON. */
  readonly document: unknown
  /** Where a redirect led that changed the host, or may have changed the method; else null. */
  readonly redirectedTo: string | null
  /** The error of the service that this response is. */
  failure: ApiError | null = null
  readonly #readInfo: () => ResponseInfo

  constructor(
    status: number,
    /** Null if they may not be read. */
    headers: Headers | null,
    readInfo: () => ResponseInfo,
    content: string,
    redirectedTo: string | null = null,
  ) {
    this.status = status
    this.ok = status >= 200 && status < 300
    this.#readInfo = readInfo
    this.content = content
    this.document = parseJson(content)
    this.redirectedTo = redirectedTo
    // openapi-fetch calls `json` if the length is known; else it calls `text` and parses that.
    this.headers = headers?.get('content-length')
      ? headers
      : new Headers({ ...this.info.headers, 'content-length': `${content.length}` })
  }

  /** Status and headers as plain data, without the API key. */
  get info() {
    return this.#readInfo()
  }

  async text() {
    return this.content
  }

  async json() {
    return this.document
  }

  get body() {
    return this.clone().body
  }

  blob() {
    return this.clone().blob()
  }

  arrayBuffer() {
    return this.clone().arrayBuffer()
  }

  clone() {
    return new Response(this.content, this.info)
  }
}

// openapi-fetch accepts only a `Response` from a middleware.
if (typeof Response === 'function') {
  Object.setPrototypeOf(CompleteResponse.prototype, Response.prototype)
}
