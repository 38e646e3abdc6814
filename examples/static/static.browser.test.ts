import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { launchChromium } from '../../testing/chromium.ts'
import { pictureWidths } from '../picture-widths.ts'
import { buildSite } from './site.ts'

let folder: string
let mock: MockServer
let site: PreviewServer
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photofeed-static-'))
  mock = await startMockServer({ print: () => {} })
  await buildSite({ baseUrl: mock.url, apiKey: mock.key('premium') }, folder)
  // Visitors come when the service is long gone.
  await mock.close()
  site = await preview({ root: folder, build: { outDir: '.' }, logLevel: 'error' })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await rm(folder, { recursive: true, force: true })
})

test('holds every post and its picture, by year, and asks nobody else', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  const address = site.resolvedUrls?.local[0] ?? ''
  await page.goto(address)
  expect(await page.getByRole('heading').allTextContents()).toEqual([
    'Harbour & Hearth',
    '2026 117 posts',
    '2025 129 posts',
    '2024 18 posts',
  ])
  expect(await page.getByRole('listitem').count()).toBe(264)
  // One post is a video without a poster.
  const widths = await pictureWidths(page.locator('main img'))
  expect(widths.filter((width) => width > 0)).toHaveLength(263)
  expect(await page.locator('.missing').count()).toBe(1)
  expect([...hosts].filter(Boolean)).toEqual([new URL(address).host])
  await page.close()
})

test('no file holds a key or the address of the service, and no caption is markup', async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  expect(files).toHaveLength(265)
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'latin1')
    expect(text, name).not.toContain(mock.key('premium'))
    expect(text, name).not.toContain(new URL(mock.url).host)
    expect(text, name).not.toContain('<script')
  }
})

test('a picture that cannot be had is left out, and the site is built', async () => {
  const own = await mkdtemp(join(tmpdir(), 'photofeed-static-'))
  const server = await startMockServer({ print: () => {} })
  try {
    const service = { baseUrl: server.url, apiKey: server.key('missing-image') }
    expect(await buildSite(service, own)).toEqual({ posts: 24, pictures: 0 })
    expect(await readdir(join(own, 'pictures'))).toEqual([])
    const page = await readFile(join(own, 'index.html'), 'utf8')
    expect(page).toContain('<span class="missing">')
    expect(page).not.toContain('<img')
  } finally {
    await server.close()
    await rm(own, { recursive: true, force: true })
  }
})
