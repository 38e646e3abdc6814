import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { browserOfFile } from '../../../test-support/browser.ts'
import { keyOf, meUrl } from '../panel/pages.ts'
import { type BuiltPage, builtPage } from './built-page.ts'

const browser = browserOfFile()

const me = (name: string, query = '') => `${meUrl(name)}&${query}`

async function open(options: { mocks: boolean; worker: boolean }) {
  const built = await builtPage(options)
  onTestFinished(built.close)
  const page = await browser.newPage()
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  page.on('pageerror', (error) => messages.push(error.message))
  await page.goto(built.url)
  return { built, page, messages }
}

const startMocks = (page: Page) => page.evaluate(async () => void (await window.startMocks?.()))

const isPanel = ({ text }: BuiltPage['scripts'][number]) => text.includes('photofeed-panel')
const isMedia = ({ name }: BuiltPage['scripts'][number]) =>
  /^(\d\d-\d+-(jpg|webp)|clip-mp4)/.test(name)

test('a page shows the feed with every picture, and nothing leaves the machine', async () => {
  const { built, page, messages } = await open({ mocks: true, worker: true })
  await startMocks(page)
  await page.evaluate((key) => window.start(key), keyOf('premium'))
  const shown = await page.$$eval('main img', async (images) => {
    const pictures = images as HTMLImageElement[]
    await Promise.all(pictures.map((image) => image.decode().catch(() => {})))
    return pictures.map(({ naturalWidth }) => naturalWidth)
  })
  expect(shown).toEqual(Array(12).fill(320))
  // Under the strict setting a request to any other host is an error, and prints one.
  expect(messages).toEqual([])
  const elsewhere = await page.evaluate(async () => (await fetch('https://elsewhere.test/')).status)
  expect(elsewhere).toBe(500)
  // The panel is loaded only with the option.
  expect(built.scripts.filter(isPanel)).toHaveLength(1)
  expect(built.requested.filter((path) => path.includes('panel'))).toEqual([])
  expect(messages.join()).toContain('elsewhere.test')
  expect(
    built.requested.filter((path) => !/^\/(index\.html|mockServiceWorker\.js|assets\/)/.test(path)),
  ).toEqual([])
})

test('videos play', async () => {
  const { page } = await open({ mocks: true, worker: true })
  await startMocks(page)
  const played = await page.evaluate(
    async (url) => {
      const { posts } = await (await fetch(url)).json()
      const video = Object.assign(document.createElement('video'), {
        muted: true,
        src: posts.find(({ mediaUrl }: { mediaUrl: string }) => mediaUrl.endsWith('.mp4')).mediaUrl,
      })
      await video.play()
      while (video.currentTime === 0) await new Promise((resolve) => setTimeout(resolve, 50))
      return video.videoWidth > 0
    },
    me('premium', 'filter[type]=VIDEO'),
  )
  expect(played).toBe(true)
})

test('states, headers, errors and faults reach the page', async () => {
  const { page } = await open({ mocks: true, worker: true })
  await startMocks(page)
  const send = (url: string, init: { method?: string; body?: string } = {}) =>
    page.evaluate(
      async ([url, init]) => {
        try {
          const response = await fetch(url, init)
          const text = await response.text()
          return [
            response.status,
            response.headers.get('x-service-account-status'),
            text.slice(0, 14),
          ]
        } catch (error) {
          return (error as Error).message
        }
      },
      [url, init] as const,
    )
  expect(await send(me('invalid-token'))).toEqual([200, 'invalid_token', '{"username":"n'])
  expect(await send(me('regenerated'))).toEqual([401, null, '{"errors":[{"s'])
  expect(await send(me('premium', 'sort=likes'))).toEqual([422, 'ready', '{"errors":[{"s'])
  expect(await send(me('premium'), { method: 'DELETE' })).toEqual([405, null, '{"errors":[{"s'])
  expect(await send(me('html-proxy'))).toEqual([502, null, '<!doctype html'])
  expect(await send(me('network-error'))).toBe('Failed to fetch')
  expect(await send(me('connection-reset'))).toMatch(/network error|Failed to fetch|reset/i)
  expect(await send(me('slow-drip'))).toEqual([200, 'ready', '{"username":"r'])
  expect(
    await send(`https://photofeed.test/graphql?api_key=${keyOf('free')}`, {
      method: 'POST',
      body: '{"query":"{ me { posts { id',
    }),
  ).toEqual([200, 'ready', '{"errors":[{"m'])
})

test('pictures are scripts of their own, fetched when they are shown', async () => {
  const { built, page } = await open({ mocks: true, worker: true })
  const media = built.scripts.filter(isMedia)
  expect(media).toHaveLength(161)
  const main = built.scripts.find(({ name }) => name.startsWith('index-'))
  expect(main?.bytes).toBeLessThan(30_000)
  await startMocks(page)
  const requested = () =>
    built.requested.filter((path) => media.some(({ name }) => path.endsWith(name)))
  expect(requested()).toEqual([])
  await page.evaluate((key) => window.start(key), keyOf('free'))
  await expect.poll(() => requested().length).toBeGreaterThan(0)
  expect(new Set(requested().map((path) => /-(\d+)-(\w+)/.exec(path)?.[0]))).toEqual(
    new Set(['-1200-jpg']),
  )
})

test('a build without mocks holds no trace of them', async () => {
  const { built } = await open({ mocks: false, worker: false })
  // The page, and what the SDK loads on demand.
  expect(built.scripts.length).toBeGreaterThan(0)
  for (const { text } of built.scripts)
    expect(text).not.toMatch(
      /photofeed mock|msw|mockServiceWorker|startMocks|photofeed-panel|showPanel/,
    )
})

test('a missing worker script is reported in one sentence', async () => {
  const { built, page } = await open({ mocks: true, worker: false })
  await expect(startMocks(page)).rejects.toThrow(
    `The worker script ${built.url}mockServiceWorker.js is missing: run \`npx msw init <folder of static files>\`, or name its address in the option url.`,
  )
})
