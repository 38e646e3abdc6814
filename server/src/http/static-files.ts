import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import packageJson from '../../../element/package.json' with { type: 'json' }
import { assets } from '../assets.ts'
import { crossOrigin, preflight } from './cross-origin.ts'

const caching = {
  immutable: 'public, max-age=31536000, immutable',
  revalidated: 'public, no-cache',
  // Pages of other sites keep the address.
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

/**
 * Serves `<photo-feed>` to pages of other sites. With `?v=` and the current version, it is cached for a year. A cached script
 * loads files by the names of its own version, and during an upgrade also by those of the next: it gets the present ones.
 */
export function elementScript(): Hono {
  const folder = new URL('embed/', assets)
  const onDemand = new URL('photo-feed/', folder)
  const names = existsSync(onDemand) ? readdirSync(onDemand) : []
  const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const fileAt = (path: string) => {
    if (path === '/embed.js') return '/photo-feed.js'
    const sent = nameIn(path)
    const [plain] = /^[\w-]+(?=-[\da-f]{8}\.js$)/.exec(sent) ?? []
    const isPresent = names.includes(sent) || plain === undefined
    return isPresent ? path : `/photo-feed/${names.find((name) => sameFile(name, plain))}`
  }
  const files = serveFiles(folder, fileAt, ({ req }) => {
    const isCurrent =
      req.path === '/embed.js'
        ? req.query('v') === packageJson.version
        : names.includes(nameIn(req.path))
    return { ...crossOrigin, 'Cache-Control': caching[isCurrent ? 'immutable' : 'updated'] }
  })
  const app = new Hono()
  for (const path of ['/embed.js', '/photo-feed/:name']) {
    app.options(path, (context) => context.body(null, 204, preflight)).get(path, ...files)
  }
  return app
}

/** Whether a name is `plain` with a hash. */
const sameFile = (name: string, plain: string) =>
  name.startsWith(`${plain}-`) && name.length === `${plain}-01234567.js`.length
