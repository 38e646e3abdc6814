import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { SharedBrowser } from '../../../test-support/chromium.ts'
import type { MockServerOptions } from '../../src/standalone.ts'
import { startControl } from '../control/control-server.ts'

export interface Viewport {
  width?: number
  height?: number
}

/** Opens a page; errors on its console that the browser does not print itself fail the test. */
export async function openPage(
  browser: SharedBrowser,
  { width = 1280, height = 800 }: Viewport = {},
) {
  const context = await browser.newContext({ viewport: { width, height } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (!/^Failed to load resource|^\[photofeed mock\]/.test(text)) errors.push(text)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  onTestFinished(async () => {
    await context.close()
    expect(errors).toEqual([])
  })
  return page
}

/** Opens the control page of a new mock. */
export async function openControlPage(browser: SharedBrowser, options: MockServerOptions = {}) {
  const control = await startControl(options)
  const page = await openPage(browser)
  await page.goto(`${control.server.url}/__mock`)
  await page.locator('.scenario').first().waitFor()
  return { ...control, page, row: (name: string) => rowOf(page, name) }
}

export function rowOf(page: Page, name: string): Locator {
  return page.locator(`.scenario[data-name="${name}"]`)
}

/** What the panel reports about the last action. */
export function noteOf(page: Page): Promise<string> {
  return page.getByRole('status').innerText()
}

export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Serves one page of HTML on a separate port. */
export async function servePage(html: string): Promise<number> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}
