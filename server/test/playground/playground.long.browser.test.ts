import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { coveredFocus, violations } from '../../../test-support/accessibility.ts'
import { engine } from '../../../test-support/browser.ts'
import { hurdles, overflow, walks } from '../../../test-support/walk.ts'
import { owned } from './page-server.ts'
import { openPlayground, pagesInChromium, send, shownBody } from './pages.ts'

const pages = pagesInChromium()
const open = (fragment?: string) => openPlayground(pages, fragment)

const key = owned[0]?.apiKey ?? ''

const ids = async (page: Page) =>
  (JSON.parse(await shownBody(page)).posts as { id: string }[]).map(({ id }) => id)

test('a request is sent, and its response is shown in all its parts', async () => {
  const page = await open()
  await page.getByLabel('page[size]').fill('15')
  await send(page, 200)
  expect(await page.locator('#status').textContent()).toMatch(/^200 OK, \d+ ms, \d+\.\d kB$/)
  expect(await page.locator('#headers dt').allTextContents()).toEqual(
    expect.arrayContaining(['content-type', 'etag']),
  )
  expect((await page.locator('#headers dt').allTextContents()).slice(0, 2)).toEqual([
    'X-Service-Account-Status',
    'X-Last-Fetched-At',
  ])
  const shown = JSON.parse(await shownBody(page))
  expect(shown.posts).toHaveLength(15)

  const pictures = page.locator('#posts img')
  expect(await pictures.count()).toBe(12)
  await page.getByRole('button', { name: 'Show 3 more' }).click()
  expect(await pictures.count()).toBe(15)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((node: HTMLImageElement) => node.naturalWidth))
      .toBeGreaterThan(0)
    expect(await picture.getAttribute('alt')).not.toBe('')
    expect(await picture.getAttribute('srcset')).toContain(' 320w, ')
  }
  const links = await page
    .locator('#posts a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual(shown.posts.map(({ permalink }: { permalink: string }) => permalink))
})

test('the pages of a feed are turned forward and back', async () => {
  const page = await open('#/api/v1/me?page[size]=5&sort=id')
  await send(page, 200)
  const first = await ids(page)
  const turned = async (name: string, from: string[]) => {
    await page.getByRole('button', { name }).click()
    await expect.poll(() => ids(page)).not.toEqual(from)
    return ids(page)
  }
  const second = await turned('Next page', first)
  expect(second).toHaveLength(5)
  expect(second.filter((id) => first.includes(id))).toEqual([])
  expect(await page.getByLabel('sort').inputValue()).toBe('id')
  expect(await turned('Previous page', second)).toEqual(first)
  expect(
    await page.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled'),
  ).toBe('true')
})

test('a rejected parameter is marked, with the problem below it', async () => {
  const page = await open()
  await page.getByLabel('page[size]').fill('101')
  await page.getByLabel('filter[publishedAfter]').fill('yesterday')
  await send(page, 422)
  const size = page.getByLabel('page[size]')
  expect(await size.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('.invalid').count()).toBe(2)
  await page
    .locator('.invalid', { hasText: 'The page[size] field must not be greater than 100.' })
    .waitFor()
  await page.getByRole('button', { name: 'Go to filter[publishedAfter]' }).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('filter[publishedAfter]')
  expect(JSON.parse(await shownBody(page)).errors).toHaveLength(2)
  expect(await page.getByRole('button', { name: 'Next page' }).isVisible()).toBe(false)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2026-01-01T00:00:00+02:00')
  await size.fill('3')
  await page.keyboard.press('Enter')
  await page.locator('#status', { hasText: '200 ' }).waitFor()
  expect(await page.locator('.invalid, [aria-invalid]').count()).toBe(0)
})

// A content process of Firefox 153 ends here with a segmentation fault.
test.runIf(engine === 'chromium')('the page is accessible, and fits on a phone', async () => {
  const page = await open('#/api/v1/me?page[size]=12')
  await send(page, 200)
  expect(await overflow(page)).toBe(0)
  expect(await coveredFocus(page)).toEqual([])
  if (walks) expect(await hurdles(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
  expect(await coveredFocus(page)).toEqual([])
  expect(await violations(page)).toEqual([])
  // The response is there at once; its request is behind the other tab.
  await page.getByRole('radio', { name: 'Request' }).check({ force: true })
  await page.getByLabel('page[size]').fill('0')
  expect(await violations(page)).toEqual([])
  await page.getByRole('radio', { name: 'Response' }).check({ force: true })
  await page.locator('#status', { hasText: '422 ' }).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  const { y = 844 } = (await page.locator('#status').boundingBox()) ?? {}
  expect(y).toBeLessThan(844)
  expect(await violations(page)).toEqual([])
})

test('a change is sent when typing pauses, once', async () => {
  const page = await open('#/api/v1/me?page[size]=5')
  await page.locator('#status', { hasText: '200 ' }).waitFor()
  const sent: string[] = []
  page.on('request', (request) =>
    sent.push(new URL(request.url()).searchParams.get('page[size]') ?? ''),
  )
  await page.getByLabel('page[size]').pressSequentially('0')
  await page.getByLabel('page[size]').fill('3')
  await expect.poll(() => ids(page)).toHaveLength(3)
  expect(sent.filter(Boolean)).toEqual(['3'])
})

test('the address contains the form, without the key', async () => {
  const page = await open()
  await page.getByLabel('filter[type]').selectOption('VIDEO')
  await page.getByLabel('children').check()
  await page.getByLabel('page[size]').fill('4')
  const address = await page.evaluate(() => location.href)
  expect(address).toBe(
    `${pages.url}/playground#/api/v1/me?page%5Bsize%5D=4&filter%5Btype%5D=VIDEO&include%5B%5D=children`,
  )
  const shared = await open(new URL(address).hash)
  expect(await shared.getByLabel('filter[type]').inputValue()).toBe('VIDEO')
  expect(await shared.getByLabel('children').isChecked()).toBe(true)
  expect(await shared.getByLabel('page[size]').inputValue()).toBe('4')
  await shared.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => shared.evaluate(() => location.hash)).toBe('#/api/v1/me')
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).toBe('[{},{}]')
})

test('the key is nowhere on the screen until it is revealed', async () => {
  const page = await open('#/api/v1/rss')
  await page.getByText('This endpoint has no parameters.').waitFor()
  await send(page, 200)
  const text = () => page.locator('main').innerText()
  await page.getByText('As curl and as SDK code').click()
  expect(await text()).not.toContain(key)
  expect(await shownBody(page)).toMatch(/^<\?xml .*\n<rss .*\n {2}<channel>\n {4}<title>/)
  await page.getByRole('button', { name: 'Show the key' }).click()
  expect((await text()).split(key)).toHaveLength(4)
  await page.getByRole('button', { name: 'Show the key' }).click()
  expect(await text()).not.toContain(key)
})
