import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createRenderCache, type FeedContext, type FeedStore } from '@photofeed/core'
import {
  createLargeResults,
  createPageCache,
  type HttpServerParts,
  handleFeedRequest,
  listen,
  mediaPrefix,
  requestIdHeader,
  serve,
} from '@photofeed/core/node'
import type { Hono } from 'hono'
import type { BackOffice } from './back-office.ts'
import type { Settings } from './config.ts'
import { createSite, type SiteParts } from './http/site.ts'
import { requestIds } from './log.ts'
import type { HttpObserver } from './operations/http-metrics.ts'

export type ServiceConfig = Pick<Settings, 'host' | 'port' | 'supportEmail' | 'production'> &
  Partial<Pick<Settings, 'baseUrl' | 'cdnUrl' | 'site'>>

interface ServiceParts {
  store: FeedStore
  media: HttpServerParts['media']
  /** The server's own files. */
  assets: URL
  onError(error: unknown): void
  /** Creates everything behind the read API, given the addresses of the server and of its media. */
  backOffice?(baseUrl: string, cdnUrl: string): BackOffice
  /** Called with each public request before it is handled. */
  observe?: HttpObserver
  /** What a demo adds, given the address: pages beside the others. */
  demo?(url: string): Hono
}

interface Service {
  /** The address that clients use. */
  url: string
  /** The address listened on; behind a proxy it is another one. */
  listenUrl: string
  /** Serves for `milliseconds` more, closing each connection after its next response. Then accepts none, and waits a second for those that are open. */
  drain(milliseconds: number): Promise<void>
  /** Stops accepting connections, waits a moment for responses in flight, and closes. */
  close(): Promise<void>
}

/** How long open connections get for one more response, which closes them. */
const lastResponsesMs = 1000

/** Starts the server, and its background jobs unless another process runs them. */
export async function startService(config: ServiceConfig, parts: ServiceParts): Promise<Service> {
  const listening = await listen(config.host, config.port)
  const url = config.baseUrl ?? listening.url
  const cdnUrl = config.cdnUrl ?? `${url}${mediaPrefix}`
  const backOffice = parts.backOffice?.(url, cdnUrl)
  const site: SiteParts = {
    baseUrl: url,
    assets: parts.assets,
    folder: config.site ?? null,
    pages: [parts.demo?.(url), backOffice?.dashboard, backOffice?.callbacks].filter(
      (app) => app != null,
    ) as Hono[],
  }
  const context: FeedContext = {
    store: parts.store,
    baseUrl: url,
    cdnUrl,
    supportEmail: config.supportEmail,
    production: config.production,
    pages: createPageCache(),
    rendered: createRenderCache(),
    computeLarge: createLargeResults(),
    onError: parts.onError,
  }
  const { server } = listening
  let isDraining = false
  for (const event of ['request', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      requestIds.enterWith(idOf(request))
      if (isDraining) response.shouldKeepAlive = false
      parts.observe?.(request, response)
    })
  }
  const identified =
    <Rest extends unknown[], Result>(
      handler: (request: IncomingMessage, response: ServerResponse, ...rest: Rest) => Result,
    ) =>
    (request: IncomingMessage, response: ServerResponse, ...rest: Rest) => {
      response.setHeader(requestIdHeader, requestIds.getStore() ?? '')
      return handler(request, response, ...rest)
    }
  serve(server, {
    context,
    feed: (request, response, target) =>
      handleFeedRequest(request, response, target, context, requestIds.getStore()),
    media: identified(parts.media),
    site: identified(createSite(site)),
  })
  backOffice?.work?.start()
  return {
    url,
    listenUrl: listening.url,
    async drain(milliseconds) {
      isDraining = true
      await setTimeout(milliseconds)
      listening.stopAccepting()
      const end = performance.now() + lastResponsesMs
      while (performance.now() < end && (await openConnections(server)) > 0) await setTimeout(20)
    },
    async close() {
      await Promise.all([listening.close(), backOffice?.work?.stop()])
    },
  }
}

// Shorter than an API key, so that no log contains one. Other characters could break a line of another log.
const validId = /^[\w.-]{8,63}$/

/** The `X-Request-Id` of the proxy, or a new one. */
function idOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && validId.test(sent) ? sent : randomUUID()
}

function openConnections(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))()
}
