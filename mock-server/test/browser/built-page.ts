import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

export interface BuiltPage {
  url: string
  /** The names and sizes of the scripts that were built. */
  scripts: { name: string; bytes: number; text: string }[]
  /** Paths that were requested from the page's server. */
  requested: string[]
  close(): Promise<void>
}

/** The page of this folder as a bundler builds it, on a separate port. */
export async function builtPage({
  mocks,
  worker,
  msw = 'msw',
}: {
  mocks: boolean
  worker: boolean
  /** The version of MSW that the page bundles. */
  msw?: 'msw' | 'msw-2'
}): Promise<BuiltPage> {
  // Not a temporary folder of one test: several tests may share the page.
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-'))
  process.env.VITE_MOCKS = mocks ? 'on' : 'off'
  await build({
    root: fileURLToPath(new URL('page', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    resolve: { alias: [{ find: /^msw(?=\/|$)/, replacement: msw }] },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  })
  if (worker) {
    const script = fileURLToPath(import.meta.resolve(`${msw}/mockServiceWorker.js`))
    await copyFile(script, join(folder, 'mockServiceWorker.js'))
  }
  const names = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'))
  const scripts = names.map((name) => {
    const text = readFileSync(join(folder, 'assets', name), 'utf8')
    return { name, bytes: Buffer.byteLength(text), text }
  })

  const requested: string[] = []
  const server = createServer((request, response) => {
    const [target = ''] = (request.url ?? '').split('?')
    const path = target === '/' ? '/index.html' : target
    requested.push(path)
    try {
      const bytes = readFileSync(join(folder, path))
      response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain' }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    scripts,
    requested,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
