import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import {
  createRenderCache,
  type FeedContext,
  type FeedStore,
  isFeedPath,
  requestIdHeader,
} from '@photofeed/core'
import {
  createFairQueue,
  createPageCache,
  type HttpServerParts,
  handleFeedRequest,
  listen,
  mediaPrefix,
  serve,
  splitTarget,
} from '@photofeed/core/node'
import { routes } from '@photofeed/openapi'
import { document } from '@photofeed/openapi/document'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { type CurrentRequest, currentRequest } from '../log.ts'
import type { Database } from '../stores/database.ts'
import { createFeedScript, feedIdOf } from './feed-script.ts'
import { contentSecurity, securityHeaders } from './security-headers.ts'
import { dashboardAssets, elementScript } from './static-files.ts'

/** Where a service listens, and the addresses that clients use, by their names in settings.ts. */
export interface ServiceConfig {
  host: string
  port: number
  baseUrl?: string | undefined
  cdnUrl?: string | undefined
  supportEmail: string
  production: boolean
}

interface ServiceParts {
  store: FeedStore
  /** The feeds with a tag for sites. */
  feeds: Pick<Database['feeds'], 'find' | 'addSite'>
  media: HttpServerParts['media']
  onError(error: unknown): void
  /** Pages with paths of their own beside the API. */
  pages?: Hono
  observe?(request: CurrentRequest, response: ServerResponse): void
}

type PublicPort = Awaited<ReturnType<typeof openPort>>

/** Each result holds rows, objects and text in memory while it is computed. A hundred take some seconds. */
const graphqlQueue = { running: 1, waiting: 100 }

/** How long open connections get for one more response, which closes them. */
const lastResponsesMs = 1000

/** Listens on the public port. Its addresses are known before anything is served. */
export async function openPort(config: ServiceConfig) {
  const listening = await listen(config.host, config.port)
  /** The address that clients use; behind a proxy another one than the one listened on. */
  const baseUrl = config.baseUrl ?? listening.url
  return { listening, baseUrl, cdnUrl: config.cdnUrl ?? `${baseUrl}${mediaPrefix}` }
}

/**
 * Serves the read API, media and pages on the public port. Returns a function that serves for `milliseconds` more, closing each
 * connection after its next response, then accepts none, and waits a second for those that are open.
 */
export function startService(
  { listening, baseUrl, cdnUrl }: PublicPort,
  config: ServiceConfig,
  { store, feeds, media, onError, pages, observe }: ServiceParts,
): (milliseconds: number) => Promise<void> {
  const { server } = listening
  const context: FeedContext = {
    requestId,
    store,
    baseUrl,
    cdnUrl,
    supportEmail: config.supportEmail,
    production: config.production,
    pages: createPageCache(),
    rendered: createRenderCache(),
    queue: createFairQueue(graphqlQueue),
    onError,
  }
  const site = createSite(baseUrl, pages)
  const feedScript = createFeedScript({ feeds, baseUrl, onError })
  let isDraining = false
  for (const event of ['request', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      const described = describeRequest(request)
      currentRequest.enterWith(described)
      if (isDraining) response.shouldKeepAlive = false
      observe?.(described, response)
    })
  }
  const addId = (response: ServerResponse) => response.setHeader(requestIdHeader, requestId() ?? '')
  serve(server, {
    context,
    feed: (request, response, target) => handleFeedRequest(request, response, target, context),
    media: async (request, response, path) => {
      addId(response)
      await media(request, response, path)
    },
    site: async (request, response) => {
      addId(response)
      const feedId = request.url?.startsWith('/f/') ? feedIdOf(request) : null
      if (feedId === null) await site(request, response)
      else await feedScript(feedId, request, response)
    },
  })
  return async (milliseconds) => {
    isDraining = true
    await setTimeout(milliseconds)
    listening.stopAccepting()
    const openConnections = promisify(server.getConnections.bind(server))
    const end = performance.now() + lastResponsesMs
    while (performance.now() < end && (await openConnections()) > 0) await setTimeout(20)
  }
}

const requestId = () => currentRequest.getStore()?.requestId

// Shorter than an API key, so that no log contains one. Other characters could break a line of another log.
const validId = /^[\w.-]{8,63}$/

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

/** Describes a request by a small set of words: its URL may contain a key, and its method may be any text. */
export function describeRequest({
  method = '',
  url = '',
  headers,
}: IncomingMessage): CurrentRequest {
  const sent = headers['x-request-id']
  return {
    requestId: typeof sent === 'string' && validId.test(sent) ? sent : randomUUID(),
    method: knownMethods.has(method) ? method : 'other',
    route: routeOf(splitTarget(url).path),
  }
}

function routeOf(path: string): string {
  if (Object.hasOwn(routes, path)) return path
  if (isFeedPath(path)) return 'unknown'
  return path.startsWith(`${mediaPrefix}/`) ? 'media' : 'site'
}

/** Everything around the API: its definition, the element, pages with paths of their own, and the 404 page. */
function createSite(baseUrl: string, pages: Hono | undefined): RequestListener {
  const app = new Hono()
  const definition = JSON.stringify({ ...document, servers: [{ url: baseUrl }] })
  const json = { 'Content-Type': 'application/json' }
  app.use(compress(), securityHeaders(contentSecurity('')))
  app.get('/docs/openapi.json', (context) => context.body(definition, 200, json))
  app.route('/assets/dashboard', dashboardAssets())
  app.route('/', elementScript())
  if (pages) app.route('/', pages)
  // The dashboard has a page for it, whose header names the owner.
  app.notFound((context) => {
    const { headers } = context.req.raw
    const page = new Request(new URL('/not-found', baseUrl), { headers })
    return pages ? pages.fetch(page) : context.text('Not found\n', 404)
  })
  return getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Node drops the rest of a body that nobody reads. Hono would cut the connection half a second later.
    autoCleanupIncoming: false,
  })
}
