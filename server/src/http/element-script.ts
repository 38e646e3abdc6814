import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import packageJson from '../../../sdk/package.json' with { type: 'json' }
import { assets } from '../assets.ts'
import { sendFile } from './send-file.ts'

const { version } = packageJson

const caching = {
  immutable: 'public, max-age=31536000, immutable',
  // Pages of other sites keep the address. An older script looks in vain for what it loads on demand, so it is not used for longer.
  updated: 'public, max-age=3600',
}

// Scripts of type module are loaded with CORS, from pages of any site.
const shared = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' }

/**
 * Serves `<photo-feed>` to the pages of other sites: `/embed.js`, and what it loads on demand from `/photo-feed/`. With
 * `?v=` and the current version of the SDK, it is cached for a year.
 */
export function elementScript(parent: URL = assets): Hono {
  const folder = new URL('embed/', parent)
  const onDemand = new URL('photo-feed/', folder)
  // There are none before the first build. Listed once, so that no other path can be read.
  const names = new Set(existsSync(onDemand) ? readdirSync(onDemand) : [])
  const type = 'text/javascript; charset=utf-8'
  const app = new Hono()

  app.get('/embed.js', (context) => {
    const path = fileURLToPath(new URL('photo-feed.js', folder))
    if (!existsSync(path)) return context.notFound()
    const cacheControl = context.req.query('v') === version ? caching.immutable : caching.updated
    return sendFile(context, path, type, { ...shared, 'Cache-Control': cacheControl })
  })
  app.get('/photo-feed/:name', (context) => {
    const name = context.req.param('name')
    if (!names.has(name)) return context.notFound()
    const path = fileURLToPath(new URL(name, onDemand))
    return sendFile(context, path, type, { ...shared, 'Cache-Control': caching.immutable })
  })
  return app
}
