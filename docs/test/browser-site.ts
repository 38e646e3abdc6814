import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { shareBrowser } from '../../test-support/browser.ts'
import { serveSite } from '../site-server.ts'
import { buildSite } from './built-site.ts'

/** The site in a browser. */
export interface BrowserSite {
  open(path: string, width?: number): Promise<OpenPage>
  close(): Promise<void>
}

export interface OpenPage {
  page: Page
  /** Errors of the page's console, without those that `<photo-feed>` logs for developers, and requests to other hosts. */
  problems: string[]
  /** Bytes of all responses but pictures, as a host sends them: text with gzip. */
  weight(): number
}

export async function openSite(): Promise<BrowserSite> {
  await buildSite()
  const site = await serveSite()
  const browser = shareBrowser()
  return {
    async open(path, width = 1280) {
      const page = await browser.newPage({ viewport: { width, height: 900 } })
      onTestFinished(() => page.close())
      const problems: string[] = []
      let bytes = 0
      page.on('pageerror', ({ message }) => problems.push(message))
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() === 'error' && !text.startsWith('<photo-feed>')) problems.push(text)
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(site.url) && !/^(data|blob):/.test(url))
          problems.push(`Request to ${url}`)
      })
      page.on('response', async (response) => {
        if (/\.(jpg|webp|png)$/.test(new URL(response.url()).pathname)) return
        const body = await response.body().catch(() => Buffer.alloc(0))
        bytes += /\.(woff2|wasm)$/.test(response.url()) ? body.length : gzipSync(body).length
      })
      await page.goto(`${site.url}${path}`)
      return { page, problems, weight: () => bytes }
    },
    async close() {
      site.close()
      await browser.close()
    },
  }
}

/** Waits until the example has run. */
export async function exampleHasRun(page: Page, index = 0): Promise<void> {
  await page.locator('[data-live]').nth(index).scrollIntoViewIfNeeded()
  await page.locator('[data-live]').nth(index).and(page.locator('[data-ran=true]')).waitFor()
}
