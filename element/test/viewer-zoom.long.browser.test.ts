import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { engine } from '../../test-support/browser.ts'
import { type OpenOptions, siteOfFile, texts } from './element-page.ts'
import { type FeedOptions, openFeed } from './viewer-page.ts'

const site = await siteOfFile()

const phone: OpenOptions = { viewport: { width: 390, height: 800 }, hasTouch: true }

async function openFirst(options: FeedOptions = {}) {
  const opened = await openFeed(site, { reducedMotion: 'reduce', ...options })
  await opened.feed.cards.first().locator('a').click()
  const image = opened.viewer.media.and(opened.page.locator('[data-ready]'))
  await image.waitFor()
  const box = async () => {
    const { left, right, top, bottom, width } = await image.evaluate((element) =>
      element.getBoundingClientRect().toJSON(),
    )
    return { left, right, top, bottom, width }
  }
  const stage = (await opened.viewer.track.boundingBox()) as NonNullable<
    Awaited<ReturnType<typeof opened.viewer.track.boundingBox>>
  >
  return { ...opened, image, box, stage, before: await box() }
}

test('a double click enlarges the picture where it was, and another one shows all of it', async () => {
  const { page, box, before } = await openFirst()
  const x = before.left + before.width / 4
  const y = before.top + (before.bottom - before.top) / 3
  await page.mouse.dblclick(x, y)
  await expect.poll(async () => (await box()).width / before.width).toBeCloseTo(2.5, 2)
  const after = await box()
  // What was under the pointer is still there.
  expect((x - after.left) / after.width).toBeCloseTo(1 / 4, 2)
  expect((y - after.top) / (after.bottom - after.top)).toBeCloseTo(1 / 3, 2)
  await page.mouse.dblclick(x, y)
  await expect.poll(box).toEqual(before)
})

test('the wheel enlarges, dragging moves it within its edges, and the next post is whole', async () => {
  const { page, box, before, stage, viewer, image } = await openFirst()
  await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2)
  await page.mouse.wheel(0, -2000)
  await expect.poll(async () => (await box()).width / before.width).toBeCloseTo(4, 1)
  const enlarged = await box()
  await page.mouse.down()
  await page.mouse.move(stage.x + stage.width / 2 + 60, stage.y + stage.height / 2 + 40)
  const moved = await box()
  expect([moved.left - enlarged.left, moved.top - enlarged.top]).toEqual([60, 40])
  await page.mouse.move(stage.x + stage.width - 20, stage.y + stage.height - 20)
  await page.mouse.move(stage.x + 20, stage.y + stage.height / 2)
  await page.mouse.move(stage.x + stage.width - 20, stage.y + stage.height / 2)
  await page.mouse.up()
  expect((await box()).left).toBeLessThanOrEqual(stage.x + 1)
  expect((await box()).right).toBeGreaterThanOrEqual(stage.x + stage.width - 1)
  expect(await viewer.dialog.isVisible()).toBe(true)
  await page.keyboard.press('ArrowRight')
  await viewer.settled()
  await page.keyboard.press('ArrowLeft')
  await image.waitFor()
  await expect.poll(box).toEqual(before)
})

test('a click beside an enlarged picture shows all of it, and another one closes', async () => {
  const { page, box, before, stage, viewer } = await openFirst()
  await page.mouse.move(before.left + before.width / 2, stage.y + stage.height / 2)
  await page.mouse.wheel(0, -20)
  await expect.poll(async () => (await box()).width).toBeGreaterThan(before.width)
  await page.mouse.click(stage.x + 5, stage.y + stage.height / 2)
  expect(await box()).toEqual(before)
  await page.mouse.click(stage.x + 5, stage.y + stage.height / 2)
  await viewer.closed()
})

/** Sends touches of two fingers, which are at these distances from a point. */
async function pinch(page: Page, x: number, y: number, distances: readonly number[]) {
  const session = await page.context().newCDPSession(page)
  const points = (distance: number) => [
    { x: x - distance, y, id: 1 },
    { x: x + distance, y, id: 2 },
  ]
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as [] })
  await send('touchStart', points(distances[0] ?? 0))
  for (const distance of distances.slice(1)) await send('touchMove', points(distance))
  await send('touchEnd', [])
}

test.runIf(engine === 'chromium')(
  'two fingers enlarge the picture, which is loaded in more detail',
  async () => {
    const { page, box, before, stage, image, viewer } = await openFirst(phone)
    const source = () => image.evaluate((element: HTMLImageElement) => element.currentSrc)
    const first = await source()
    const y = stage.y + stage.height / 2
    await pinch(page, 195, y, [40, 50, 60, 70, 80, 90, 100, 110, 120])
    await expect.poll(async () => (await box()).width / before.width).toBeCloseTo(3, 0)
    await expect.poll(source).not.toBe(first)
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
    expect(await viewer.status.textContent()).toMatch(/^Nobody said a word/)
    await pinch(page, 195, y, [120, 100, 80, 60, 40, 20])
    await expect.poll(box).toEqual(before)
  },
)

test.runIf(engine === 'chromium')('two taps enlarge the picture, one does not', async () => {
  const { page, box, before, stage } = await openFirst(phone)
  const y = stage.y + stage.height / 2
  await page.touchscreen.tap(195, y)
  expect(await box()).toEqual(before)
  await page.touchscreen.tap(197, y)
  await expect.poll(async () => (await box()).width / before.width).toBeCloseTo(2.5, 1)
})

test('a site has captions for a video: a track with the id of its post', async () => {
  const feed = createFeed({ baseUrl: site.mock.url, apiKey: site.mock.key('premium') })
  const { posts } = await feed.me({ type: 'VIDEO' })
  const track = (id = '', label = '') =>
    `<track data-post="${id}" src="/${label}.vtt" srclang="en" label="${label}" default>`
  const tracks = `${track(posts[0]?.id, 'first')}${track(posts[1]?.id, 'second')}`
  const prepare = (page: Page) =>
    page.route('**/*.vtt', (route) =>
      route.fulfill({
        contentType: 'text/vtt',
        body: 'WEBVTT\n\n00:00.000 --> 00:09.000\nGulls.\n',
      }),
    )
  for (const open of ['platform', 'viewer']) {
    const { page } = await site.open(
      `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" type="VIDEO" open-in="${open}">
      ${tracks}</photo-feed><script type="module" src="/element.js"></script>`,
      { prepare },
    )
    await page.getByRole('button', { name: texts.playVideo }).first().click()
    const video = page.locator('photo-feed video').first()
    const captions = () =>
      video.evaluate(({ textTracks }: HTMLVideoElement) =>
        [...textTracks].map(({ label, mode, cues }) => [label, mode, cues?.length]),
      )
    await expect.poll(captions).toEqual([['first', 'showing', 1]])
  }
})
