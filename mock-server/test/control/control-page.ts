import type { Browser, Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { startMock } from '../cli/command.ts'

export interface OpenControlPage {
  url: string
  page: Page
  /** The key of a scenario at the start. */
  key(scenario: string): string
  /** One scenario's row. */
  row(scenario: string): Locator
  /** Does something to the mock behind the page's back. */
  post(action: string, body: object): Promise<void>
  stop(): Promise<unknown>
}

/** The control page of a mock of its own; whatever it asks of another host, or a policy refuses, fails the test. */
export async function openControlPage(
  browser: Browser,
  ...args: string[]
): Promise<OpenControlPage> {
  const { ready, stop } = await startMock('--warnings', 'warn', ...args)
  const { url, scenarios } = ready
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) wrong.push(request.url())
  })
  page.on('console', (message) => {
    // A refused action and a stopped mock are told on the console by the browser itself.
    if (!message.text().startsWith('Failed to load resource')) wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  onTestFinished(async () => {
    await context.close()
    expect(wrong).toEqual([])
  })
  await page.goto(`${url}/__mock`)
  await page.locator('#scenario-list > li').first().waitFor()
  return {
    url,
    page,
    stop,
    key: (name) => scenarios.find((scenario) => scenario.name === name)?.apiKey ?? '',
    row: (name) =>
      page.locator('#scenario-list > li').filter({
        has: page.getByRole('heading', { level: 3, name, exact: true }),
      }),
    async post(action, body) {
      const response = await fetch(`${url}/__mock/api/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.ok).toBe(true)
    },
  }
}

/** What the note says, without the time before it. */
export function noteOf(page: Page): Promise<string> {
  return page.locator('#note').evaluate((note) => (note.textContent ?? '').replace(/^\S+ /, ''))
}
