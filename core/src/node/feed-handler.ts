import type { IncomingMessage, ServerResponse } from 'node:http'
import { handle } from '../handle.ts'
import type { FeedContext, FeedRequest, FeedResponse } from '../request.ts'
import { chooseEncoding, compressedBody } from './compression.ts'

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
  writeFeedResponse(response, await encoded(sent, headerOf(incoming, 'accept-encoding')))
}

/** Compresses cached pages, the only bodies that are bytes: others may never be requested again. */
async function encoded(
  sent: FeedResponse,
  acceptEncoding: string | undefined,
): Promise<FeedResponse> {
  const { status, body } = sent
  if (status !== 200 && status !== 304) return sent
  const headers = { ...sent.headers, Vary: 'Accept-Encoding' }
  const encoding = body instanceof Uint8Array ? chooseEncoding(acceptEncoding, body) : null
  if (!(body instanceof Uint8Array) || !encoding) return { ...sent, headers }
  return {
    status,
    headers: { ...headers, 'Content-Encoding': encoding },
    body: await compressedBody(body, encoding),
  }
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
