import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { chooseEncoding, compress } from '@photofeed/core/node'
import { document } from '@photofeed/openapi/document'
import { Hono, type MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { assets } from '../assets.ts'
import { elementScript } from './element-script.ts'
import { contentSecurity, securityHeaders } from './security-headers.ts'
import { sendFile } from './send-file.ts'

/** Everything around the API: its definition, the element, pages with paths of their own, and the 404 page. */
export function createSite(baseUrl: string, pages: Hono | undefined): RequestListener {
  const app = new Hono()
  const definition = JSON.stringify({ ...document, servers: [{ url: baseUrl }] })
  const json = { 'Content-Type': 'application/json' }
  app.use(compressedPages, securityHeaders(contentSecurity('')))
  app.get('/docs/openapi.json', (context) => context.body(definition, 200, json))
  app.route('/assets/dashboard', dashboardAssets())
  app.route('/', elementScript())
  if (pages) app.route('/', pages)
  // Without other pages at the root, visitors are owners.
  if (pages) app.get('/', (context) => context.redirect('/accounts', 303))
  app.notFound(async (context) =>
    context.html(await readFile(new URL('not-found.html', assets), 'utf8'), 404),
  )
  return getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Node drops the rest of a body that nobody reads. Hono would cut the connection half a second later.
    autoCleanupIncoming: false,
  })
}

/** Compresses the pages that the server renders itself. Hono's own middleware reads no weights, and knows gzip only. */
const compressedPages: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers, body, status } = context.res
  const type = headers.get('Content-Type') ?? ''
  // Files are sent with a length, and compressed by what sends them.
  if (!body || headers.has('Content-Length') || !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)) return
  const bytes = Buffer.from(await context.res.arrayBuffer())
  const own = new Headers(headers)
  own.append('Vary', 'Accept-Encoding')
  const encoding = chooseEncoding(context.req.header('Accept-Encoding'), bytes.length)
  if (encoding) own.set('Content-Encoding', encoding)
  const content = encoding ? await compress(bytes, encoding, { isSentAgain: false }) : bytes
  own.set('Content-Length', String(content.length))
  // Hono would add the old headers to a response that is set while there is one.
  context.res = undefined
  context.res = new Response(new Uint8Array(content), { status, headers: own })
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}

const hashedName = /-[0-9A-Z]{8}\.\w+$/

const caching = {
  hashed: 'public, max-age=31536000, immutable',
  named: 'public, no-cache',
}

/** Serves the files of `browser/build.ts`. The folder is listed once, so that no other path can be read. */
export function dashboardAssets(parent: URL = assets): Hono {
  const folder = new URL('dashboard/', parent)
  // There is none before the first build.
  const names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const app = new Hono()

  app.get('/:name', async (context) => {
    const name = context.req.param('name')
    const type = contentTypes[extname(name)]
    if (!type || !names.has(name)) return context.notFound()
    const path = fileURLToPath(new URL(name, folder))
    const cacheControl = hashedName.test(name) ? caching.hashed : caching.named
    const headers = { 'Cache-Control': cacheControl, 'X-Content-Type-Options': 'nosniff' }
    return sendFile(context, path, type, headers)
  })
  return app
}
