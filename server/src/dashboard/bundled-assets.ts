import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ttf': 'font/ttf',
}

/** A name that changes with the content. */
const hashedName = /-[0-9A-Z]{8}\.\w+$/

const caching = {
  hashed: 'public, max-age=31536000, immutable',
  named: 'public, no-cache',
}

/** Serves the files of `browser/build.ts`. The folder is listed once, so that no other path can be read. */
export function dashboardAssets(assets: URL): Hono {
  const folder = new URL('dashboard/', assets)
  const names = new Set(namesIn(folder))
  const app = new Hono()

  app.use(compress(), etag())
  app.get('/:name', async (context) => {
    const name = context.req.param('name')
    const type = contentTypes[extname(name)]
    if (!type || !names.has(name)) return context.notFound()
    return context.body(await readFile(new URL(name, folder)), 200, {
      'Content-Type': type,
      'Cache-Control': hashedName.test(name) ? caching.hashed : caching.named,
      'X-Content-Type-Options': 'nosniff',
    })
  })
  return app
}

/** Returns the names of the files; none before the first build. */
function namesIn(folder: URL): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
