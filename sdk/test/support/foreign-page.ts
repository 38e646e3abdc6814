import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { shareBrowser } from '../../../test-support/browser.ts'

/** Opens a page in a real browser, of another origin than the service, that runs this TypeScript. */
export async function foreignPage(script: string) {
  const { outputFiles } = await build({
    stdin: {
      contents: script,
      resolveDir: fileURLToPath(new URL('../../src/entries', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  // A page without a server may not send requests to this machine.
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><main></main>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const browser = shareBrowser()
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const code = outputFiles[0]?.text ?? ''
  await page.addScriptTag({ content: code })
  return {
    page,
    /** Opens the page again, with the script. */
    async reload() {
      await page.reload()
      await page.addScriptTag({ content: code })
    },
    /** Starts a web worker that runs the script. */
    startWorker: () =>
      page.evaluateHandle(
        (code) => new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))),
        code,
      ),
    async close() {
      await browser.close()
      server.close()
    },
  }
}
