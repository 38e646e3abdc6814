import type { FeedRequest, FeedResponse } from '@photofeed/core'
import { feedPrefix, missingFeedScript } from '../../../element/editor/feed-script.ts'
import { firstLook } from '../../../element/editor/look.ts'
import element from '../../../element/package.json' with { type: 'json' }
import repository from '../../../package.json' with { type: 'json' }
import { readPageFile } from '../control/page-files.ts'
import { controlPrefix } from '../endpoints.ts'
import { htmlPage } from '../faults/fault-response.ts'
import type { Service } from '../service.ts'

type Target = Pick<FeedRequest, 'path' | 'query'>

/** Responds to paths of the port that are neither the API, media nor the control page. */
export async function respondSite(target: Target, service: Service): Promise<FeedResponse> {
  const script = await readElementScript(target, service)
  if (script) return script
  // Errors of the API refer to it, and the mock has no documentation of its own.
  if (target.path === '/docs/rest-api') {
    const Location = `${repository.homepage}reference/rest/`
    return { status: 302, headers: { Location }, body: null }
  }
  const text = `There is no such page. <a href="${controlPrefix}">The control page</a> lists what this mock serves.`
  return htmlPage(404, 'Not found', text)
}

/**
 * Returns `<photo-feed>` for pages without a bundler, as the service serves it: `/embed.js`, and what that loads on demand;
 * null for any other path. With `?v=` and the version of the element, it is cached for a year. `/f/<id>.js` is the script of a
 * feed: its id is the first 8 characters of a key.
 */
async function readElementScript(
  { path, query }: Target,
  { context, current }: Service,
): Promise<FeedResponse | null> {
  const [, id] = /^\/f\/(\w+)\.js$/.exec(path) ?? []
  const found = id === undefined ? null : current.accounts.findByFeed(id)
  if (id !== undefined && !found) return scriptResponse(missingFeedScript(id), false)
  const isOnDemand = path.startsWith('/photo-feed/')
  if (!isOnDemand && path !== '/embed.js' && !found) return null
  const body = await readPageFile(found ? 'embed.js' : path.slice(1))
  if (body === null) return null
  if (id !== undefined && found) {
    const { apiKey, plan } = found.scenario
    const hasMore = plan === 'premium'
    const feed = { src: context.baseUrl, apiKey, look: firstLook, hasMore }
    return scriptResponse(feedPrefix(id, feed) + body, false)
  }
  const isVersioned = isOnDemand || new URLSearchParams(query).get('v') === element.version
  return scriptResponse(body, isVersioned)
}

function scriptResponse(body: string, isVersioned: boolean): FeedResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      // Scripts of type module are loaded with CORS.
      'Access-Control-Allow-Origin': '*',
      // For classic scripts of pages that are isolated from other origins.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // The names of the others contain hashes.
      'Cache-Control': isVersioned ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    },
    body,
  }
}
