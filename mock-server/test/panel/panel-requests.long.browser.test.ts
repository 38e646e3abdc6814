import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SharedBrowser, shareBrowser } from '../../../test-support/browser.ts'
import { type BuiltPage, builtPage } from '../browser/built-page.ts'
import { click, keyOf, meUrl, noteOf, openWithPanel, send } from './pages.ts'

let browser: SharedBrowser
let built: BuiltPage
beforeAll(async () => {
  browser = await shareBrowser()
  built = await builtPage({ mocks: true, worker: true })
})
afterAll(async () => {
  await built?.close()
  await browser?.close()
})

test('requests appear with their warnings', async () => {
  const page = await openWithPanel(browser, built)
  await page.getByRole('button', { name: /^Requests/ }).click()
  expect(await page.getByText('No requests yet.').isVisible()).toBe(true)
  const hostile = encodeURIComponent('<img src=x>')
  await send(page, `${meUrl('html-proxy')}&page[size]=3&${hostile}=1`)
  const row = page.locator('.request')
  await expect
    .poll(() => row.locator('.target').innerText())
    .toBe(`GET /api/v1/me?page[size]=3&${hostile}=1`)
  expect(await row.locator('.status').innerText()).toBe('502')
  expect(await row.locator('.facts').innerText()).toMatch(
    /^\d\d:\d\d:\d\d\s+(?:\d\.\d|\d\d+) ms\s+html-proxy\s+fault: html-proxy$/,
  )
  expect(await row.locator('.warnings').innerText()).toMatch(
    /^The parameter "<img src=x>" is ignored/,
  )
  expect(await page.getByRole('button', { name: /^Requests/ }).innerText()).toBe(
    'Requests 1, 1 warning',
  )
})

test('a request shows its headers and bodies', async () => {
  const page = await openWithPanel(browser, built)
  await page.getByRole('button', { name: /^Requests/ }).click()
  const query = '{ me { username } }'
  const text = await page.evaluate(
    async ([url, body]) => {
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch(url, { method: 'POST', headers, body })).text()
    },
    [
      `https://photofeed.test/graphql?api_key=${keyOf('premium')}`,
      JSON.stringify({ query }),
    ] as const,
  )
  await click(page, 'Details of POST /graphql')
  const [sent, received] = [
    page.getByLabel('Request', { exact: true }),
    page.getByLabel('Response', { exact: true }),
  ]
  await sent.locator('summary').click()
  expect(await sent.locator('.headers').innerText()).toMatch(/content-type\s+application\/json/)
  expect(await sent.locator('.body-text').innerText()).toBe(`{
  "query": "{ me { username } }"
}`)
  await received.locator('summary').click()
  expect(await received.locator('.headers').innerText()).toMatch(
    /X-Service-Account-Status\s+ready/i,
  )
  const formatted = JSON.stringify(JSON.parse(text), null, 2)
  expect(await received.locator('.body-text').innerText()).toBe(formatted)
  expect(await received.locator('.code-name').first().innerText()).toBe('"data"')
  expect(await received.locator('p.quiet').innerText()).toBe(`Response, ${text.length} bytes`)
  await click(page, 'Details of POST /graphql')
  expect(await received.count()).toBe(0)
})

test('a request without a response says why', async () => {
  const page = await openWithPanel(browser, built)
  await page.getByRole('button', { name: /^Requests/ }).click()
  await page.evaluate((url) => fetch(url).catch(() => {}), meUrl('network-error'))
  await click(page, 'Details of GET /api/v1/me')
  await expect
    .poll(() => page.locator('.details').innerText())
    .toContain('A fault broke the connection: there is no response.')
})

test('the filter finds requests by path, status, scenario and warning, and Clear removes all', async () => {
  const page = await openWithPanel(browser, built)
  await page.getByRole('button', { name: /^Requests/ }).click()
  await send(page, meUrl('premium'))
  await send(page, `${meUrl('free')}&limit=3`)
  await send(page, meUrl('server-error'))
  const shown = () => page.locator('.request .whose').allInnerTexts()
  await expect.poll(shown).toEqual(['server-error', 'free', 'premium'])
  await page.getByRole('button', { name: 'Details of GET /api/v1/me' }).last().click()
  await page.getByText(/^Response, \d\d\.\d kB$/).waitFor()
  const filter = page.getByLabel('Filter requests')
  for (const [text, found] of [
    ['500', ['server-error']],
    ['error', ['server-error']],
    ['warning', ['free']],
    ['GET premium', ['premium']],
    ['/api/v1/me', ['server-error', 'free', 'premium']],
    // The key is not displayed, so it is not found either.
    [keyOf('premium'), []],
  ] as const) {
    await filter.fill(text)
    expect(await shown()).toEqual(found)
  }
  expect(await page.getByText('No request matches the filter.').isVisible()).toBe(true)
  await filter.press('Escape')
  expect(await page.getByRole('dialog').isVisible()).toBe(true)
  await click(page, 'Clear the requests')
  await expect.poll(() => noteOf(page)).toBe('The requests are cleared.')
  expect(await page.getByText('No requests yet.').isVisible()).toBe(true)
})
