import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { docs } from './docs.ts'

export interface SiteParts {
  baseUrl: string
  /** The server's own files: the script of the API reference. */
  assets: URL
  /** A folder of static pages to serve at `/`; null serves none. */
  folder: string | null
  /** Published at /demo.json when this server is a demo. */
  demo: unknown
}

const notFoundPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found</title>
<h1>Not found</h1>
<p>There is no such page. The <a href="/docs/rest-api">REST API reference</a> lists what this server answers.</p>
</html>
`

/** Everything around the API: the reference, static pages, and the 404 page. */
export function createSite({ baseUrl, assets, folder, demo }: SiteParts): RequestListener {
  const app = new Hono()
  app.route('/docs', docs(baseUrl, assets))
  if (demo) app.get('/demo.json', (context) => context.json(demo))
  if (folder) app.use('*', serveStatic({ root: folder }))
  app.notFound((context) => context.html(notFoundPage, 404))
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}
