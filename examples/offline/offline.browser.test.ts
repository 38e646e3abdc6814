import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../testing/chromium.ts'
import { builtFiles } from '../built-files.ts'
import { pictureWidths } from '../picture-widths.ts'

let site: ViteDevServer
let browser: Browser
let page: Page

beforeAll(async () => {
  site = await createServer({ root: import.meta.dirname, logLevel: 'error' })
  await site.listen()
  browser = await launchChromium()
})
afterEach(() => page?.close())
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function open(query = '') {
  page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  await page.goto(`${site.resolvedUrls?.local[0]}${query}`)
}

const items = () => page.locator('#posts > li').count()
const loadedPictures = async () =>
  (await pictureWidths(page.locator('#posts img'))).filter((width) => width > 0).length

test('in development shows pictures of a host that does not exist, and loads more', async () => {
  await open()
  await expect.poll(items).toBe(12)
  expect(await loadedPictures()).toBe(12)
  const hosts = await page
    .locator('#posts img')
    .evaluateAll((images) => images.map((image) => new URL((image as HTMLImageElement).src).host))
  expect(new Set(hosts)).toEqual(new Set(['photofeed.test']))

  await page.getByRole('button', { name: 'More' }).click()
  await expect.poll(items).toBe(24)
  expect(await loadedPictures()).toBe(24)
})

test('the menu of the mock shows the page in another state', async () => {
  await open()
  await page.getByLabel('Mock account').selectOption('invalid-token')
  await page.getByRole('status').getByText('this feed has stopped updating').waitFor()

  await page.getByLabel('Mock account').selectOption('missing-image')
  await expect.poll(() => page.getByRole('listitem').getByRole('img').count()).toBe(12)
  await expect.poll(() => page.locator('#posts .empty-frame').count()).toBeGreaterThan(0)

  await page.getByLabel('Mock account').selectOption('server-error')
  await page.getByRole('alert').getByText('The posts could not be loaded.').waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).isEnabled()).toBe(true)
  expect(await items()).toBe(0)
})

test('a build holds no trace of the mock', async () => {
  const { folder, files } = await builtFiles('offline')
  expect(files.map((name) => name.replace(/-[\w-]{8}\./, '.')).toSorted()).toEqual([
    'assets/index.css',
    'assets/index.js',
    'index.html',
  ])
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  const whole = texts.join('\n')
  expect(whole).toContain('https://feed.example')
  expect(whole).not.toMatch(/mockServiceWorker|msw|photofeed mock|startMock|scenario/i)
  expect(whole).not.toContain('photofeed.test')
  expect(whole).not.toMatch(/[0-9a-f]{64}/)
})
