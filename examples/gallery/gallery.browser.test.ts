import type { Page } from 'playwright-core'
import { type PreviewServer, preview } from 'vite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { violations } from '../../test-support/accessibility.ts'
import { shareBrowser } from '../../test-support/browser.ts'
import { countLoaded } from '../test/example.ts'

let mock: MockServer
let site: PreviewServer
const browser = shareBrowser()
let page: Page

beforeAll(async () => {
  mock = await startMockServer()
  site = await preview({ root: import.meta.dirname, logLevel: 'error' })
})
afterEach(() => page?.close())
afterAll(async () => {
  await browser.close()
  await site?.close()
  await mock?.close()
})

async function open(query = '') {
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.route('**/demo.json', (route) =>
    route.fulfill({ json: { url: mock.url, scenarios: mock.scenarios } }),
  )
  await page.goto(`${site.resolvedUrls?.local[0]}${query}`)
}

test('shows a profile and its posts, and requests nothing from other hosts', async () => {
  const hosts = new Set<string>()
  await open()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.reload()
  await page.getByRole('heading', { name: 'Harbour & Hearth' }).waitFor()
  await expect.poll(() => page.getByRole('listitem').count()).toBe(12)
  expect(await countLoaded(page.locator('li img'))).toBe(12)
  expect(hosts).toEqual(new Set([new URL(page.url()).host, new URL(mock.url).host]))
  expect(await violations(page)).toEqual([])
})

test('the select changes the account, and the URL names it', async () => {
  await open('?account=invalid-token')
  await page.getByText('this feed has stopped updating').waitFor()
  await page.getByText('invalid token · fetched').waitFor()

  await page.getByLabel('Scenario').selectOption('free')
  await expect.poll(() => page.getByRole('listitem').count()).toBe(6)
  expect(new URL(page.url()).search).toBe('?account=free')

  await page.getByLabel('Scenario').selectOption('disconnected')
  await page.getByRole('alert').getByText('These photos cannot be shown right now.').waitFor()
  expect(await page.getByRole('heading').textContent()).toBe('Gallery')

  await page.goBack()
  await page.getByRole('heading', { name: 'Harbour & Hearth' }).waitFor()
})
