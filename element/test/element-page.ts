import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { browserOfFile, type SharedBrowser } from '../../test-support/browser.ts'

export { texts } from './texts.ts'

/** A website with a feed: its pages, the service and a browser. */
export interface Site {
  readonly mock: MockServer
  /** Returns the address of a page with this body. */
  address(body: string, headers?: Readonly<Record<string, string>>): string
  /** Opens a page with this body until the test ends. With {@link script} in it the element is defined. */
  open(body: string, options?: OpenOptions): Promise<OpenPage>
}

export interface OpenOptions extends BrowserContextOptions {
  /** The page's content security policy. */
  readonly policy?: string
  /** Further headers of the page. */
  readonly headers?: Readonly<Record<string, string>>
  /** Runs before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

export interface OpenPage {
  readonly page: Page
  /** The URL of every request. */
  readonly requestUrls: string[]
  /** Exceptions of the page, and what it logs as errors. */
  readonly errors: string[]
  /** What it logs as warnings. */
  readonly warnings: string[]
}

export const script = '<script type="module" src="/element.js"></script>'

/** Starts a website for the tests of a file. It ends after the last one. */
export async function siteOfFile(): Promise<Site> {
  const [mock, element] = await Promise.all([
    startMockServer({ print: () => {} }),
    bundledElement(),
  ])
  const browser = browserOfFile()
  const bodies = new Map<string, { body: string; headers: Readonly<Record<string, string>> }>()
  const files: Readonly<Record<string, [type: string, text: string]>> = {
    '/element.js': ['text/javascript', element],
    '/site.css': ['text/css', styles],
  }
  const server = createServer(({ url = '' }, response) => {
    const path = url.replace(/\?.*/, '')
    const { body, headers } = bodies.get(path) ?? { body: '', headers: {} }
    const [type, text] = files[path] ?? ['text/html', `${head}${body}`]
    response.writeHead(200, {
      'Content-Type': `${type}; charset=utf-8`,
      ...headers,
    })
    response.end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const address = (body: string, headers: Readonly<Record<string, string>> = {}) => {
    const path = `/${bodies.size}`
    bodies.set(path, { body, headers })
    return url + path
  }
  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await mock.close()
  })
  return {
    mock,
    address,
    async open(body, { policy, headers, prepare, ...options } = {}) {
      const all = { ...headers, ...(policy && { 'Content-Security-Policy': policy }) }
      return openPage(browser, address(body, all), options, prepare)
    },
  }
}

const head = `<!doctype html><html lang="en"><title>A site</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/site.css">`

/** The page is light or dark as the visitor prefers, and the element must be too. */
const styles = ':root { color-scheme: light dark; font: 1rem / 1.5 system-ui, sans-serif }'

async function bundledElement() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/entries/element.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

async function openPage(
  browser: SharedBrowser,
  url: string,
  options: BrowserContextOptions,
  prepare: OpenOptions['prepare'],
): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
  onTestFinished(() => page.close())
  const requestUrls: string[] = []
  const errors: string[] = []
  const warnings: string[] = []
  page.on('request', (request) => requestUrls.push(request.url()))
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await prepare?.(page)
  await page.goto(url)
  return { page, requestUrls, errors, warnings }
}

/** Locates what a visitor finds in the element, through its open shadow root. */
export function probe(page: Page) {
  const host = page.locator('photo-feed')
  const cards = host.locator('li:not([aria-hidden])')
  return {
    host,
    cards,
    skeleton: host.locator('li[aria-hidden]'),
    notice: host.locator('[part=notice]'),
    message: host.locator('[part=message]'),
    status: host.locator('[role=status]'),
    videos: host.locator('video'),
    button: (name: string) => host.getByRole('button', { name }),
    /** Resolves when the element displays a page or an error. */
    async settled() {
      await host.locator('#cards:not([aria-busy]):not(:empty), [part=message]').first().waitFor()
    },
    /** Returns the natural width of every picture after each has loaded or was replaced. */
    async pictureWidths(): Promise<number[]> {
      return host.evaluate(async (element) => {
        const images = () => [...(element.shadowRoot?.querySelectorAll('img') ?? [])]
        // A picture that fails is complete before its error event, on which it is replaced.
        const isBroken = (image: HTMLImageElement) => image.isConnected && image.naturalWidth === 0
        for (const image of images()) {
          image.scrollIntoView()
          while (!image.complete || isBroken(image)) {
            await new Promise((resolve) => setTimeout(resolve, 20))
          }
        }
        return images().map(({ naturalWidth }) => naturalWidth)
      })
    },
    /** Returns the part name of the element inside that has the focus. */
    focusedPart: () =>
      host.evaluate((element) => element.shadowRoot?.activeElement?.getAttribute('part') ?? null),
  }
}

/** Delays responses of the service until `release` is called: those to requests with this text in their query. */
export function delayedResponses(query = '') {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    release,
    delay: (page: Page) =>
      page.route(`**/api/v1/me?*${query}*`, async (route) => {
        await released
        await route.continue()
      }),
  }
}
