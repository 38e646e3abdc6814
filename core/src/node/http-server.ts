import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '@photofeed/openapi'
import { isFeedPath } from '../handle.ts'
import { problem } from '../problems.ts'
import type { FeedContext } from '../request.ts'
import { type Target, writeFeedResponse } from './feed-handler.ts'

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
    return site(request, response)
  }
  const handler: Handler = (request, response) => {
    route(request, response).catch((error: unknown) => {
      context.onError(error)
      if (response.headersSent) response.destroy()
      else writeFeedResponse(response, problem('INTERNAL_SERVER_ERROR', context))
    })
  }
  server.on('request', handler)
  server.on('checkExpectation', handler)
  server.on('clientError', (error, socket) => reject(error, socket as Socket, context))
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
  socket.end(`HTTP/1.1 ${response.status} Refused\r\n${head.join('')}\r\n${body}`)
  // A client that is still sending would lose the response to a reset, so the rest is read for a second.
  socket.resume()
  setTimeout(() => socket.destroy(), 1000).unref()
}
