import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { SharedBrowser } from '../../../test-support/browser.ts'
import { scenarios } from '../../src/accounts/scenarios.ts'
import type { PanelOptions } from '../../src/panel/shell.tsx'
import type { MockServerOptions } from '../../src/transport/port.ts'
import type { BuiltPage } from '../browser/built-page.ts'
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

export const keyOf = (name: string) =>
  scenarios.find((scenario) => scenario.name === name)?.apiKey ?? ''
export const meUrl = (name: string) => `https://photofeed.test/api/v1/me?api_key=${keyOf(name)}`

export function startMocks(page: Page, options: true | PanelOptions = true): Promise<void> {
  return page.evaluate(async (panel) => void (await window.startMocks?.(panel)), options)
}

export function click(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}

/** Opens a page with a mock, and its panel. */
export async function openWithPanel(
  browser: SharedBrowser,
  { url }: BuiltPage,
  viewport?: Viewport,
): Promise<Page> {
  const page = await openPage(browser, viewport)
  await page.goto(url)
  await startMocks(page)
  await page.locator('.launcher').click()
  await page.getByRole('dialog').waitFor()
  return page
}

/** Status, and the account's status, of a request that the page sends. */
export function send(page: Page, url: string): Promise<unknown> {
  return page.evaluate(async (url) => {
    const response = await fetch(url)
    return [response.status, response.headers.get('x-service-account-status')]
  }, url)
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

/** Waits for what the panel reports about the last action. */
export async function expectNote(page: Page, text: string | RegExp): Promise<void> {
  const note = page.locator('.note [role=status]')
  const expected = typeof text === 'string' ? text : expect.stringMatching(text)
  await expect.poll(() => note.innerText()).toEqual(expected)
}

export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
