import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type FeedContext, isFeedPath, problem } from '@photofeed/core'
import type { ProblemCode } from '@photofeed/openapi'
import { answerFeedRequest, writeFeedResponse } from './feed-handler.ts'

/** Where media are served on this server's own host. */
export const mediaPrefix = '/media'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface HttpServerParts {
  context: FeedContext
  /** Serves what follows {@link mediaPrefix} in the path. */
  media(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>
  /** Serves every path that is neither the API's nor media. */
  site: Handler
}

const seconds = 1000

/** A server that accepts connections; `serve` gives it its answers in the same turn. */
export async function listen(host: string, port: number): Promise<Server> {
  const server = createServer({
    // Core answers an over-long URL itself; beyond this the request is refused while it still arrives.
    maxHeaderSize: 32 * 1024,
    headersTimeout: 10 * seconds,
    requestTimeout: 30 * seconds,
    connectionsCheckingInterval: 2 * seconds,
    // Node would refuse with an empty answer; `serve` refuses in the service's own format.
    requireHostHeader: false,
  })
  server.timeout = 60 * seconds
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

/** Answers on one port: the read API straight into core, media, and the site around them. */
export function serve(server: Server, { context, media, site }: HttpServerParts): void {
  async function route(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    // RFC 9112, 3.2
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      response.shouldKeepAlive = false
      return writeFeedResponse(response, problem('BAD_REQUEST', context))
    }
    const { path, query } = splitTarget(request.url ?? '/')
    if (isFeedPath(path)) return answerFeedRequest(request, response, { path, query }, context)
    if (path.startsWith(`${mediaPrefix}/`)) {
      return media(request, response, path.slice(mediaPrefix.length))
    }
    return site(request, response)
  }
  const answer: Handler = (request, response) => {
    route(request, response).catch((error: unknown) => {
      context.onError(error)
      if (response.headersSent) response.destroy()
      else writeFeedResponse(response, problem('INTERNAL_SERVER_ERROR', context))
    })
  }
  server.on('request', answer)
  server.on('checkExpectation', answer)
  server.on('clientError', (error, socket) => refuse(error, socket as Socket, context))
}

/** Also takes the absolute form that proxies send (RFC 9112, 3.2.2). */
function splitTarget(url: string): { path: string; query: string } {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '')
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, query: '' }
  return { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

const refusals: Record<string, Exclude<ProblemCode, 'VALIDATION_ERROR'>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** What node:http could not read as a request is refused in the service's own error format. */
function refuse(error: NodeJS.ErrnoException, socket: Socket, context: FeedContext): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const answer = problem(refusals[error.code ?? ''] ?? 'BAD_REQUEST', context)
  const body = String(answer.body)
  const headers = {
    ...answer.headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${answer.status} Refused\r\n${head.join('')}\r\n${body}`)
  // A client that is still sending would lose the answer to a reset, so what it sends is read for a moment.
  socket.resume()
  setTimeout(() => socket.destroy(), 1 * seconds).unref()
}
