import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, compressCached, splitTarget } from '@photofeed/core/node'
import { plans } from '@photofeed/openapi'
import { LRUCache } from 'lru-cache'
import { feedPrefix, missingFeedScript } from '../../../element/editor/feed-script.ts'
import { assets } from '../assets.ts'
import type { Database } from '../stores/database.ts'
import { crossOrigin, isPreflight, preflight } from './cross-origin.ts'
import { conditionStatus } from './requested-part.ts'

interface FeedScriptParts {
  feeds: Pick<Database['feeds'], 'find' | 'addSite'>
  baseUrl: string
  onError(error: unknown): void
}

type Feed = NonNullable<Awaited<ReturnType<FeedScriptParts['feeds']['find']>>>

/** A script as it is sent. */
interface Script {
  feed: Feed | null
  body: Buffer
  etag: string
}

/** A script takes 60 kB, and a third of it in each encoding. */
const cachedBytes = 32 * 1024 * 1024

/** A feed gets no further site for so long: everybody can send any `Referer`. */
const siteIntervalMs = 5000

const headers = {
  ...crossOrigin,
  'Content-Type': 'text/javascript; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  // A new look is on every page within a minute, and pages outlive an hour in which this server is down.
  'Cache-Control': 'public, max-age=60, stale-if-error=86400',
  Vary: 'Accept-Encoding',
}

/** Returns the id of the feed whose script a request names; null for any other path. */
export function feedIdOf({ url = '', method = '' }: IncomingMessage): string | null {
  const [, id = null] = /^\/f\/(\w{1,40})\.js$/.exec(splitTarget(url).path) ?? []
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? id : null
}

/** Creates the function that serves `/f/<id>.js`: the script of `<photo-feed>` with a feed's address, key and look in front of it. */
export function createFeedScript({ feeds, baseUrl, onError }: FeedScriptParts) {
  const { origin: own } = new URL(baseUrl)
  const scripts = new LRUCache<string, Script>({
    maxSize: cachedBytes,
    sizeCalculation: ({ body }) => 2 * body.length,
  })
  const noted = new LRUCache<string, true>({ max: 1000, ttl: siteIntervalMs })
  let element: string | undefined

  async function find(id: string, request: IncomingMessage): Promise<Script> {
    // On every request, so that a key or an id that was replaced is in no response.
    const feed = await feeds.find(id)
    if (!feed) return scriptOf(missingFeedScript(id), null)
    noteSite(id, feed.sites, request)
    const cached = scripts.get(id)
    if (cached?.feed === feed) return cached
    const { apiKey, plan } = feed
    const { maximumPageSize } = plans[plan]
    const size = Math.min(Number(feed.look['page-size'] ?? 12), maximumPageSize)
    const look = { ...feed.look, 'page-size': `${size}` }
    const hasMore = size < maximumPageSize
    const prefix = feedPrefix(id, { src: baseUrl, apiKey, look, hasMore })
    element ??= readFileSync(new URL('embed/photo-feed.js', assets), 'utf8')
    const script = scriptOf(prefix + element, feed)
    scripts.set(id, script)
    return script
  }

  /** Stores the origin of a page that requests the script, and nothing else about it or its visitor. */
  function noteSite(id: string, sites: string, { headers: sent }: IncomingMessage): void {
    const { origin, protocol } = URL.parse(sent.referer ?? '') ?? {}
    if (!origin || !/^https?:$/.test(protocol ?? '') || origin === own || origin.length > 260)
      return
    if ((sent['sec-fetch-dest'] ?? 'script') !== 'script') return
    if (sites.includes(JSON.stringify(origin)) || noted.has(id)) return
    noted.set(id, true)
    feeds.addSite(id, origin).catch(onError)
  }

  return async (id: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, isPreflight(request) ? preflight : headers).end()
      return
    }
    const { body, etag } = await find(id, request)
    const status = conditionStatus(request, etag)
    if (status !== null) {
      response.writeHead(status, { ...headers, ETag: etag }).end()
      return
    }
    const encoding = chooseEncoding(request.headers['accept-encoding'], body.length)
    const sent = encoding ? await compressCached(body, encoding) : body
    response.writeHead(200, {
      ...{ ...headers, ETag: etag, 'Content-Length': sent.length },
      ...(encoding && { 'Content-Encoding': encoding }),
    })
    response.end(request.method === 'HEAD' ? undefined : sent)
  }
}

function scriptOf(text: string, feed: Feed | null): Script {
  return { feed, body: Buffer.from(text), etag: `W/"${hash('sha256', text).slice(0, 24)}"` }
}
