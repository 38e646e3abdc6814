import type { IncomingMessage, ServerResponse } from 'node:http'
import { handle } from '../handle.ts'
import type { FeedContext, FeedRequest, FeedResponse } from '../request.ts'
import {
  chooseEncoding,
  compress,
  compressedBody,
  type Encoding,
  latin1,
  latin1Of,
  smallestBytes,
} from './compression.ts'

/** A request's path as sent, and what follows the `?`. */
export interface Target {
  path: string
  query: string
}

/** Responds to one request of the read API from core, through node:http. With an id, the response has an `X-Request-Id`. */
export async function handleFeedRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: Target,
  context: FeedContext,
  requestId?: string,
): Promise<void> {
  const sent = await handle(feedRequest(incoming, target), context)
  const { status, headers, body, isCached } = sent
  const accepted = headerOf(incoming, 'accept-encoding')
  if (isCached && body instanceof Uint8Array) {
    const encoding = chooseEncoding(accepted, body.length)
    const content = encoding ? await compressedBody(body, encoding) : latin1Of(body)
    const lines = cachedLines(headers, encoding, content.length)
    response
      .writeHead(status, requestId === undefined ? lines : lines.concat(requestIdHeader, requestId))
      .end(content, 'latin1')
    return
  }
  const own = requestId === undefined ? {} : { [requestIdHeader]: requestId }
  await writeEncoded(response, { ...sent, headers: { ...headers, ...own } }, accepted)
}

/** Writes a response, compressed if the client accepts that and the body is worth it. */
async function writeEncoded(
  response: ServerResponse,
  sent: FeedResponse,
  acceptEncoding: string | undefined,
): Promise<void> {
  const { status, headers, body } = sent
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  // Also with the bodies that this client gets as they are, and with the 304 of one that others get compressed.
  const varies = status === 304 || (bytes !== null && bytes.length >= smallestBytes)
  const own = varies || status === 200 ? { ...headers, ...vary } : headers
  const encoding = bytes && chooseEncoding(acceptEncoding, bytes.length)
  if (!encoding) return writeFeedResponse(response, { ...sent, headers: own })
  const content = await compress(bytes, encoding, { isSentAgain: false })
  response
    .writeHead(status, {
      ...{ ...headers, ...vary, 'Content-Encoding': encoding },
      'Content-Length': content.length,
    })
    .end(latin1(content), 'latin1')
}

export const requestIdHeader = 'X-Request-Id'
const vary = { Vary: 'Accept-Encoding' }

type Headers = Readonly<Record<string, string>>
const cached = new WeakMap<Headers, Partial<Record<Encoding | 'identity', string[]>>>()

/** Returns the headers of a cached page with those of its encoding, built once for each. */
function cachedLines(headers: Headers, encoding: Encoding | null, length: number): string[] {
  let forms = cached.get(headers)
  if (!forms) {
    forms = {}
    cached.set(headers, forms)
  }
  const form = encoding ?? 'identity'
  forms[form] ??= linesOf({
    ...headers,
    ...vary,
    ...(encoding && { 'Content-Encoding': encoding }),
    'Content-Length': String(length),
  })
  return forms[form]
}

/** Names and values in turn: node:http writes a list as it is, and checks an object name by name. */
function linesOf(headers: Headers): string[] {
  return Object.entries(headers).flat()
}

export function feedRequest(incoming: IncomingMessage, target: Target): FeedRequest {
  return {
    ...target,
    method: incoming.method ?? '',
    header: (name) => headerOf(incoming, name),
    readBody: (limit) => readBody(incoming, limit),
  }
}

export function writeFeedResponse(response: ServerResponse, sent: FeedResponse): void {
  const { status, headers, body, isCached = false } = sent
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const content = isCached ? latin1Of(bytes) : latin1(bytes)
  response
    .writeHead(status, { ...headers, 'Content-Length': content.length })
    .end(content, 'latin1')
}

function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/**
 * Reads a body; null if it is longer than `limit`. Then the rest is received and dropped, because the connection could
 * not serve the next request otherwise; `requestTimeout` ends a body that never does.
 */
function readBody(incoming: IncomingMessage, limit: number): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limit) chunks.push(chunk)
      else resolve(null)
    })
    incoming.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    // The client closed the connection before the end of its body, so no response can reach it.
    incoming.on('close', () => resolve(''))
    incoming.on('error', () => resolve(''))
  })
}
