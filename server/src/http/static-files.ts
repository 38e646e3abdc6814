import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import packageJson from '../../../element/package.json' with { type: 'json' }
import { assets } from '../assets.ts'

const caching = {
  immutable: 'public, max-age=31536000, immutable',
  revalidated: 'public, no-cache',
  // Pages of other sites keep the address. An older script looks in vain for what it loads on demand, so it is not used for longer.
  updated: 'public, max-age=3600',
}

/** Serves files of a folder, compressed by `browser/compress.ts` when they were built. */
function serveFiles(
  folder: URL,
  fileAt: (path: string) => string,
  headersOf: (context: Context) => Record<string, string>,
) {
  const root = fileURLToPath(folder)
  const files = serveStatic({ root, precompressed: true, rewriteRequestPath: fileAt })
  const addHeaders: MiddlewareHandler = async (context, next) => {
    await next()
    if (context.res.status >= 400) return
    const headers = { 'X-Content-Type-Options': 'nosniff', ...headersOf(context) }
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
  }
  return [addHeaders, etag({ weak: true }), files] as const
}

const hashedName = /-[0-9A-Z]{8}\.\w+$/

/** Serves the scripts and styles of `browser/build.ts`. */
export function dashboardAssets(parent: URL = assets): Hono {
  const lastPart = (path: string) => path.slice(path.lastIndexOf('/'))
  const files = serveFiles(new URL('dashboard/', parent), lastPart, ({ req }) => ({
    'Cache-Control': hashedName.test(req.path) ? caching.immutable : caching.revalidated,
  }))
  return new Hono().get('/:name', ...files)
}

/** Serves `<photo-feed>` to pages of other sites. With `?v=` and the current version, it is cached for a year. */
export function elementScript(parent: URL = assets): Hono {
  const fileAt = (path: string) => (path === '/embed.js' ? '/photo-feed.js' : path)
  const files = serveFiles(new URL('embed/', parent), fileAt, ({ req }) => ({
    'Cache-Control':
      req.path !== '/embed.js' || req.query('v') === packageJson.version
        ? caching.immutable
        : caching.updated,
    // Scripts of type module are loaded with CORS, from pages of any site.
    'Access-Control-Allow-Origin': '*',
  }))
  return new Hono().get('/embed.js', ...files).get('/photo-feed/:name', ...files)
}
