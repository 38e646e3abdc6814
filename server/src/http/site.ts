import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { chooseEncoding, compress } from '@photofeed/core/node'
import { document } from '@photofeed/openapi/document'
import { Hono, type MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { assets } from '../assets.ts'
import { contentSecurity, securityHeaders } from './security-headers.ts'
import { dashboardAssets, elementScript } from './static-files.ts'

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
