import type { FeedResponse } from '@photofeed/core'
import packageJson from '../../../element/package.json' with { type: 'json' }
import { readPageFile } from '../control/page-files.ts'

const onDemand = '/photo-feed/'

/**
 * Returns `<photo-feed>` for pages without a bundler, as the service serves it: `/embed.js`, and what that loads on demand;
 * null for any other path. With `?v=` and the version of the element, it is cached for a year.
 */
export async function readElementScript({
  path,
  query,
}: {
  path: string
  query: string
}): Promise<FeedResponse | null> {
  const isOnDemand = path.startsWith(onDemand)
  if (!isOnDemand && path !== '/embed.js') return null
  const body = await readPageFile(path.slice(1))
  if (body === null) return null
  const isVersioned = isOnDemand || new URLSearchParams(query).get('v') === packageJson.version
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
