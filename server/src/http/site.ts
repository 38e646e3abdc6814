import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { dashboardAssets } from '../dashboard/bundled-assets.ts'
import { docs } from './docs.ts'

export interface SiteParts {
  baseUrl: string
  /** The server's own files: the script of the API reference. */
  assets: URL
  /** A folder of static pages to serve at `/`; null serves none. */
  folder: string | null
  /** Apps that answer paths of their own and leave the others alone. */
  pages: readonly Hono[]
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
export function createSite({ baseUrl, assets, folder, pages }: SiteParts): RequestListener {
  const app = new Hono()
  app.route('/docs', docs(baseUrl, assets))
  app.route('/assets/dashboard', dashboardAssets(assets))
  for (const part of pages) app.route('/', part)
  if (folder) app.use('*', serveStatic({ root: folder }))
  // Where nothing else is at the root, owners are who comes there.
  if (pages.length > 0) app.get('/', (context) => context.redirect('/accounts', 303))
  app.notFound((context) => context.html(notFoundPage, 404))
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}
