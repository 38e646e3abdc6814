import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { launchChromium } from '../../../testing/chromium.ts'

/** A site that shows a feed: its pages, the service beside it, and a browser. */
export interface Site {
  readonly mock: MockServer
  /** Opens a page with this body until the test ends. With {@link script} in it the element is defined. */
  open(body: string, options?: OpenOptions): Promise<OpenPage>
  close(): Promise<void>
}

export interface OpenOptions extends BrowserContextOptions {
  /** The page's content security policy. */
  readonly policy?: string
  /** Makes the page's surroundings before it is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

export interface OpenPage {
  readonly page: Page
  /** Every URL that was asked for. */
  readonly asked: string[]
  /** Errors of the page, also of its console. */
  readonly errors: string[]
}

export const script = '<script type="module" src="/element.js"></script>'

export async function startSite(): Promise<Site> {
  const [mock, browser, element] = await Promise.all([
    startMockServer({ print: () => {} }),
    launchChromium(),
    bundledElement(),
  ])
  const bodies = new Map<string, { body: string; policy: string | undefined }>()
  const files: Readonly<Record<string, [type: string, text: string]>> = {
    '/element.js': ['text/javascript', element],
    '/site.css': ['text/css', styles],
  }
  const server = createServer(({ url = '' }, response) => {
    const path = url.replace(/\?.*/, '')
    const { body, policy } = bodies.get(path) ?? { body: '' }
    const [type, text] = files[path] ?? ['text/html', `${head}${body}`]
    response.writeHead(200, {
      'Content-Type': `${type}; charset=utf-8`,
      ...(policy && { 'Content-Security-Policy': policy }),
    })
    response.end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    mock,
    async open(body, { policy, prepare, ...options } = {}) {
      const path = `/${bodies.size}`
      bodies.set(path, { body, policy })
      return openPage(browser, `${url}${path}`, options, prepare)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await Promise.all([browser.close(), mock.close()])
    },
  }
}

const head = `<!doctype html><html lang="en"><title>A site</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/site.css">`

/** The page is light or dark as the visitor prefers; the element has to follow. */
const styles = ':root { color-scheme: light dark; font: 1rem / 1.5 system-ui, sans-serif }'

async function bundledElement() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/element/index.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  prepare: OpenOptions['prepare'],
): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
  onTestFinished(() => page.close())
  const asked: string[] = []
  const errors: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await prepare?.(page)
  await page.goto(url)
  return { page, asked, errors }
}
