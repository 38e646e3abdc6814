import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '../../element/test/texts.ts'
import { shareBrowser } from '../../test-support/browser.ts'
import { buildExample, countLoaded, type RunningExample, startExample } from '../test/example.ts'

let example: RunningExample
const browser = shareBrowser()

beforeAll(async () => {
  example = await startExample('embed')
})
afterAll(async () => {
  await browser.close()
  await example?.stop()
})

test('reports an error, then shows eight pictures, and eight more on demand', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  const feed = page.locator('photo-feed')
  await example.setFault('premium', 'server-error')
  await page.goto(example.url)
  await feed.getByText(texts.error).waitFor()

  await example.setFault('premium', null)
  await feed.getByRole('button', { name: texts.tryAgain }).click()
  await expect.poll(() => feed.getByRole('listitem').count()).toBe(8)
  await feed.getByRole('button', { name: texts.loadMore }).click()
  await expect.poll(() => feed.getByRole('listitem').count()).toBe(16)
  expect(await countLoaded(feed.locator('img'))).toBe(16)
})

test('builds a script under a name that other pages can use', async () => {
  const { folder, files } = await buildExample('embed')
  expect(files).toEqual(['index.html', 'photo-feed.js'])
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('src="./photo-feed.js"')
})
