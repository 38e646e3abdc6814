import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from '../../test-support/accessibility.ts'
import { engine } from '../../test-support/browser.ts'
import { siteOfFile, texts } from './element-page.ts'
import { openFeed } from './viewer-page.ts'

const site = await siteOfFile()

const overflows = (page: Page) =>
  page
    .locator('photo-feed dialog')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

describe.each([
  [1280, 800],
  [390, 844],
  // 1280 × 1024 pixels at 400 %.
  [320, 256],
])('%i × %i pixels', (width, height) => {
  test('axe finds no violation, and nothing is cut off', async () => {
    const { page, feed, viewer } = await openFeed(site, {
      viewport: { width, height },
      before: '<main><h1>A site</h1>',
    })
    await feed.cards.nth(1).locator('a').click()
    await viewer.media.and(page.locator('[data-ready]')).waitFor()
    await viewer.settled()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await violations(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
    for (const name of ['Close', texts.nextPost]) {
      await viewer.button(name).scrollIntoViewIfNeeded()
      const box = await viewer.button(name).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBe(44)
    }
    await viewer.link.click({ trial: true })
  })
})

test('works where a site forbids inline styles and HTML from scripts', async () => {
  const service = site.mock.url
  const policy = [
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${service}`,
    `img-src ${service} data:; media-src ${service}; require-trusted-types-for 'script'`,
  ].join('; ')
  const { page, feed, viewer, errors } = await openFeed(site, { policy })
  await feed.cards.nth(1).locator('a').click()
  await viewer.media.and(page.locator('[data-ready]')).waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await expect
    .poll(() => viewer.media.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(0)
  const ground = await viewer.dialog.evaluate((dialog) => getComputedStyle(dialog).backgroundColor)
  expect(ground).toBe('rgb(12, 13, 15)')
  await page.keyboard.press('Escape')
  await viewer.closed()
  expect(errors).toEqual([])
})

test.runIf(engine === 'chromium')('the page prints without the viewer', async () => {
  const { page, feed, viewer } = await openFeed(site)
  await feed.cards.first().locator('a').click()
  await viewer.dialog.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await viewer.dialog.isVisible()).toBe(false)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
    'visible',
  )
})

test('the page styles parts and colors of the viewer', async () => {
  const { feed, viewer } = await openFeed(site, {
    before: `<style>
      photo-feed { --photo-feed-viewer-panel: rgb(1, 2, 3) }
      photo-feed::part(viewer-caption) { color: rgb(4, 5, 6) }
      dialog, button { display: none !important; color: red !important }
    </style>`,
  })
  await feed.cards.first().locator('a').click()
  const style = (part: string, name: 'color' | 'backgroundColor') =>
    viewer.dialog
      .locator(`[part=${part}]`)
      .evaluate((element, name) => getComputedStyle(element)[name], name)
  expect(await style('viewer-panel', 'backgroundColor')).toBe('rgb(1, 2, 3)')
  expect(await style('viewer-caption', 'color')).toBe('rgb(4, 5, 6)')
  expect(await viewer.button('Close').isVisible()).toBe(true)
})

test('keys reach every control, and stay in the viewer', async () => {
  const { page, feed, viewer } = await openFeed(site)
  await feed.cards.nth(1).locator('a').press('Enter')
  await viewer.dialog.waitFor()
  const focused = () =>
    page.evaluate(() => {
      let active = document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      return active?.getAttribute('name') ?? (active?.id || active?.getAttribute('part'))
    })
  expect(await focused()).toBe('viewer')
  const order: unknown[] = []
  for (const _ of [1, 2, 3, 4, 5, 6, 7]) {
    await page.keyboard.press('Tab')
    order.push(await focused())
  }
  expect(order).toEqual([
    'track',
    'next',
    'viewer-username',
    'viewer-link',
    'previousPost',
    'nextPost',
    'close',
  ])
  await page.keyboard.press('Enter')
  await viewer.closed()
})
