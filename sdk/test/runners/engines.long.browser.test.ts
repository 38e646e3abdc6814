import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { startMockServer } from '../../../mock-server/src/node.ts'
import { engine, shareBrowser } from '../../../test-support/browser.ts'
import { launchWebKit } from '../../../test-support/webkit.ts'
import { entries } from './entries.ts'

declare const failures: string[]

/** Returns the address of a page that sets `failures` when it has run the whole API. */
async function startPage(): Promise<string> {
  const mock = await startMockServer({ warnings: 'off', print: () => {} })
  const keys = Object.fromEntries(mock.scenarios.map(({ name, apiKey }) => [name, apiKey]))
  // Browsers hide the ETag of another origin, so nothing is revalidated by the SDK.
  const settings = JSON.stringify({ url: mock.url, keys, skipped: ['cache'] })
  const { outputFiles } = await build({
    stdin: {
      contents: `import findFailures from './whole-api.cjs'
const loads = { ${entries.map((entry) => `'${entry}': () => import('${entry}')`).join()} }
globalThis.failures = await findFailures((entry) => loads[entry](), ${settings})`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'esm',
  })
  const html = `<!doctype html><meta charset="utf-8"><title>The whole API</title><script type="module">${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await mock.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test(`the whole API in a page of ${engine}`, async () => {
  const browser = shareBrowser()
  const page = await browser.newPage()
  await page.goto(await startPage())
  await page.waitForFunction(() => typeof failures === 'object')
  expect(await page.evaluate(() => failures)).toEqual([])
})

test.runIf(engine === 'chromium')('the whole API in a page of WebKit', async () => {
  const webkit = await launchWebKit()
  onTestFinished(() => webkit.close())
  await webkit.goto(await startPage())
  await expect.poll(() => webkit.evaluate(() => typeof failures)).toBe('object')
  expect(await webkit.evaluate(() => failures)).toEqual([])
})
