import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ProblemCode } from '@photofeed/openapi'
import { handle, isFeedPath } from '../handle.ts'
import { problem } from '../problems.ts'
import { ClientLeft, type FeedContext, type FeedRequest, type FeedResponse } from '../request.ts'
import { chooseEncoding, compress, compressCached, smallestBytes } from './compression.ts'
import { createTurns } from './turns.ts'
import { createUnreadLimit } from './unread-responses.ts'

// See listen.ts.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Where media are served on a server's own host. */
export const mediaPrefix = '/media'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface HttpServerParts {
  /** What errors contain. */
  context: Pick<FeedContext, 'baseUrl' | 'supportEmail' | 'onError'>
  /** Responds to the read API. */
  feed(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void>
  /** Serves what follows {@link mediaPrefix} in the path. */
  media(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>
  /** Serves every path that is neither the API's nor media. */
  site: Handler
}

/** Serves on one port: the read API directly from core, media, and the site around them. */
export function serve(server: Server, { context, feed, media, site }: HttpServerParts): void {
  async function route(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (endsConnection(request)) response.shouldKeepAlive = false
    // RFC 9112, 3.2
    const hosts = countHosts(request)
    if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
      response.shouldKeepAlive = false
      return writeFeedResponse(response, problem('BAD_REQUEST', context))
    }
    const target = splitTarget(request.url ?? '/')
    if (isFeedPath(target.path)) return feed(request, response, target)
    response.once('prefinish', () => limitUnread(response))
    if (target.path.startsWith(`${mediaPrefix}/`)) {
      return media(request, response, target.path.slice(mediaPrefix.length))
    }
    // `OPTIONS *` is about the whole server (RFC 9110, 7.1), which has no options.
    if (target.path === '*') return writeFeedResponse(response, problem('NOT_FOUND', context))
    return site(request, response)
  }
  const lastResponses = new WeakMap<Socket, ServerResponse>()
  const rejected = new WeakSet<Duplex>()
  const handler: Handler = (request, response) => {
    lastResponses.set(request.socket, response)
    route(request, response).catch((error: unknown) => {
      context.onError(error)
      if (response.headersSent) response.destroy()
      else writeFeedResponse(response, problem('INTERNAL_SERVER_ERROR', context))
    })
  }
  server.on('request', handler)
  server.on('checkExpectation', handler)
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    // Node reports each later segment of a malformed request too.
    if (rejected.has(stream)) return
    rejected.add(stream)
    const socket = stream as Socket
    const write = () => reject(error, socket, context)
    const last = lastResponses.get(socket)
    if (!last) write()
    // The body of a request is malformed or late. A response that has begun, or waits for its turn, cannot become an error.
    else if (!last.req.complete && (last.headersSent || !last.socket)) socket.destroy()
    // After a complete request: its response is sent to the end first.
    else if (last.req.complete && !last.closed) last.once('close', write)
    else write()
  })
}

/**
 * Whether nothing may follow a request on its connection: Node drops what comes in the same segment as a request to upgrade,
 * and an HTTP/1.0 proxy may not know where a chunked body ends (RFC 9112, 6.1).
 */
function endsConnection({ headers, httpVersion }: IncomingMessage): boolean {
  if (headers.upgrade !== undefined) return true
  return httpVersion === '1.0' && headers['transfer-encoding'] !== undefined
}

/** Counts without `headersDistinct`, which builds an object of all headers. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

/** A request's URL taken apart; also the absolute form that proxies send (RFC 9112, 3.2.2). */
export function splitTarget(url: string): Target {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '')
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, query: '' }
  return { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

const problemCodes: Record<string, Exclude<ProblemCode, 'VALIDATION_ERROR'>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** Rejects what node:http cannot parse as a request, in the service's own error format. */
function reject(
  error: NodeJS.ErrnoException,
  socket: Socket,
  context: HttpServerParts['context'],
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const response = problem(problemCodes[error.code ?? ''] ?? 'BAD_REQUEST', context)
  const body = String(response.body)
  const headers = {
    ...response.headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${head.join('')}\r\n${body}`,
  )
  // A client that is still sending would lose the response to a reset, so the rest is read for a second.
  socket.resume()
  setTimeout(() => socket.destroy(), 1000).unref()
}

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
  const sent = await handle(feedRequest(incoming, target, response), context)
  await writeEncoded(response, sent, headerOf(incoming, 'accept-encoding'))
}

/** The system copies what is written. If many clients wait for the same large page, that takes seconds: they take turns. */
const largestImmediateBytes = 128 * 1024
const writes = new WeakMap<Uint8Array, ReturnType<typeof createTurns>>()

function nextWriteOf(body: Uint8Array): Promise<void> {
  const nextWrite = writes.get(body) ?? createTurns()
  writes.set(body, nextWrite)
  return nextWrite()
}

/** Writes a response, compressed if the client accepts that and the body is worth it. */
async function writeEncoded(
  response: ServerResponse,
  sent: FeedResponse,
  acceptEncoding: string | undefined,
): Promise<void> {
  const { status, headers, isCached = false } = sent
  const body = typeof sent.body === 'string' ? Buffer.from(sent.body) : sent.body
  if (body && body.length > largestImmediateBytes) await nextWriteOf(body)
  const isSuccess = status === 200 || status === 304
  // Also with bodies that this client gets as they are, and with the 304 of one that others get compressed.
  const varies = isSuccess || (body !== null && body.length >= smallestBytes)
  const more: Record<string, string> = varies ? { Vary: 'Accept-Encoding' } : {}
  const encoding = body && chooseEncoding(acceptEncoding, body.length)
  if (!encoding) return writeFeedResponse(response, { status, headers, body }, more)
  const compressed = isCached
    ? await compressCached(body, encoding)
    : await compress(body, encoding, { isSentAgain: false })
  more['Content-Encoding'] = encoding
  writeFeedResponse(response, { status, headers, body: compressed }, more)
}

/** Returns the request for core. With the response, it has the signal of a client that leaves. */
export function feedRequest(
  incoming: IncomingMessage,
  target: Target,
  response?: ServerResponse,
): FeedRequest {
  return {
    ...target,
    method: incoming.method ?? '',
    header: (name) => headerOf(incoming, name),
    readBody: (limit) => readBody(incoming, limit),
    closeSignal: () => response && closeSignal(response),
  }
}

/** Returns a signal that aborts when the client closes the connection before it has the whole response. */
export function closeSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!response.writableFinished) controller.abort(new ClientLeft('The client left.'))
  }
  if (response.closed) leave()
  else response.once('close', leave)
  return controller.signal
}

const limitUnread = createUnreadLimit()

/** Headers of a cached page are shared, so they are copied: once, with those that this response has `more`. */
export function writeFeedResponse(
  response: ServerResponse,
  { status, headers, body }: Omit<FeedResponse, 'body'> & { body: string | Uint8Array | null },
  more?: Record<string, string>,
): void {
  if (body === null) {
    response.writeHead(status, { ...headers, ...more }).end()
    return
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  response.writeHead(status, { ...headers, ...more, 'Content-Length': length }).end(body)
  limitUnread(response, typeof body === 'string' ? response : body)
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
