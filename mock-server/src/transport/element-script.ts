import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { FeedResponse } from '@photofeed/core'
import packageJson from '../../../element/package.json' with { type: 'json' }

/** In the package and in its sources, where the build has written them. */
const folder = ['./embed/', '../../dist/embed/']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url))

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
  if (!folder) return null
  const name = path.slice(onDemand.length)
  const isListed =
    path.startsWith(onDemand) && (await readdir(new URL(`.${onDemand}`, folder))).includes(name)
  if (path !== '/embed.js' && !isListed) return null
  const isVersioned = isListed || new URLSearchParams(query).get('v') === packageJson.version
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
    body: await readFile(
      new URL(isListed ? `photo-feed/${name}` : 'photo-feed.js', folder),
      'utf8',
    ),
  }
}
