import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ProblemCode } from '@photofeed/openapi'
import { isFeedPath } from '../handle.ts'
import { problem } from '../problems.ts'
import type { FeedContext } from '../request.ts'
import { type Target, writeFeedResponse } from './feed-handler.ts'

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
