import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type SharedBrowser, shareBrowser } from '../../../test-support/browser.ts'
import { startControl } from '../control/control-server.ts'
import { openPage, servePage } from './pages.ts'

let browser: SharedBrowser
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser?.close())

test('the script of a mock on a port adds the panel to a page of another origin', async () => {
  const { server, state } = await startControl()
  const script = `${server.url}/__mock/panel.js`
  for (const [host, attributes] of [
    ['localhost', ''],
    ['127.0.0.1', 'type="module"'],
  ]) {
    const port = await servePage(
      `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><h1>A page</h1><button>Own</button><script ${attributes} src="${script}"></script></html>`,
    )
    const page = await openPage(browser)
    await page.goto(`http://${host}:${port}/`)
    const iframe = page.locator('photofeed-panel iframe')
    await page.getByRole('button', { name: 'Own' }).focus()
    const frame = () => page.frames()[1] as ReturnType<Page['frames']>[number]
    await expect.poll(() => page.locator('.launcher').isVisible()).toBe(true)
    await page.keyboard.press('Alt+Shift+P')
    await frame().getByRole('button', { name: 'Broken connection' }).click()
    await expect.poll(async () => (await state()).override).toBe('invalid-token')
    await frame().getByRole('button', { name: 'Close the panel' }).focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Own')

    await page.keyboard.press('Alt+Shift+P')
    await frame().getByRole('button', { name: 'Importing', exact: true }).click()
    await expect.poll(async () => (await state()).override).toBe('importing')
    await page.reload()
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(true)
    expect(await iframe.count()).toBe(1)
    await frame().getByRole('button', { name: 'Close the panel' }).click()
    server.override('free')
    await page.locator('.launcher').click()
    await expect.poll(() => frame().locator('.seen').innerText()).toBe('free')
    await frame().getByRole('button', { name: 'Close the panel' }).click()

    await page.goto(`http://${host}:${port}/?photofeed=empty`)
    await expect.poll(async () => (await state()).override).toBe('empty')
    server.override(null)
  }
})

test('a closed frame reads the state no more, and again when it opens', async () => {
  const { server } = await startControl()
  const port = await servePage(
    `<!doctype html><title>A page</title><script data-open src="${server.url}/__mock/panel.js"></script>`,
  )
  const page = await openPage(browser)
  await page.clock.install()
  await page.goto(`http://127.0.0.1:${port}/`)
  const frame = page.frameLocator('photofeed-panel iframe')
  await frame.locator('.scenario').first().waitFor()
  await frame.getByRole('button', { name: 'Close the panel' }).click()
  await page.locator('.launcher').waitFor()
  // The one that was due.
  await page.clock.runFor(1000)
  let reads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/state')) reads += 1
  })
  await page.clock.runFor(10_000)
  expect(reads).toBe(0)
  await page.locator('.launcher').click()
  await expect.poll(() => reads).toBeGreaterThan(0)
})

test('a page of another machine cannot show the panel', async () => {
  const { server } = await startControl()
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.route('http://attacker.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${server.url}/__mock/frame"></iframe><iframe src="${server.url}/__mock"></iframe>`,
    }),
  )
  await page.goto('http://attacker.example/')
  expect(
    page
      .frames()
      .slice(1)
      .map((frame) => frame.url()),
  ).toEqual(['chrome-error://chromewebdata/', 'chrome-error://chromewebdata/'])
})
