import type { IncomingMessage, ServerResponse } from 'node:http'
import { handle } from '../handle.ts'
import type { FeedContext, FeedRequest, FeedResponse } from '../request.ts'
import { chooseEncoding, compressedBody, type Encoding } from './compression.ts'

/** A request's path as sent, and what follows the `?`. */
export interface Target {
  path: string
  query: string
}

/** Responds to one request of the read API from core, through node:http. */
export async function handleFeedRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: Target,
  context: FeedContext,
): Promise<void> {
  const sent = await handle(feedRequest(incoming, target), context)
  const { status, headers, body } = sent
  if (status !== 200 && status !== 304) return writeFeedResponse(response, sent)
  // Cached pages are the only bodies that are bytes. Others are not compressed: they may never be requested again.
  if (!(body instanceof Uint8Array)) {
    return writeFeedResponse(response, { status, headers: { ...headers, ...vary }, body })
  }
  const encoding = chooseEncoding(headerOf(incoming, 'accept-encoding'), body)
  const content = encoding ? await compressedBody(body, encoding) : body
  response.writeHead(status, cachedHeaders(headers, encoding, content.byteLength)).end(content)
}

const vary = { Vary: 'Accept-Encoding' }

type Headers = Readonly<Record<string, string | number>>
const complete = new WeakMap<object, Partial<Record<Encoding | 'identity', Headers>>>()

/** Returns the headers of a cached page with those of its encoding, built once for each. */
function cachedHeaders(headers: Headers, encoding: Encoding | null, length: number): Headers {
  let forms = complete.get(headers)
  if (!forms) {
    forms = {}
    complete.set(headers, forms)
  }
  forms[encoding ?? 'identity'] ??= {
    ...headers,
    ...vary,
    ...(encoding && { 'Content-Encoding': encoding }),
    'Content-Length': length,
  }
  return forms[encoding ?? 'identity'] as Headers
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
  const { status, headers, body } = sent
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
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
