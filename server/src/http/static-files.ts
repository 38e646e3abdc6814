import { existsSync, readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Context, Hono } from 'hono'
import packageJson from '../../../element/package.json' with { type: 'json' }
import { assets } from '../assets.ts'
import { sendFile } from './send-file.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}

const caching = {
  immutable: 'public, max-age=31536000, immutable',
  revalidated: 'public, no-cache',
  // Pages of other sites keep the address. An older script looks in vain for what it loads on demand, so it is not used for longer.
  updated: 'public, max-age=3600',
}

/** Returns a function that sends files of a folder. The folder is listed once, so that no other path can be read. */
function filesOf(folder: URL, shared: Record<string, string> = {}) {
  // There is none before the first build.
  const names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  return (context: Context, name: string, cacheControl: string) => {
    const type = contentTypes[extname(name)]
    if (!type || !names.has(name)) return context.notFound()
    const headers = { 'Cache-Control': cacheControl, 'X-Content-Type-Options': 'nosniff' }
    return sendFile(context, fileURLToPath(new URL(name, folder)), type, { ...headers, ...shared })
  }
}

const hashedName = /-[0-9A-Z]{8}\.\w+$/

/** Serves the scripts and styles of `browser/build.ts`. */
export function dashboardAssets(parent: URL = assets): Hono {
  const send = filesOf(new URL('dashboard/', parent))
  return new Hono().get('/:name', (context) => {
    const name = context.req.param('name')
    return send(context, name, hashedName.test(name) ? caching.immutable : caching.revalidated)
  })
}

/**
 * Serves `<photo-feed>` to the pages of other sites: `/embed.js`, and what it loads on demand from `/photo-feed/`. With
 * `?v=` and the current version of the SDK, it is cached for a year.
 */
export function elementScript(parent: URL = assets): Hono {
  // Scripts of type module are loaded with CORS, from pages of any site.
  const shared = { 'Access-Control-Allow-Origin': '*' }
  const folder = new URL('embed/', parent)
  const send = filesOf(folder, shared)
  const sendOnDemand = filesOf(new URL('photo-feed/', folder), shared)
  return new Hono()
    .get('/embed.js', (context) => {
      const isCurrent = context.req.query('v') === packageJson.version
      return send(context, 'photo-feed.js', isCurrent ? caching.immutable : caching.updated)
    })
    .get('/photo-feed/:name', (context) =>
      sendOnDemand(context, context.req.param('name'), caching.immutable),
    )
}
