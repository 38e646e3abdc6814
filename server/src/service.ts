import type { FeedContext, FeedStore } from '@photofeed/core'
import {
  answerFeedRequest,
  createPageCache,
  type HttpServerParts,
  listen,
  mediaPrefix,
  serve,
} from '@photofeed/core/node'
import { createSite, type SiteParts } from './http/site.ts'

export interface ServiceConfig {
  host: string
  port: number
  baseUrl?: string | undefined
  cdnUrl?: string | undefined
  supportEmail: string
  production: boolean
  site?: string | undefined
}

export interface ServiceParts {
  store: FeedStore
  media: HttpServerParts['media']
  /** The server's own files. */
  assets: URL
  onError(error: unknown): void
  /** What a demo publishes about itself, given its address. */
  demo?(url: string): unknown
}

export interface Service {
  /** The address that clients use. */
  url: string
  /** The address listened on; behind a proxy it is another one. */
  listenUrl: string
  /** Stops accepting, lets answers in flight finish for a moment, and ends. */
  close(): Promise<void>
}

/** Starts answering. */
export async function startService(config: ServiceConfig, parts: ServiceParts): Promise<Service> {
  const listening = await listen(config.host, config.port)
  const url = config.baseUrl ?? listening.url
  const site: SiteParts = {
    baseUrl: url,
    assets: parts.assets,
    folder: config.site ?? null,
    demo: parts.demo?.(url),
  }
  const context: FeedContext = {
    store: parts.store,
    baseUrl: url,
    cdnUrl: config.cdnUrl ?? `${url}${mediaPrefix}`,
    supportEmail: config.supportEmail,
    production: config.production,
    pages: createPageCache(),
    onError: parts.onError,
  }
  serve(listening.server, {
    context,
    feed: (request, response, target) => answerFeedRequest(request, response, target, context),
    media: parts.media,
    site: createSite(site),
  })
  return { url, listenUrl: listening.url, close: listening.close }
}
