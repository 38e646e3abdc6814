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

test('a request of GraphQL shows its query', async () => {
  const page = await openWithPanel(browser, built)
  await page.getByRole('button', { name: /^Requests/ }).click()
  const body = JSON.stringify({ query: '{ me { username } }' })
  const url = `https://photofeed.test/graphql?api_key=${keyOf('premium')}`
  await page.evaluate(([url, body]) => fetch(url, { method: 'POST', body }), [url, body] as const)
  await expect.poll(() => page.locator('.request').innerText()).toContain(body)
})

test('the filter finds requests by path, status, scenario and warning, and Clear removes all', async () => {
  const page = await openWithPanel(browser, built)
  await page.getByRole('button', { name: /^Requests/ }).click()
  await send(page, meUrl('premium'))
  await send(page, `${meUrl('free')}&limit=3`)
  await send(page, meUrl('server-error'))
  const shown = () => page.locator('.request .whose').allInnerTexts()
  await expect.poll(shown).toEqual(['server-error', 'free', 'premium'])
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
