import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../testing/chromium.ts'
import { builtFiles } from '../built-files.ts'
import { setFault } from '../mock-control.ts'
import { pictureWidths } from '../picture-widths.ts'
import { type StartedExample, startExample } from '../started-example.ts'

let example: StartedExample
let browser: Browser
let page: Page

beforeAll(async () => {
  example = await startExample('embed')
  browser = await launchChromium()
})
afterEach(() => page?.close())
afterAll(async () => {
  await browser?.close()
  await example?.stop()
})

async function open() {
  page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  await page.goto(example.page)
  return page.locator('photo-feed')
}

test('shows eight pictures, and eight more on demand', async () => {
  const feed = await open()
  const images = feed.locator('img')
  expect((await pictureWidths(images)).filter((width) => width > 0)).toHaveLength(8)
  await feed.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => feed.getByRole('listitem').count()).toBe(16)
  expect((await pictureWidths(images)).filter((width) => width > 0)).toHaveLength(16)
})

test('says that the posts cannot be shown, and shows them once the service is well again', async () => {
  await setFault(example.mock, 'premium', 'server-error')
  const feed = await open()
  await feed.getByText('These posts cannot be shown.').waitFor()
  expect(await feed.getByRole('listitem').count()).toBe(0)

  await setFault(example.mock, 'premium', null)
  await feed.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => feed.getByRole('listitem').count()).toBe(8)
})

test('builds a script under a name that other pages can use', async () => {
  const { folder, files } = await builtFiles('embed')
  expect(files).toEqual(['index.html', 'photo-feed.js'])
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('src="./photo-feed.js"')
})
