import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { violations } from '../../../test-support/accessibility.ts'
import { type SharedBrowser, shareChromium } from '../../../test-support/chromium.ts'
import { scenarios } from '../../src/scenarios.ts'
import { type BuiltPage, builtPage } from '../browser/built-page.ts'
import { startControl } from '../control/control-server.ts'
import { clipboardOf, noteOf, openPage, rowOf, servePage, type Viewport } from './pages.ts'

let browser: SharedBrowser
let built: BuiltPage
beforeAll(async () => {
  browser = await shareChromium()
  built = await builtPage({ mocks: true, worker: true })
})
afterAll(async () => {
  await built?.close()
  await browser?.close()
})

const keyOf = (name: string) => scenarios.find((scenario) => scenario.name === name)?.apiKey ?? ''
const meUrl = (name: string) => `https://photofeed.test/api/v1/me?api_key=${keyOf(name)}`
const startMocks = (page: Page) => page.evaluate(async () => void (await window.startMocks?.(true)))
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function openWithPanel(viewport?: Viewport) {
  const page = await openPage(browser, viewport)
  await page.goto(built.url)
  await startMocks(page)
  await page.locator('.launcher').click()
  await page.getByRole('dialog').waitFor()
  return page
}

/** Status, and the account's status, of a request that the page sends. */
function send(page: Page, url: string): Promise<unknown> {
  return page.evaluate(async (url) => {
    const response = await fetch(url)
    return [response.status, response.headers.get('x-service-account-status')]
  }, url)
}

test('one click shows the broken connection to the page, also after a reload of the tab', async () => {
  const page = await openWithPanel()
  expect(await send(page, meUrl('premium'))).toEqual([200, 'ready'])
  await click(page, 'Broken connection')
  await expect.poll(() => noteOf(page)).toBe('Showing invalid-token.')
  expect(await page.locator('.seen').innerText()).toMatch(/^invalid-token\s+whatever key it sends$/)
  expect(await send(page, meUrl('premium'))).toEqual([200, 'invalid_token'])

  const reloaded = page.waitForEvent('load')
  await click(page, 'Reload page')
  await reloaded
  await startMocks(page)
  expect(await send(page, meUrl('premium'))).toEqual([200, 'invalid_token'])
  await page.getByRole('dialog').waitFor()
  await click(page, 'Close the panel')
  expect(await page.locator('.launcher').innerText()).toBe('invalid-token')

  await page.locator('.launcher').click()
  await click(page, 'No override')
  await expect.poll(() => noteOf(page)).toBe('Showing the scenario of each key.')
  expect(await send(page, meUrl('premium'))).toEqual([200, 'ready'])
})

test('faults, transitions and latency change what the page receives, also after a reload', async () => {
  const page = await openWithPanel()
  const free = rowOf(page, 'free')
  await free.getByRole('button', { name: 'Details of free' }).click()
  await free.getByLabel('Fault', { exact: true }).selectOption('html-proxy')
  await expect.poll(() => noteOf(page)).toBe('free has the fault html-proxy.')
  expect(await send(page, meUrl('free'))).toEqual([502, null])

  await free.locator('summary').click()
  expect(await free.getByLabel('Status').inputValue()).toBe('502')
  await free.getByLabel('Status').fill('53')
  await free.getByLabel('Body').selectOption('unchanged')
  await free.getByLabel('Endpoint').selectOption('me')
  await free.getByRole('button', { name: 'Set fault' }).click()
  await expect.poll(() => noteOf(page)).toContain('status must be a status from 400 to 599, or 200')
  await free.getByLabel('Status').fill('503')
  await page.keyboard.press('Enter')
  await expect.poll(() => noteOf(page)).toBe('free has the fault status:503,endpoint:me.')
  expect(await send(page, meUrl('free'))).toEqual([503, null])

  await rowOf(page, 'importing').getByRole('button', { name: 'Details of importing' }).click()
  await rowOf(page, 'importing').getByRole('button', { name: 'finish-import' }).click()
  await expect
    .poll(() => noteOf(page))
    .toBe('importing: finish-import is done. The status is ready.')
  await page.getByLabel('Latency').selectOption('200 ms')
  await expect.poll(() => noteOf(page)).toBe('Each response takes 200 ms longer.')

  await page.reload()
  await startMocks(page)
  expect(await send(page, meUrl('free'))).toEqual([503, null])
  const began = performance.now()
  expect(await send(page, meUrl('importing'))).toEqual([200, 'ready'])
  expect(performance.now() - began).toBeGreaterThan(190)

  await page.getByRole('dialog').waitFor()
  await click(page, 'Reset all')
  await expect.poll(() => noteOf(page)).toContain('Everything is reset.')
  expect(await send(page, meUrl('free'))).toEqual([200, 'ready'])
  await page.reload()
  await startMocks(page)
  expect(await send(page, meUrl('free'))).toEqual([200, 'ready'])
})

test('requests appear with their warnings, and are copied as curl and as a test', async () => {
  const page = await openWithPanel()
  await page.getByRole('tab', { name: 'Requests' }).click()
  expect(await page.getByText('No requests yet.').isVisible()).toBe(true)
  const hostile = encodeURIComponent('<img src=x>')
  await send(page, `${meUrl('html-proxy')}&page[size]=3&${hostile}=1`)
  const row = page.locator('.request')
  await expect
    .poll(() => row.locator('.target').innerText())
    .toBe(`GET /api/v1/me?page[size]=3&${hostile}=1`)
  expect(await row.locator('.status').innerText()).toBe('502')
  expect(await row.locator('.facts').innerText()).toMatch(
    /^\d\d:\d\d:\d\d\s+[\d.]+ ms\s+html-proxy\s+fault: html-proxy$/,
  )
  expect(await row.locator('.warnings').innerText()).toMatch(
    /^The parameter "<img src=x>" is ignored/,
  )
  expect(await page.getByRole('tab', { name: 'Requests' }).innerText()).toBe(
    'Requests 1, 1 warning',
  )

  await click(page, 'Copy GET /api/v1/me as curl')
  await expect.poll(() => noteOf(page)).toBe('Copied GET /api/v1/me as curl.')
  const query = `api_key=${keyOf('html-proxy')}&page[size]=3&${hostile}=1`
  expect(await clipboardOf(page)).toBe(`curl --globoff 'https://photofeed.test/api/v1/me?${query}'`)
  await click(page, 'Copy GET /api/v1/me as a test')
  await expect.poll(() => noteOf(page)).toBe('Copied GET /api/v1/me as a test.')
  expect(await clipboardOf(page)).toBe(`import { createMockFeed } from '@photofeed/mock-server'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test } from 'vitest'

test('GET /api/v1/me in html-proxy with html-proxy', async () => {
  const mock = createMockFeed({ baseUrl: 'https://photofeed.test' })
  mock.fault('html-proxy', 'html-proxy')
  const server = setupServer(...mock.handlers)
  server.listen()
  onTestFinished(() => server.close())

  const response = await fetch(\`https://photofeed.test/api/v1/me?api_key=\${mock.key('html-proxy')}&page[size]=3&${hostile}=1\`)
  expect(response.status).toBe(502)
})
`)
})

test('the keyboard opens, uses and closes the panel, and the page does not hear it', async () => {
  const page = await openPage(browser)
  await page.goto(built.url)
  await startMocks(page)
  await page.evaluate(() => {
    const button = Object.assign(document.createElement('button'), {
      id: 'own',
      textContent: 'Own',
    })
    document.querySelector('main')?.append(button)
    button.focus()
    document.addEventListener('keydown', ({ key }) => {
      document.title += key
    })
  })
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: outer } = document
      const { ariaLabel, textContent, id } = outer?.shadowRoot?.activeElement ?? outer ?? {}
      return ariaLabel ?? (id || textContent)
    })
  const launcher = page.locator('.launcher')
  expect(await launcher.getAttribute('title')).toBe('Mock panel (Alt+Shift+P)')
  await page.keyboard.press('Alt+Shift+P')
  await expect.poll(focused).toBe('No override')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Ready')
  await page.keyboard.press('Escape')
  expect(await focused()).toBe('own')
  expect(await page.title()).toBe('A page on the mockAltShift')

  await launcher.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Scenarios' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('tab-requests')
  expect(await page.getByRole('tabpanel').getAttribute('id')).toBe('requests')
  await click(page, 'Move the panel to the left')
  expect((await page.getByRole('dialog').boundingBox())?.x).toBe(12)
  await page.keyboard.press('Escape')
  expect(await focused()).toBe('Open the mock panel')
})

test('page and panel leave each other’s styles alone', async () => {
  const page = await openWithPanel()
  const box = () => page.getByRole('dialog').boundingBox()
  const height = () =>
    page
      .locator('.chips button')
      .first()
      .evaluate((node) => (node as HTMLElement).offsetHeight)
  // The dialog grows until its list and its first requests are displayed.
  let before: unknown[] = []
  await expect
    .poll(async () => {
      const earlier = JSON.stringify(before)
      before = [await box(), await height()]
      return JSON.stringify(before) === earlier
    })
    .toBe(true)
  const pageStyle = () =>
    page.evaluate(() => JSON.stringify(Object.entries(getComputedStyle(document.body))))
  const styled = await pageStyle()
  await page.addStyleTag({
    content: `* { font-size: 40px !important; padding: 9px !important }
      photofeed-panel { display: none !important; opacity: 0 !important; transform: scale(2) !important } html { font-size: 30px; --ink: red }`,
  })
  await expect.poll(async () => [await box(), await height()]).toEqual(before)
  await page.evaluate(() => document.querySelector('style')?.remove())
  await click(page, 'Close the panel')
  expect(await pageStyle()).toBe(styled)
})

test('the panel passes axe, and fits into 360 pixels', async () => {
  const page = await openWithPanel({ width: 360, height: 640 })
  await send(page, `${meUrl('premium')}&${'x'.repeat(300)}=1`)
  await click(page, 'Broken connection')
  await click(page, 'Edit invalid-token')
  await rowOf(page, 'invalid-token').locator('summary').click()
  const tooWide = () =>
    page.getByRole('dialog').evaluate((dialog) => {
      const edge = dialog.getBoundingClientRect().right
      return [...dialog.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect().right > edge)
        .map((element) => element.outerHTML.slice(0, 80))
    })
  await page.evaluate(() => {
    document
      .querySelector('main')
      ?.replaceChildren(Object.assign(document.createElement('h1'), { textContent: 'A page' }))
  })
  expect(await violations(page)).toEqual([])
  expect(await tooWide()).toEqual([])
  await page.getByRole('tab', { name: 'Requests' }).click()
  expect(await violations(page)).toEqual([])
  expect(await tooWide()).toEqual([])
  await click(page, 'Close the panel')
  expect(await violations(page)).toEqual([])
})

test('the script of a mock on a port adds the panel to a page of another origin', async () => {
  const { server, state } = await startControl()
  const script = `${server.url}/__mock/panel.js`
  const port = await servePage(
    `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><h1>A page</h1><button>Own</button><script src="${script}"></script></html>`,
  )
  for (const host of ['localhost', '127.0.0.1']) {
    const page = await openPage(browser)
    await page.goto(`http://${host}:${port}/`)
    const iframe = page.locator('photofeed-panel-frame')
    await page.getByRole('button', { name: 'Own' }).focus()
    const frame = () => page.frames()[1] as ReturnType<Page['frames']>[number]
    await expect.poll(() => frame().locator('.launcher').isVisible()).toBe(true)
    await page.keyboard.press('Alt+Shift+P')
    await frame().getByRole('button', { name: 'Broken connection' }).click()
    await expect.poll(async () => (await state()).override).toBe('invalid-token')
    await frame().getByRole('button', { name: 'Close the panel' }).focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Own')

    await page.keyboard.press('Alt+Shift+P')
    await frame().getByRole('button', { name: 'Importing', exact: true }).click()
    const reloaded = page.waitForEvent('load')
    await frame().getByRole('button', { name: 'Reload page' }).click()
    await reloaded
    await expect.poll(() => frame().getByRole('dialog').isVisible()).toBe(true)
    expect(await iframe.count()).toBe(1)
    await frame().getByRole('button', { name: 'Close the panel' }).click()
    server.override(null)
  }
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
