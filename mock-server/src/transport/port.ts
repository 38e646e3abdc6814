import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  closeSignal,
  createPageCache,
  feedRequest,
  type HttpServerParts,
  listen,
  serve,
  splitTarget,
  type Target,
  writeFeedResponse,
} from '@photofeed/core/node'
import { controlPrefix, platformPrefix } from '../endpoints.ts'
import { controlsOf, type MockControls } from '../mock-controls.ts'
import { checkServerOptions, type MockOptions } from '../mock-options.ts'
import { bodyParts } from '../responses/body-parts.ts'
import type { Incoming, MockResponse } from '../responses/exchange.ts'
import { createService, type Service } from '../service.ts'
import type { Certificate } from './certificate.ts'

export interface MockServerOptions extends Omit<MockOptions, 'cdnUrl'> {
  /** The address to listen on; `0.0.0.0` and `::` are all of this machine. By default 127.0.0.1. */
  host?: string
  /** The port; 0, the default, selects a free one. */
  port?: number
  /**
   * The address that responses name, for a phone, and for a mock behind a proxy or in a container. By default the one it
   * listens on.
   */
  baseUrl?: string
  /** Serves HTTPS, with a certificate of your own as PEM, or with one that is made for the run. By default HTTP. */
  https?: boolean | Certificate
  /** Lets every machine that reaches the port change scenarios and read the log. By default only this machine. */
  remoteControl?: boolean
}

/** A mock on a port of this machine. */
export interface MockServer extends MockControls {
  /** Without a trailing slash, like http://127.0.0.1:43210. */
  url: string
  /** The certificate as PEM, such as for the option `ca` of a client; null with HTTP. */
  certificate: string | null
  close(): Promise<void>
}

/**
 * A photofeed service on a port: REST, RSS, GraphQL, media, and the control page at `/__mock`.
 *
 * @example
 * const server = await startMockServer()
 * await page.goto(`http://localhost:5173/?feed=${server.url}`)
 * await server.close()
 *
 * @throws {UserError} when the port is taken, the host is unknown or an option is invalid
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  checkServerOptions(options)
  const { host = '127.0.0.1', port = 0, baseUrl, remoteControl = false, ...others } = options
  const { https = false, ...mockOptions } = others
  const certificate = https === true ? await makeCertificate(baseUrl) : https || undefined
  const listening = await listen(host, port, certificate)
  const { server, close } = listening
  try {
    // A wildcard is no address to open.
    const url = listening.url.replace(/\/\/(0\.0\.0\.0|\[::\]):/, '//127.0.0.1:')
    const service = createService({ ...mockOptions, baseUrl: baseUrl ?? url }, createPageCache())
    const path = new URL(service.context.baseUrl).pathname
    // Before core reads it: a proxy may remove the path of `baseUrl`, or not.
    server.on('request', (request) => {
      if (path !== '/' && request.url?.startsWith(`${path}/`))
        request.url = request.url.slice(path.length)
    })
    serve(server, partsOf(service, remoteControl))
    const cert = certificate?.cert ?? null
    return Object.assign(controlsOf(service), { url, certificate: cert, close })
  } catch (error) {
    // A listening server would keep the process alive.
    await close()
    throw error
  }
}

async function makeCertificate(baseUrl = 'http://localhost'): Promise<Certificate> {
  const { createCertificate } = await import('./certificate.ts')
  // An address of IPv6 has brackets in a URL.
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  return createCertificate([...new Set(['localhost', '127.0.0.1', host])])
}

/** Returns the handlers of the port. `remoteControl` opens the control page to other machines. */
function partsOf(service: Service, remoteControl: boolean): HttpServerParts {
  async function respond(
    kind: Incoming['kind'],
    target: Target,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const signal = closeSignal(response)
    const sent = await service.respond({ ...feedRequest(request, target), kind, signal })
    await deliver(response, sent, signal)
  }
  return {
    context: { ...service.context, onError: console.error },
    feed: (request, response, target) => respond('api', target, request, response),
    media: (request, response, path) => respond('media', { path, query: '' }, request, response),
    async site(request, response) {
      const target = splitTarget(request.url ?? '/')
      const { path } = target
      if (path.startsWith(`${platformPrefix}/`)) {
        const below = { ...target, path: path.slice(platformPrefix.length) }
        return respond('platform', below, request, response)
      }
      if (path === '/' || path === controlPrefix || path.startsWith(`${controlPrefix}/`)) {
        // Loaded on demand: most mocks never need it, and start faster without it.
        const { handleControl } = await import('../control/handle-control.ts')
        const { headers, socket } = request
        const sender = { headers, remoteAddress: socket.remoteAddress }
        const feed = feedRequest(request, target)
        const result = await handleControl(service, feed, sender, remoteControl)
        return writeFeedResponse(response, result)
      }
      const { respondSite } = await import('./site.ts')
      return writeFeedResponse(response, await respondSite(target, service))
    },
  }
}

async function deliver(
  response: ServerResponse,
  { response: content, delivery }: MockResponse,
  signal: AbortSignal,
): Promise<void> {
  if (delivery === 'whole') return writeFeedResponse(response, content)
  if (delivery === 'cut') return void response.socket?.resetAndDestroy()
  if (delivery === 'none') return void response.socket?.end()
  const { status, headers, body } = content
  const bytes = Buffer.from(body ?? '')
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length })
  try {
    for await (const part of bodyParts(bytes, delivery, signal)) {
      await new Promise<void>((resolve) => response.write(part, () => resolve()))
    }
    if (!signal.aborted) response.end()
  } catch {
    response.socket?.resetAndDestroy()
  }
}
