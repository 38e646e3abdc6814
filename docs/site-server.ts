import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'

const folder = new URL('./dist/', import.meta.url)

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Serves docs/dist below `base` on the loopback address, as a host of static files does. */
export async function serveSite(port = 0, base = '/') {
  if (!existsSync(new URL('index.html', folder)))
    throw new Error('docs/dist has no site. Run `npm run docs:build` first.')
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/[?#].*/, ''))
    const name = path.startsWith(base) ? path.slice(base.length) : null
    const file =
      name === null || name.includes('..') ? null : name.replace(/(^|\/)$/, '$1index.html')
    const body = file === null ? null : await read(file)
    const type = types[extname(file ?? '')] ?? 'application/octet-stream'
    response.writeHead(body ? 200 : 404, {
      'Content-Type': body ? type : 'text/html; charset=utf-8',
    })
    response.end(body ?? (await read('404.html')))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function read(file: string): Promise<Buffer | null> {
  return readFile(new URL(file, folder)).catch(() => null)
}
