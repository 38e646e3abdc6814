import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '../test/element-page.ts'
import type { Values } from './reserved-height.ts'
import { firstAttributes, type PlaceName, profileUrlOf, snippet } from './snippets.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const text = '<p>What follows is as long as the text of a small site.</p>'.repeat(30)

/** Opens a page with the copied text on a slow line, and returns the sum of its layout shifts from the first paint on. */
async function shiftsOf(place: PlaceName, attributes: Values, width: number, column = width) {
  const plan = Number(attributes.limit) > 6 ? 'premium' : 'free'
  const { mock } = site
  const copied = snippet(place, {
    ...{ baseUrl: mock.url, apiKey: mock.key(plan), attributes },
    profileUrl: profileUrlOf('harbour.and.hearth'),
  })
  const { page, errors } = await site.open(
    `<main style="max-width: ${column}px; margin: auto"><h1>A site</h1><p>Our photos</p>${copied}${text}</main>`,
    {
      viewport: { width, height: width < 600 ? 844 : 900 },
      prepare: async (page) => {
        await page.addInitScript(() => {
          const shifts: [number, unknown][] = []
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              shifts.push([
                (entry as any).value,
                (entry as any).sources.map((s: any) => [
                  s.node?.nodeName,
                  s.previousRect.top,
                  s.currentRect.top,
                ]),
              ])
          }).observe({ type: 'layout-shift', buffered: true })
          Object.assign(window, { shifts })
        })
        await page.route(`${mock.url}/**`, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 500))
          await route.continue()
        })
      },
    },
  )
  const height0 = await page
    .locator('a')
    .first()
    .evaluate((a) => (a as HTMLElement).offsetHeight)
  const feed = page.locator('photo-feed')
  await feed.locator('li a img').first().waitFor()
  await page.waitForLoadState('networkidle')
  const height1 = await feed.evaluate((a) => (a as HTMLElement).offsetHeight)
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: [number, unknown][] }).shifts,
  )
  expect(errors).toEqual([])
  console.log(place, attributes, width, column, height0, height1, JSON.stringify(shifts))
  return shifts.reduce((sum, [value]) => sum + value, 0)
}

test.each<[PlaceName, Values, number, number?]>([
  ['html', firstAttributes('premium'), 390],
  ['html', firstAttributes('free'), 390],
  ['html', firstAttributes('free'), 1280],
  ['wordpress', firstAttributes('premium'), 1280, 620],
  ['wordpress', firstAttributes('free'), 1280, 620],
  ['html', { limit: '6', layout: 'tiles' }, 1280, 620],
  ['html', { limit: '6', layout: 'carousel', columns: '2 600:3' }, 1280, 620],
  ['html', { limit: '4', layout: 'list' }, 1280, 620],
  ['html', { limit: '6', layout: 'masonry', columns: '2 600:3' }, 1280, 620],
  ['html', { limit: '6', columns: '2 600:3', header: '', counts: '' }, 1280, 620],
  ['html', { limit: '6', columns: '2 600:3', theme: 'card' }, 1280, 620],
  ['html', { limit: '6', columns: '2 600:3', theme: 'panel', captions: 'over' }, 1280, 620],
])('%s %o %d', async (place, attributes, width, column) => {
  expect(await shiftsOf(place, attributes, width, column)).toBeLessThan(0.02)
})
