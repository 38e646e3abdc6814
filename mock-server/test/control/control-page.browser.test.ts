import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@photofeed/openapi'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../testing/chromium.ts'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { faults } from '../../src/faults.ts'
import { scenarios } from '../../src/scenarios.ts'
import { noteOf, openControlPage } from './control-page.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

const requests = '#request-list > li'

function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

test('shows the address, every scenario and its facts', async () => {
  const { url, page, row } = await openControlPage(browser)
  expect(await page.getByRole('heading', { level: 1, name: 'photofeed mock' }).count()).toBe(1)
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Scenarios',
    'Requests',
  ])
  expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(
    scenarios.map(({ name }) => name),
  )
  expect(await page.locator('.top code').innerText()).toBe(url)
  expect(await page.locator('#connection').innerText()).toBe('Live')
  expect(await row('free').locator('.facts > *').allInnerTexts()).toEqual(['free plan', 'ready'])
  expect(await row('free').locator('.description').innerText()).toBe(
    'The posts of premium, of which Free shows the six newest',
  )
  expect(await row('slow').locator('.facts > *').allInnerTexts()).toEqual([
    'premium plan',
    'ready',
    'fault: slow',
  ])
  expect(await row('disconnected').locator('.facts > *').allInnerTexts()).toEqual([
    'premium plan',
    'ready',
    'disconnected',
  ])
})

test('copies the key and every address, and opens the addresses', async () => {
  const { url, page, row, key } = await openControlPage(browser)
  const apiKey = key('premium')
  const copies = {
    'the key of premium': apiKey,
    'the me URL of premium': `${url}/api/v1/me?api_key=${apiKey}`,
    'the RSS URL of premium': `${url}/api/v1/rss?api_key=${apiKey}`,
    'the GraphQL URL of premium': `${url}/graphql?api_key=${apiKey}`,
    'the address of the mock': url,
  }
  for (const [name, text] of Object.entries(copies)) {
    await page.getByRole('button', { name: `Copy ${name}`, exact: true }).click()
    await expect.poll(() => noteOf(page)).toBe(`Copied ${name}.`)
    expect(await readClipboard(page)).toBe(text)
  }
  const links = await row('premium')
    .getByRole('link')
    .evaluateAll((links) =>
      (links as HTMLAnchorElement[]).map(({ href, target, rel }) => ({ href, target, rel })),
    )
  const opens = { target: '_blank', rel: 'noopener' }
  expect(links).toEqual([
    { ...opens, href: copies['the me URL of premium'] },
    { ...opens, href: copies['the RSS URL of premium'] },
    { ...opens, href: expect.stringContaining(`${copies['the GraphQL URL of premium']}&query=`) },
  ])
  const answers = await Promise.all(links.map(({ href }) => fetch(href)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await answers[2]?.json()).not.toHaveProperty('errors')
})

test('plays transitions, and offers only those that are possible', async () => {
  const { page, row, key } = await openControlPage(browser)
  const importing = row('importing')
  await importing.getByRole('button', { name: 'Change importing' }).click()
  expect(await importing.locator('.transition button').allInnerTexts()).toEqual([
    'finish-import',
    'expire',
    'reconnect',
    'refresh',
    'regenerate',
    'disconnect',
  ])
  await importing.getByRole('button', { name: 'finish-import' }).click()
  await expect
    .poll(() => noteOf(page))
    .toBe('importing: finish-import is done, and its status is ready.')
  await expect.poll(() => importing.locator('.facts > *').nth(1).innerText()).toBe('ready')
  expect(await importing.getByRole('button', { name: 'finish-import' }).count()).toBe(0)

  await importing.getByRole('button', { name: 'regenerate' }).click()
  // The page may read of it before its own request is answered, and the next note is to stay.
  await expect
    .poll(() => noteOf(page))
    .toBe('importing: regenerate is done, and its status is ready.')
  await expect.poll(() => importing.locator('.key code').innerText()).not.toBe(key('importing'))
  const newKey = await importing.locator('.key code').innerText()
  expect(newKey).toMatch(/^[0-9a-f]{64}$/)
  await importing.getByRole('button', { name: 'Copy the me URL of importing' }).click()
  await expect.poll(() => noteOf(page)).toBe('Copied the me URL of importing.')
  expect(await readClipboard(page)).toMatch(new RegExp(`api_key=${newKey}$`))
})

test('sets and takes away a fault', async () => {
  const { url, page, row, key } = await openControlPage(browser)
  const status = async () => (await fetch(`${url}/api/v1/me?api_key=${key('free')}`)).status
  await row('free').getByRole('button', { name: 'Change free' }).click()
  const select = row('free').getByLabel('Fault')
  expect(await select.locator('option').count()).toBe(1 + Object.keys(faults).length)
  await select.selectOption('server-error')
  await expect.poll(() => noteOf(page)).toBe('free now has the fault server-error.')
  await expect
    .poll(() => row('free').locator('.facts').innerText())
    .toContain('fault: server-error')
  expect(await status()).toBe(500)
  await select.selectOption('none')
  await expect.poll(() => noteOf(page)).toBe('free has no fault any more.')
  expect(await status()).toBe(200)
})

test('copies a scenario, resets one, resets all', async () => {
  const { url, page, row } = await openControlPage(browser)
  const names = () => page.getByRole('heading', { level: 3 }).allInnerTexts()
  const start = await names()
  await fetch(`${url}/api/v1/me`)
  await row('free').getByRole('button', { name: 'Change free' }).click()
  await row('free').getByRole('button', { name: 'Copy scenario' }).click()
  await expect
    .poll(() => noteOf(page))
    .toBe('free-copy-1 is at the end of the list, with a key of its own.')
  await expect.poll(names).toEqual([...start, 'free-copy-1'])

  await row('free').getByRole('button', { name: 'expire' }).click()
  await expect
    .poll(() => noteOf(page))
    .toBe('free: expire is done, and its status is invalid_token.')
  await expect.poll(() => row('free').locator('.facts').innerText()).toContain('invalid_token')
  await row('free').getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => noteOf(page)).toBe('free is as it was at the start.')
  await expect.poll(() => row('free').locator('.facts').innerText()).toContain('ready')
  expect(await page.locator(requests).count()).toBe(1)

  await page.getByRole('button', { name: 'Reset all' }).click()
  await expect
    .poll(() => noteOf(page))
    .toBe('Every scenario is as it was at the start; copies and requests are gone.')
  await expect.poll(names).toEqual(start)
  expect(await page.locator(requests).count()).toBe(0)
  expect(await page.getByText('None yet.').isVisible()).toBe(true)
})

test('an action that fails says why, until the note is dismissed', async () => {
  const { page, row, post } = await openControlPage(browser)
  await row('premium').getByRole('button', { name: 'Change premium' }).click()
  // The page must not learn of it before the click: it reads again once the last reading was answered.
  await new Promise<void>((resolve) => {
    page.route('**/__mock/api/state', () => resolve(), { times: 1 })
  })
  await post('transition', { scenario: 'premium', transition: 'disconnect' })
  await row('premium').getByRole('button', { name: 'expire' }).click()
  await expect
    .poll(() => noteOf(page))
    .toBe('premium cannot expire because it is disconnected: only `connect` can follow.')
  await expect
    .poll(() => row('premium').locator('.transition button').allInnerTexts())
    .toEqual(['connect'])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(await noteOf(page)).toBe('')
})

test('new requests appear by themselves, with what was wrong with them', async () => {
  const { url, page, key } = await openControlPage(browser)
  expect(await page.getByText('None yet.').isVisible()).toBe(true)
  await fetch(`${url}/api/v1/me?api_key=${key('premium')}&limit=3`)
  await fetch(`${url}/api/v1/me?api_key=${key('network-error')}`).catch(() => {})
  await expect.poll(() => page.locator(requests).count()).toBe(2)
  const [latest, first] = await page.locator(requests).all()
  expect(await latest?.locator('.status').innerText()).toBe('no answer')
  expect(await latest?.innerText()).toContain('fault: network-error')
  expect(await first?.locator('.outcome').innerText()).toMatch(
    /^\d\d:\d\d:\d\d\s+GET\s+200\s+\d+(\.\d)? ms\s+premium$/,
  )
  expect(await first?.locator('.target').innerText()).toBe(
    `/api/v1/me?api_key=${key('premium').slice(0, 8)}…&limit=3`,
  )
  expect(await first?.locator('.warnings li').allInnerTexts()).toEqual([
    `The parameter "limit" is ignored. /api/v1/me reads only api_key, ${routes['/api/v1/me'].parameters.join(', ')}, cursor.`,
  ])
})

test('what a request holds is shown as text', async () => {
  const { url, page, key } = await openControlPage(browser)
  const hostile = '<img src=x onerror="document.title=1">'
  const query = `api_key=${key('premium')}&${encodeURIComponent(hostile)}=1`
  await fetch(`${url}/api/v1/me?${query}`)
  await expect.poll(() => page.locator(`${requests} .warnings`).innerText()).toContain('<img src=x')
  expect(await page.locator('#requests img').count()).toBe(0)
  expect(await page.title()).toBe('photofeed mock')
})

test('updates leave focus, selection and an open row alone', async () => {
  const { url, page, row, key, post } = await openControlPage(browser)
  await fetch(`${url}/api/v1/me?api_key=${key('premium')}&first`)
  await page.locator(requests).waitFor()
  await row('free').getByRole('button', { name: 'Change free' }).click()
  await row('free').getByLabel('Fault').focus()
  await page.evaluate(() => {
    const target = document.querySelector('.target') as Element
    getSelection()?.selectAllChildren(target)
  })
  const selected = `/api/v1/me?api_key=${key('premium').slice(0, 8)}…&first`
  const state = () =>
    page.evaluate(() => [document.activeElement?.tagName, getSelection()?.toString()])
  expect(await state()).toEqual(['SELECT', selected])

  await fetch(`${url}/api/v1/me?api_key=${key('premium')}&second`)
  await post('transition', { scenario: 'free', transition: 'expire' })
  await expect.poll(() => page.locator(requests).count()).toBe(2)
  await expect.poll(() => row('free').locator('.facts').innerText()).toContain('invalid_token')
  expect(await state()).toEqual(['SELECT', selected])
  expect(await row('free').getByLabel('Fault').isVisible()).toBe(true)
})

/** A control page whose time stands still, and how often it has read the state since. */
async function openStillPage() {
  const opened = await openControlPage(browser)
  const { page } = opened
  await page.clock.install()
  // It goes on until it stands still, so that the time must be far ahead.
  await page.clock.pauseAt(Date.now() + 86_400_000)
  await page.reload()
  await page.locator('#scenario-list > li').first().waitFor()
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/state')) count += 1
  })
  /** A request is told of later than it is sent, but not later than one that is sent after it. */
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
  return { ...opened, become, reads }
}

test('reads the state every second, and not while it is hidden', async () => {
  const { url, page, become, reads } = await openStillPage()
  await become('hidden')
  await page.clock.runFor(10_000)
  expect(await reads()).toBe(0)

  await fetch(`${url}/api/v1/me`)
  await become('visible')
  await page.locator(requests).waitFor()
  expect(await reads()).toBe(1)
  await page.clock.runFor(999)
  expect(await reads()).toBe(1)
  await page.clock.runFor(1)
  await expect.poll(reads).toBe(2)
})

test('a page that is hidden during a read stops after it', async () => {
  const { url, page, become, reads } = await openStillPage()
  await fetch(`${url}/api/v1/me`)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/state', async (route) => {
    await released
    await route.continue()
  })
  await page.clock.runFor(1000)
  await expect.poll(reads).toBe(1)
  await become('hidden')
  release()
  await page.locator(requests).waitFor()
  await page.clock.runFor(10_000)
  expect(await reads()).toBe(1)
})

test('a chosen fault stays in its list while a newer reading is awaited', async () => {
  const { page, row } = await openStillPage()
  const readings: Route[] = []
  await page.route('**/api/state', (route) => void readings.push(route))
  await row('free').getByRole('button', { name: 'Change free' }).click()
  const select = row('free').getByLabel('Fault')
  await select.selectOption('server-error')
  await expect.poll(() => readings.length).toBe(1)
  await row('free').getByRole('button', { name: 'Copy scenario' }).click()
  await expect.poll(() => readings.length).toBe(2)

  await readings[0]?.continue()
  await (await readings[0]?.request().response())?.finished()
  await page.evaluate(() => fetch('/__mock/icon.svg'))
  expect(await select.inputValue()).toBe('server-error')
  await readings[1]?.continue()
  await row('free-copy-1').waitFor()
  expect(await select.inputValue()).toBe('server-error')
})

test('the filter keeps what has its text in the name', async () => {
  const { page } = await openControlPage(browser)
  const shown = () => page.locator('#scenario-list > li:visible h3').allInnerTexts()
  const filter = page.getByLabel('Filter scenarios by name')
  await filter.fill(' Invalid')
  expect(await shown()).toEqual(['invalid-token', 'free-invalid-token'])
  expect(await page.locator('#scenario-count').innerText()).toBe(`2 of ${scenarios.length}`)
  await filter.fill('nothing like it')
  expect(await shown()).toEqual([])
  expect(await page.getByText('No scenario has this in its name.').isVisible()).toBe(true)
  await filter.fill('')
  expect(await shown()).toHaveLength(scenarios.length)
})

test('everything can be reached and done with the keyboard', async () => {
  const { page, row } = await openControlPage(browser)
  const focused = () =>
    page.evaluate(() => {
      const { ariaLabel, textContent } = document.activeElement ?? {}
      return ariaLabel ?? textContent
    })
  await page.getByLabel('Filter scenarios by name').focus()
  const order: (string | null | undefined)[] = []
  for (let press = 0; press < 9; press++) {
    await page.keyboard.press('Tab')
    order.push(await focused())
  }
  expect(order).toEqual([
    'Reset all',
    'Copy the key of premium',
    'me of premium, in a new tab',
    'Copy the me URL of premium',
    'RSS of premium, in a new tab',
    'Copy the RSS URL of premium',
    'GraphQL of premium, in a new tab',
    'Copy the GraphQL URL of premium',
    'Change premium',
  ])
  await page.keyboard.press('Enter')
  expect(
    await page.getByRole('button', { name: 'Change premium' }).getAttribute('aria-expanded'),
  ).toBe('true')
  await row('premium').getByRole('button', { name: 'disconnect' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('connect')
})

test('the key of an account of one’s own stays secret', async () => {
  const file = join(await tempFolder(), 'accounts.json')
  const apiKey = 'ab'.repeat(32)
  await writeFile(file, JSON.stringify([{ scenario: 'shop', username: 'shop', apiKey }]))
  const { url, page, row } = await openControlPage(browser, '--data', file)
  await fetch(`${url}/api/v1/me?api_key=${apiKey}`)
  await page.locator(requests).waitFor()
  expect(await row('shop').getByText('Its key is in your data file').isVisible()).toBe(true)
  expect(await row('shop').locator('.copyable, .key:visible').count()).toBe(0)
  expect(await page.content()).not.toContain(apiKey.slice(0, 8))
})

test('says when the mock has stopped', async () => {
  const { page, stop } = await openControlPage(browser)
  await stop()
  await expect
    .poll(() => page.locator('#connection').innerText())
    .toBe('The mock does not answer: look whether it still runs.')
})

test('nothing is cut off, however wide the page is', async () => {
  const { url, page, row, key } = await openControlPage(browser)
  await fetch(`${url}/api/v1/me?api_key=${key('premium')}&${'x'.repeat(500)}=1`)
  await page.locator(requests).waitFor()
  await row('importing').getByRole('button', { name: 'Change importing' }).click()
  await row('importing').getByRole('button', { name: 'expire' }).click()
  await expect.poll(() => noteOf(page)).not.toBe('')
  for (const width of [320, 380, 700, 900, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    const tooWide = await page.evaluate(() => {
      const edge = document.documentElement.clientWidth
      return [...document.querySelectorAll('body *:not(.visually-hidden)')]
        .filter((element) => element.getBoundingClientRect().right > edge + 0.5)
        .map((element) => element.outerHTML.slice(0, 80))
    })
    expect({ width, tooWide }).toEqual({ width, tooWide: [] })
  }
})
