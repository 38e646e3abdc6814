import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FeedStore } from '@photofeed/core'
import { type HttpServerParts, listen, mediaPrefix, serve } from './http/http-server.ts'
import { createPageCache } from './http/page-cache.ts'
import { createSite, type SiteParts } from './http/site.ts'
import { UserError } from './user-error.ts'

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
  url: string
  /** Stops accepting, lets answers in flight finish for a moment, and ends. */
  close(): Promise<void>
}

const closeMilliseconds = 5000

/** Starts answering. */
export async function startService(config: ServiceConfig, parts: ServiceParts): Promise<Service> {
  const server = await listen(config.host, config.port).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(listenProblem(error, config))
  })
  const url = config.baseUrl ?? addressOf(server)
  const site: SiteParts = {
    baseUrl: url,
    assets: parts.assets,
    folder: config.site ?? null,
    demo: parts.demo?.(url),
  }
  serve(server, {
    context: {
      store: parts.store,
      baseUrl: url,
      cdnUrl: config.cdnUrl ?? `${url}${mediaPrefix}`,
      supportEmail: config.supportEmail,
      production: config.production,
      pages: createPageCache(),
      onError: parts.onError,
    },
    media: parts.media,
    site: createSite(site),
  })
  return { url, close: () => close(server) }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const impatience = setTimeout(() => server.closeAllConnections(), closeMilliseconds)
  await closed
  clearTimeout(impatience)
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function listenProblem(error: NodeJS.ErrnoException, { host, port }: ServiceConfig): string {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use. Choose another with --port, or 0 for a free one.`,
    EACCES: `Port ${port} needs more rights than this process has. Choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with --host.`,
    ENOTFOUND: `The host name ${host} is unknown. Choose another with --host.`,
  }
  return reasons[error.code ?? ''] ?? `Listening on ${host}:${port} failed: ${error.message}`
}
