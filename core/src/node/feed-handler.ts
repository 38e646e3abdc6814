import type { IncomingMessage, ServerResponse } from 'node:http'
import { handle } from '../handle.ts'
import type { FeedContext, FeedRequest, FeedResponse } from '../request.ts'
import { chooseEncoding, compress, compressCached, smallestBytes } from './compression.ts'

/** A request's path as sent, and what follows the `?`. */
export interface Target {
  path: string
  query: string
}

export const requestIdHeader = 'X-Request-Id'

/** Responds to one request of the read API from core, through node:http. With an id, the response has an `X-Request-Id`. */
export async function handleFeedRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: Target,
  context: FeedContext,
  requestId?: string,
): Promise<void> {
  const sent = await handle(feedRequest(incoming, target), context)
  // With the others: node:http takes much longer for a header that is set before.
  const id = requestId === undefined ? {} : { [requestIdHeader]: requestId }
  const headers = { ...sent.headers, ...id }
  await writeEncoded(response, { ...sent, headers }, headerOf(incoming, 'accept-encoding'))
}

/** Writes a response, compressed if the client accepts that and the body is worth it. */
async function writeEncoded(
  response: ServerResponse,
  sent: FeedResponse,
  acceptEncoding: string | undefined,
): Promise<void> {
  const { status, headers, isCached = false } = sent
  const body = typeof sent.body === 'string' ? Buffer.from(sent.body) : sent.body
  const isSuccess = status === 200 || status === 304
  // Also with bodies that this client gets as they are, and with the 304 of one that others get compressed.
  const varies = isSuccess || (body !== null && body.length >= smallestBytes)
  const own = varies ? { ...headers, Vary: 'Accept-Encoding' } : headers
  const encoding = body && chooseEncoding(acceptEncoding, body.length)
  if (!encoding) return writeFeedResponse(response, { status, headers: own, body })
  const compressed = isCached
    ? await compressCached(body, encoding)
    : await compress(body, encoding, { isSentAgain: false })
  const encoded = { ...own, 'Content-Encoding': encoding }
  writeFeedResponse(response, { status, headers: encoded, body: compressed })
}

export function feedRequest(incoming: IncomingMessage, target: Target): FeedRequest {
  return {
    ...target,
    method: incoming.method ?? '',
    header: (name) => headerOf(incoming, name),
    readBody: (limit) => readBody(incoming, limit),
  }
}

export function writeFeedResponse(
  response: ServerResponse,
  { status, headers, body }: Omit<FeedResponse, 'body'> & { body: string | Uint8Array | null },
): void {
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  response.writeHead(status, { ...headers, 'Content-Length': length }).end(body)
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
