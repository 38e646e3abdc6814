import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility.ts'
import { openPlayground, send, shownBody } from './opened-playground.ts'
import { pagesInChromium } from './pages-in-chromium.ts'
import type { PageOptions } from './watched-page.ts'

const pages = pagesInChromium()
const open = (fragment?: string, options?: PageOptions) => openPlayground(pages, fragment, options)

const ids = async (page: Page) =>
  (JSON.parse(await shownBody(page)).posts as { id: string }[]).map(({ id }) => id)

test('a request is sent, and its answer is shown in all its parts', async () => {
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

test('the page takes nothing before its script has come', async () => {
  const page = await pages.tab()
  await page.route('**/assets/dashboard/playground.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.goto(`${pages.url}/playground`, { waitUntil: 'commit' })
  await send(page, 200)
  expect(page.url()).toBe(`${pages.url}/playground#/api/v1/me`)
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

test('a refused parameter is marked with what the service says of it', async () => {
  const page = await open()
  await page.getByLabel('page[size]').fill('101')
  await page.getByLabel('filter[publishedAfter]').fill('yesterday')
  await send(page, 422)
  const size = page.getByLabel('page[size]')
  expect(await size.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('.refused').count()).toBe(2)
  await page
    .locator('.refused', { hasText: 'The page[size] field must not be greater than 100.' })
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
  expect(await page.locator('.refused, [aria-invalid]').count()).toBe(0)
})

test('a key that is no longer in force is refused as the service does it', async () => {
  const page = await open()
  await page.getByLabel('Account', { exact: true }).selectOption('regenerated (Premium)')
  await send(page, 401)
  await page
    .getByText('INVALID_API_KEY Authentication Failed: The provided API key is invalid.')
    .waitFor()
})

test('a long body is cut until the rest is asked for', async () => {
  const page = await open()
  await send(page, 200)
  expect((await shownBody(page)).endsWith('\n…')).toBe(true)
  await page.getByRole('button', { name: /^Show the whole body/ }).click()
  expect(JSON.parse(await shownBody(page)).posts).toHaveLength(100)
})

test('a new account brings what its plan gives', async () => {
  const page = await open()
  await page.getByLabel('Account', { exact: true }).selectOption('free (Free)')
  await page.getByText('The 6 most recent posts, pages of 6 by default').waitFor()
  await send(page, 200)
  expect(await page.locator('#posts img').count()).toBe(6)
  expect(await page.locator('#posts img[srcset]').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
})

test.each([
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
])('the page is accessible and fits, $width pixels wide', async (viewport) => {
  const page = await open('#/api/v1/me?page[size]=12', { viewport, bypassCSP: true })
  await send(page, 200)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  await page.getByLabel('page[size]').fill('0')
  await send(page, 422)
  expect(await violations(page)).toEqual([])
})
