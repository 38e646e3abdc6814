import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type AccountFeed,
  contentTypes,
  createMemoryStore,
  type FeedContext,
  type FileExtension,
  parseMediaPath,
} from '@photofeed/core'
import { handleFeedRequest, listen, serve } from '@photofeed/core/node'
import { onTestFinished } from 'vitest'
import { fileAt } from './media-bytes.ts'

export interface FeedHost {
  url: string
  /** The path and query of every request, in the order of arrival. */
  requests: string[]
}

export interface HostSettings {
  /** What follows the host in media URLs: `/media`, or a path below it. */
  mediaPath?: string
  /** The bytes of a media path; by default of every path that a media host could have. */
  media?: (path: string) => Promise<Uint8Array | null> | Uint8Array | null
  /** Responds instead of the service if it returns true. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** A service on a real socket with the given accounts; ends with the test. */
export async function feedHost(
  feeds: (platformUrl: string) => AccountFeed[],
  { mediaPath = '/media', media = fileAt, intercept }: HostSettings = {},
): Promise<FeedHost> {
  const { server, url, close } = await listen('127.0.0.1', 0)
  // Longer than a busy machine pauses: a request into a connection that is being closed is sent twice.
  server.keepAliveTimeout = 65_000
  onTestFinished(close)
  const requests: string[] = []
  const context: FeedContext = {
    store: createMemoryStore(feeds(`${url}/platform`)),
    baseUrl: url,
    cdnUrl: `${url}${mediaPath}`,
    supportEmail: 'help@photofeed.example',
    production: false,
    onError(error) {
      throw error
    },
  }
  async function sendMedia(response: ServerResponse, path: string): Promise<void> {
    const bytes = parseMediaPath(path) && (await media(path))
    const extension = path.slice(path.lastIndexOf('.') + 1) as FileExtension
    if (bytes) response.setHeader('Content-Type', contentTypes[extension])
    response.writeHead(bytes ? 200 : 404).end(bytes ?? '')
  }
  serve(server, {
    context,
    async feed(request, response, target) {
      requests.push(request.url ?? '')
      if (intercept?.(request, response)) return
      await handleFeedRequest(request, response, target, context)
    },
    async media(request, response, path) {
      requests.push(request.url ?? '')
      if (intercept?.(request, response)) return
      await sendMedia(response, path.slice(mediaPath.length - '/media'.length))
    },
    async site(request, response) {
      requests.push(request.url ?? '')
      if (intercept?.(request, response)) return
      await sendMedia(response, (request.url ?? '').replace(/^\/platform\/v/, ''))
    },
  })
  return { url, requests }
}
