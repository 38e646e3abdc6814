import { expect, test } from 'vitest'
import { coveredFocus, violations } from '../../../test-support/accessibility.ts'
import { browserOfFile } from '../../../test-support/browser.ts'
import { hurdles } from '../../../test-support/walk.ts'
import { scenarios } from '../../src/accounts/scenarios.ts'
import { account } from '../../src/index.ts'
import { startControl } from '../control/control-server.ts'
import { clipboardOf, expectNote, openControlPage, openPage } from './pages.ts'

const browser = browserOfFile()

test('lists every scenario with its facts', async () => {
  const { page, row } = await openControlPage(browser)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('photofeed mock')
  const shown = await page
    .locator('.scenario:visible')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.name))
  expect(shown.toSorted()).toEqual(scenarios.map(({ name }) => name).toSorted())
  expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Working',
    'Broken',
    'Odd content',
    'Errors',
  ])
  for (const [name, facts] of [
    ['slow', ['Premium', 'Connected', 'Fault: slow']],
    ['disconnected', ['Premium', 'Disconnected']],
  ] as const) {
    expect(await row(name).locator('.facts > *').allInnerTexts()).toEqual(facts)
  }
})

test.each([390, 1280])('shows the scenarios or the requests, %d pixels wide', async (width) => {
  const { server, page } = await openControlPage(browser)
  await page.setViewportSize({ width, height: 800 })
  await fetch(`${server.url}/api/v1/me?api_key=${server.key('free')}`)
  const shown = () =>
    page.getByRole('region').evaluateAll((nodes) => nodes.map((node) => node.ariaLabel))
  expect(await shown()).toEqual([
    ...['Every key responds as', 'Scenarios'],
    ...['Working', 'Broken', 'Odd content', 'Errors'],
  ])
  // On a phone, its controls scroll away with the list.
  await page.locator('.scenario').last().scrollIntoViewIfNeeded()
  const bottom = () => page.locator('.tabs').evaluate((node) => node.getBoundingClientRect().bottom)
  if (width === 390) expect(await bottom()).toBeLessThan(120)
  await page.getByRole('button', { name: 'Requests' }).click()
  await expect.poll(shown).toEqual(['Every key responds as', 'Requests'])
})

test('names the scenario of the latest request, and none before the first', async () => {
  const { server, page } = await openControlPage(browser)
  const seen = page.locator('.seen')
  expect(await seen.innerText()).toBe('its own account (no requests yet)')
  await page.getByRole('button', { name: 'Requests' }).click()
  await page.getByRole('button', { name: 'Send a request' }).click()
  await expect.poll(() => seen.innerText()).toBe('its own account (last request: premium)')
  await fetch(`${server.url}/api/v1/me?api_key=${server.key('free')}`)
  await expect.poll(() => seen.innerText()).toBe('its own account (last request: free)')
})

test('copies the key and the address, and opens the endpoints', async () => {
  const { server, page, row } = await openControlPage(browser)
  await row('premium').getByRole('button', { name: 'Details of premium' }).click()
  const copies = {
    [`Copy address, ${server.url}`]: ['the address of the mock', server.url],
    'Copy key of premium': ['the key of premium', server.key('premium')],
    'Copy HTML of premium': [
      'the HTML of premium',
      `<script async src="${server.url}/embed.js"></script>\n<photo-feed api-key="${server.key('premium')}"></photo-feed>`,
    ],
  }
  for (const [name, [what = '', text]] of Object.entries(copies)) {
    await page.getByRole('button', { name, exact: true }).click()
    await expectNote(page, `Copied ${what}.`)
    expect(await clipboardOf(page)).toBe(text)
  }
  const links = await row('premium')
    .getByRole('link')
    .evaluateAll((links) => (links as HTMLAnchorElement[]).map(({ href }) => href))
  const responses = await Promise.all(links.map((href) => fetch(href)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await responses[2]?.json()).not.toHaveProperty('errors')
})

test('resets scenarios, and says why an action fails', async () => {
  const { server, page, row } = await openControlPage(browser)
  await row('premium').getByRole('button', { name: 'Details of premium' }).click()
  // The page must not read the new state before the click: it reads again after the last response.
  await new Promise<void>((resolve) => {
    page.route('**/__mock/api/state', () => resolve(), { times: 1 })
  })
  server.transition('premium', 'disconnect')
  await row('premium').getByRole('button', { name: 'Make it break' }).click()
  await expectNote(
    page,
    'premium cannot expire because it is disconnected: only `connect` is possible.',
  )
  await expect
    .poll(() => row('premium').locator('.transitions button').allInnerTexts())
    .toEqual(['Connect it again'])
  await row('premium').getByRole('button', { name: 'Reset scenario' }).click()
  await expectNote(page, 'premium is reset.')
  await server.copy('premium')
  await expect.poll(() => row('premium-copy-1').count()).toBe(1)
  await page.getByRole('button', { name: 'Reset all' }).click()
  await expect.poll(() => row('premium-copy-1').count()).toBe(0)
})

test('a message ends with Esc, and covers no control', async () => {
  const { page } = await openControlPage(browser)
  const use = page.locator('.apply')
  // The lowest visible one: the message appears below it.
  const visible = await use.evaluateAll((buttons) =>
    buttons.findLastIndex((button) => button.getBoundingClientRect().bottom < innerHeight),
  )
  await use.nth(visible).focus()
  await page.keyboard.press('Enter')
  await expectNote(page, /^From the next request on, every key responds as/)
  const top = (await page.locator('.note').boundingBox())?.y
  const bottom = () =>
    page.locator(':focus').evaluate((node) => node.getBoundingClientRect().bottom)
  // Scroll positions are whole pixels.
  await expect.poll(bottom).toBeLessThan((top ?? 0) + 1)
  expect(await coveredFocus(page, 30)).toEqual([])
  await page.getByRole('button', { name: 'Ready', exact: true }).click()
  await expectNote(page, /Ready/)
  expect(await page.locator('.current .apply').ariaSnapshot()).toContain('button "Ready" [pressed]')
  await page.keyboard.press('Escape')
  await expectNote(page, '')
})

test.each([390, 1280])('a walk through the page, which opens %d pixels wide', async (width) => {
  const { server } = await startControl()
  const page = await openPage(browser, { width, height: 900 })
  await page.goto(`${server.url}/__mock`)
  await page.locator('.scenario').first().waitFor()
  expect(await hurdles(page)).toEqual([])
})

test('updates leave focus, selection and open details alone', async () => {
  const { server, page, row } = await openControlPage(browser)
  await fetch(`${server.url}/api/v1/me?api_key=${server.key('premium')}&first`)
  await page.locator('.request').waitFor({ state: 'attached' })
  await row('free').getByRole('button', { name: 'Details of free' }).click()
  await row('free').getByRole('combobox', { name: 'Fault' }).focus()
  await row('free').locator('summary').click()
  await row('free').getByLabel('Settings').fill('{ "delay": 5')
  await fetch(`${server.url}/api/v1/me?api_key=${server.key('premium')}&second`)
  server.transition('free', 'expire')
  await expect.poll(() => page.locator('.request').count()).toBe(2)
  await expect.poll(() => row('free').locator('.facts').innerText()).toContain('Broken connection')
  await page.keyboard.type('0 }')
  expect(await row('free').getByLabel('Settings').inputValue()).toBe('{ "delay": 50 }')
})

test('reads the state every second, and not while it is hidden', async () => {
  const { server, page } = await openControlPage(browser)
  await page.clock.install()
  // The clock runs until it is paused, so the time must be far ahead.
  await page.clock.pauseAt(Date.now() + 86_400_000)
  await page.reload()
  await page.locator('.scenario').first().waitFor()
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/state')) count += 1
  })
  /** A request is reported later than it is sent, but not later than one that is sent after it. */
  async function reads() {
    await page.evaluate(() => fetch('/__mock/icon.svg'))
    return count
  }
  async function become(visibility: 'visible' | 'hidden') {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, visibility)
  }
  await become('hidden')
  await page.clock.runFor(10_000)
  expect(await reads()).toBe(0)
  await fetch(`${server.url}/api/v1/me`)
  await become('visible')
  await page.locator('.request').waitFor({ state: 'attached' })
  expect(await reads()).toBe(1)
  await page.clock.runFor(999)
  expect(await reads()).toBe(1)
  await page.clock.runFor(1)
  await expect.poll(reads).toBe(2)
})

test('the key of an account of one’s own stays secret, also with an override', async () => {
  const own = account({ scenario: 'shop' })
  const { server, page, row } = await openControlPage(browser, { accounts: [own] })
  await row('shop').getByRole('button', { name: 'Details of shop' }).click()
  expect(await row('shop').getByText('Its key is in your own data').isVisible()).toBe(true)
  server.override('premium')
  await fetch(`${server.url}/api/v1/me?api_key=${own.apiKey}`)
  await page.locator('.request').waitFor({ state: 'attached' })
  expect(await page.content()).not.toContain(own.apiKey.slice(0, 8))
})

test('passes axe, cuts nothing off at any width, and says when the mock has stopped', async () => {
  const { server, page, row } = await openControlPage(browser)
  await fetch(`${server.url}/api/v1/me?api_key=${server.key('premium')}&${'x'.repeat(500)}=1`)
  await page.locator('.request').first().waitFor({ state: 'attached' })
  await row('importing').getByRole('button', { name: 'Details of importing' }).click()
  await row('importing').locator('summary').click()
  await row('importing').getByRole('button', { name: 'Make it break' }).click()
  await expectNote(page, /./)
  const tooWide = () =>
    page
      .locator('main')
      .evaluate((main) =>
        [...main.querySelectorAll('*')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
          .map((element) => element.outerHTML.slice(0, 80)),
      )
  for (const tab of ['Requests', 'Scenarios']) {
    await page.locator('.tabs').getByRole('button', { name: tab }).click()
    expect(await violations(page)).toEqual([])
    for (const width of [320, 380, 700, 900, 1280, 1600]) {
      await page.setViewportSize({ width, height: 900 })
      expect({ width, tooWide: await tooWide() }).toEqual({ width, tooWide: [] })
    }
  }
  await server.close()
  await expect
    .poll(() => page.locator('.mock-status').innerText())
    .toMatch(/^No mock responds at http:\/\/127\.0\.0\.1:\d+\. Start one with /)
})
