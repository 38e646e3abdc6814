import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from '../../test-support/browser.ts'
import { countLoaded, type RunningExample, startExample } from '../test/example.ts'

let example: RunningExample
const browser = shareBrowser()
let page: Page

beforeAll(async () => {
  example = await startExample('react')
})
afterEach(() => page?.close())
afterAll(async () => {
  await browser.close()
  await example?.stop()
})

/** Opens the page. Without an observer it loads more posts only with its button. */
async function open({ observer = false, media = true } = {}) {
  page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  if (!observer) await page.addInitScript('delete window.IntersectionObserver')
  if (!media) await page.route('**/media/**', (route) => route.abort())
  await page.goto(example.url)
}

const cards = () => page.locator('.posts > li:not(.placeholder)')

test('loads more posts while scrolling, each of them once and with its picture', async () => {
  await open({ observer: true })
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000)
      return cards().count()
    })
    .toBeGreaterThanOrEqual(36)
  const links = await cards()
    .locator('a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(links).size).toBe(links.length)
  // One of these posts is a video without a poster.
  expect(await countLoaded(page.locator('.posts > li:nth-child(-n+36) img'))).toBe(35)
})

/** Clicks a button twice, before React can hide or disable it. */
function doubleClick(name: string) {
  return page.getByRole('button', { name }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
}

test('sends one request for a double click, also to retry the first page and a later one', async () => {
  await example.setFault('premium', 'server-error')
  await open()
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests++
  })
  await page.getByRole('alert').getByText('These photos cannot be shown right now.').waitFor()
  await example.setFault('premium', null)
  requests = 0
  await doubleClick('Try again')
  await expect.poll(() => cards().count()).toBe(12)
  await doubleClick('Load more')
  await expect.poll(() => cards().count()).toBe(24)
  expect(requests).toBe(2)

  await example.setFault('premium', 'server-error')
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByRole('alert').waitFor()
  await example.setFault('premium', null)
  requests = 0
  await doubleClick('Try again')
  await expect.poll(() => cards().count()).toBe(36)
  expect(requests).toBe(1)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('shows a notice for a broken connection, and a tile for each picture that does not load', async () => {
  await example.transition('premium', 'expire')
  await open({ media: false })
  await page.getByRole('status').getByText('this feed has stopped updating').waitFor()
  await expect.poll(() => page.locator('.posts .missing').count()).toBe(12)
})
