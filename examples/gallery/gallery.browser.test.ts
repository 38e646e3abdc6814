import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, startDemo } from '../../server/test/support/demo-server.ts'
import { launchChromium } from '../../testing/chromium.ts'

const site = fileURLToPath(new URL('dist', import.meta.url))
let demo: DemoServer
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
  demo = await startDemo('--site', site)
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

/** A page of the gallery; whatever it asks of another host is listed. */
async function open(query = ''): Promise<{ page: Page; elsewhere: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(demo.url) && !url.startsWith('data:')) elsewhere.push(url)
  })
  await page.goto(`${demo.url}/index.html${query}`)
  return { page, elsewhere }
}

const cards = '#posts > li'

/** The natural width of every picture of the grid, once each has loaded or failed. */
async function pictureWidths(page: Page): Promise<number[]> {
  await page.locator(`${cards} img`).first().waitFor()
  return page.$$eval('#posts > li img', async (images) => {
    const pictures = images as HTMLImageElement[]
    for (const image of pictures) image.loading = 'eager'
    await Promise.all(pictures.map((image) => image.decode().catch(() => {})))
    return pictures.map((image) => image.naturalWidth)
  })
}

test('shows pictures of the demo feed, loads more, and asks no other host', async () => {
  const { page, elsewhere } = await open()
  await expect.poll(() => page.locator(cards).count()).toBe(12)
  expect(await page.locator('h1').textContent()).toBe('Harbour & Hearth')
  const widths = await pictureWidths(page)
  expect(widths).toHaveLength(12)
  expect(widths.filter((width) => width === 0)).toEqual([])

  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => page.locator(cards).count()).toBe(24)
  expect((await pictureWidths(page)).filter((width) => width === 0)).toEqual([])
  expect(elsewhere).toEqual([])
  await page.close()
})

test('a video plays in place', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: /play/i }).first().click()
  const video = page.locator('video').first()
  await video.waitFor()
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0)
  await page.close()
})

test('an account with a broken connection shows its posts under a notice', async () => {
  const { page } = await open('?account=invalid-token')
  await expect.poll(() => page.locator(cards).count()).toBe(12)
  const notice = page.getByRole('status')
  expect(await notice.textContent()).toContain('This feed has stopped updating.')
  expect(await notice.textContent()).toContain('Reconnect the account on the dashboard')
  expect((await pictureWidths(page)).filter((width) => width === 0)).toEqual([])
  await page.close()
})

test('the chooser changes the account, and a key that reads nothing says so', async () => {
  const { page } = await open()
  await page.locator(cards).first().waitFor()
  await page.getByLabel('Account').selectOption('free')
  await expect.poll(() => page.locator(cards).count()).toBe(6)
  expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0)
  expect(new URL(page.url()).search).toBe('?account=free')

  await page.getByLabel('Account').selectOption('disconnected')
  await page.getByText('This key opens no feed').waitFor()
  expect(await page.locator(cards).count()).toBe(0)
  await page.close()
})
