import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from '../../test-support/browser.ts'
import { buildExample, countLoaded } from '../test/example.ts'

let site: ViteDevServer
const browser = shareBrowser()

beforeAll(async () => {
  site = await createServer({ root: import.meta.dirname, logLevel: 'error' })
  await site.listen()
})
afterAll(async () => {
  await browser.close()
  await site?.close()
})

test('in development shows pictures of a host that does not exist, in every state', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  const pictures = page.locator('photo-feed img')
  await page.goto(site.resolvedUrls?.local[0] ?? '')
  await expect.poll(() => pictures.count()).toBe(12)
  expect(await countLoaded(pictures)).toBe(12)
  expect(await pictures.first().getAttribute('src')).toMatch(/^https:\/\/photofeed\.test\//)

  await page.getByLabel('Mock account').selectOption('invalid-token')
  await page.getByText('this feed has stopped updating').waitFor()
})

test('a build contains nothing of the mock', async () => {
  const { folder, files } = await buildExample('offline')
  // Beside the page's script is what the SDK loads on demand.
  expect(files.filter((name) => !/^assets\/[\w-]+\.js$/.test(name))).toEqual([
    expect.stringMatching(/^assets\/index-[\w-]+\.css$/),
    'index.html',
  ])
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  const all = texts.join('\n')
  expect(all).toContain('https://feed.example')
  expect(all).not.toMatch(/mockServiceWorker|msw|photofeed mock|startMock|scenario/i)
  expect(all).not.toContain('photofeed.test')
  expect(all).not.toMatch(/[0-9a-f]{64}/)
})
