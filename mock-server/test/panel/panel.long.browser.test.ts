import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../../../test-support/accessibility.ts'
import { browserOfFile } from '../../../test-support/browser.ts'
import { type BuiltPage, builtPage } from '../browser/built-page.ts'
import {
  click,
  expectNote,
  keyOf,
  meUrl,
  openPage,
  openWithPanel,
  rowOf,
  send,
  startMocks,
} from './pages.ts'

const browser = browserOfFile()
let built: BuiltPage
beforeAll(async () => {
  built = await builtPage({ mocks: true, worker: true })
})
afterAll(() => built?.close())

test('one click shows the broken connection to the page, also after a reload of the tab', async () => {
  const page = await openWithPanel(browser, built)
  expect(await send(page, meUrl('premium'))).toEqual([200, 'ready'])
  await click(page, 'Broken connection')
  await expectNote(page, 'From the next request on, every key responds as Broken connection.')
  expect(await page.locator('.seen').innerText()).toBe('Broken connection')
  expect(await send(page, meUrl('premium'))).toEqual([200, 'invalid_token'])

  await page.reload()
  await startMocks(page)
  expect(await send(page, meUrl('premium'))).toEqual([200, 'invalid_token'])
  await page.getByRole('dialog').waitFor()
  await click(page, 'Close the panel')
  expect(await page.locator('.launcher').innerText()).toBe('invalid-token')

  await page.locator('.launcher').click()
  await click(page, 'Its own account')
  await expectNote(page, 'From the next request on, every key responds as its own account.')
  expect(await send(page, meUrl('premium'))).toEqual([200, 'ready'])
})

test('faults, transitions and latency change what the page receives, also after a reload', async () => {
  const page = await openWithPanel(browser, built)
  const free = rowOf(page, 'free')
  await free.getByRole('button', { name: 'Details of free' }).click()
  await free.getByRole('combobox', { name: 'Fault' }).selectOption('html-proxy')
  await expectNote(page, 'free has the fault html-proxy.')
  expect(await send(page, meUrl('free'))).toEqual([502, null])

  await free.locator('summary').click()
  const settings = free.getByLabel('Settings of the fault')
  expect(JSON.parse(await settings.inputValue())).toEqual({ status: 502, body: 'html' })
  const set = free.getByRole('button', { name: 'Set fault' })
  await settings.fill('status: 503')
  await set.click()
  await expectNote(page, /^The fault is not JSON\./)
  await settings.fill('{ "status": 53, "when": { "endpoint": "me" } }')
  await set.click()
  await expectNote(page, /status must be a status from 400 to 599, or 200/)
  await settings.fill('{ "status": 503, "when": { "endpoint": "me" } }')
  await set.click()
  await expectNote(page, 'free has the fault {"status":503,"when":{"endpoint":"me"}}.')
  expect(await send(page, meUrl('free'))).toEqual([503, null])

  await rowOf(page, 'importing').getByRole('button', { name: 'Details of importing' }).click()
  await rowOf(page, 'importing').getByRole('button', { name: 'Finish the import' }).click()
  await expectNote(page, 'importing: done. Its status is now: Connected.')
  await page.getByLabel('Latency').selectOption('200 ms')
  await expectNote(page, 'The latency is 200 ms.')

  await page.reload()
  await startMocks(page)
  expect(await send(page, meUrl('free'))).toEqual([503, null])
  const began = performance.now()
  expect(await send(page, meUrl('importing'))).toEqual([200, 'ready'])
  expect(performance.now() - began).toBeGreaterThan(190)

  await page.getByRole('dialog').waitFor()
  await click(page, 'Reset all')
  await expectNote(page, 'Everything is reset. Copies are removed.')
  expect(await send(page, meUrl('free'))).toEqual([200, 'ready'])
  await page.reload()
  await startMocks(page)
  expect(await send(page, meUrl('free'))).toEqual([200, 'ready'])
})

test('the transitions are those that are possible', async () => {
  const page = await openWithPanel(browser, built)
  const premium = rowOf(page, 'premium')
  await click(page, 'Details of premium')
  // A working connection has nothing to reconnect.
  expect(await premium.locator('.transitions button').allInnerTexts()).toEqual([
    'Make it break',
    'Fetch its posts',
    'Renew its token',
    'Replace its key',
    'Disconnect it',
  ])
  await click(page, 'Make it break')
  const facts = () => premium.locator('.summary .facts > *').allInnerTexts()
  await expect.poll(facts).toEqual(['Premium', 'Broken connection'])
  expect(await premium.getByRole('button', { name: 'Reconnect it' }).isVisible()).toBe(true)
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
  await expect.poll(focused).toBe('Its own account')
  await page.keyboard.press('Escape')
  expect(await focused()).toBe('own')
  expect(await page.title()).toBe('A page on the mockAltShift')

  await launcher.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Requests/ }).focus()
  await page.keyboard.press('Enter')
  expect(await page.getByText('No requests yet.').isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await focused()).toBe('Open the mock panel')
})

test('page and panel leave each other’s styles alone', async () => {
  const page = await openWithPanel(browser, built)
  const box = () => page.getByRole('dialog').boundingBox()
  const height = () =>
    page
      .locator('.settings [aria-pressed]')
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
  const page = await openWithPanel(browser, built, { width: 360, height: 640 })
  await send(page, `${meUrl('premium')}&${'x'.repeat(300)}=1`)
  await click(page, 'Broken connection')
  await click(page, 'Details of invalid-token')
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
  await page.getByRole('button', { name: /^Requests/ }).click()
  expect(await violations(page)).toEqual([])
  expect(await tooWide()).toEqual([])
  await click(page, 'Close the panel')
  expect(await violations(page)).toEqual([])
})

test('requests appear with their warnings, those of GraphQL with their query', async () => {
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
  const body = JSON.stringify({ query: '{ me { username } }' })
  const url = `https://photofeed.test/graphql?api_key=${keyOf('premium')}`
  await page.evaluate(([url, body]) => fetch(url, { method: 'POST', body }), [url, body] as const)
  await expect.poll(() => row.first().innerText()).toContain(body)
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
  await expectNote(page, 'The requests are cleared.')
  expect(await page.getByText('No requests yet.').isVisible()).toBe(true)
})
