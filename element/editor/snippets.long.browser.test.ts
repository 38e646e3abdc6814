import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePageSize } from '../../sdk/src/generated/facts.ts'
import { type Site, startSite } from '../test/element-page.ts'
import type { Values } from './reserved-height.ts'
import { firstAttributes, type PlaceName, places, profileUrlOf, snippet } from './snippets.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const profileUrl = profileUrlOf('harbour.and.hearth')

function copied(place: PlaceName, attributes: Values, properties: Values = {}): string {
  const { mock } = site
  const plan = Number(attributes['page-size']) > freePageSize ? 'premium' : 'free'
  return snippet(place, {
    ...{ baseUrl: mock.url, apiKey: mock.key(plan), profileUrl, attributes, properties },
  })
}

const follower = '<p>What follows the photos on the site.</p>'.repeat(30)

/** Every response of the service takes as long as on a slow line. */
const delayMs = 200

/** Opens a page with the copied text. Returns its layout shifts from the first paint on, and how far the height was off. */
async function show(text: string, width: number, column: number) {
  const body = `<main style="max-width: ${column}px; margin: auto"><h1>A site</h1>${text}${follower}</main>`
  const { page, errors } = await site.open(body, {
    viewport: { width, height: 900 },
    prepare: async (page) => {
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        addEventListener('DOMContentLoaded', () => {
          const place = document.querySelector<HTMLElement>('photo-feed,[data-photo-feed]')
          Object.assign(window, { reserved: place?.offsetHeight })
        })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as PerformanceEntry & { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.route(`${site.mock.url}/**`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        await route.continue()
      })
    },
  })
  const feed = page.locator('photo-feed')
  await feed.locator('li a img').first().waitFor()
  await page.waitForLoadState('networkidle')
  const displayed = await feed.boundingBox()
  const [shifts, reserved] = (await page.evaluate('[shifts, reserved]')) as [number[], number]
  expect(errors).toEqual([])
  return {
    shift: shifts.reduce((sum, value) => sum + value, 0),
    difference: Math.abs((displayed?.height ?? 0) - reserved),
  }
}

const columns = '2 600:3'

test.each<[PlaceName, Values, width: number, column: number, properties?: Values]>([
  ['html', firstAttributes('premium'), 390, 390],
  ['wordpress', firstAttributes('premium'), 1280, 620],
  ['wordpress', firstAttributes('free'), 1280, 620],
  ['shopify', { 'page-size': '6', columns, theme: 'panel', captions: 'over' }, 1280, 620],
  ['html', { 'page-size': '6', columns, theme: 'card', gap: '32px' }, 1280, 900],
  [
    'html',
    { 'page-size': '6', columns, captions: 'none' },
    900,
    500,
    { '--photo-feed-ratio': '4/5' },
  ],
  ['html', { 'page-size': '6', columns, counts: '' }, 1280, 620],
  ['html', { 'page-size': '6', layout: 'tiles' }, 1280, 620],
  ['html', { 'page-size': '6', layout: 'carousel', columns }, 1280, 620],
  ['html', { 'page-size': '4', layout: 'list' }, 1280, 620],
])(
  'nothing moves below the copied text for %s with %o, %i pixels wide',
  async (place, attributes, width, column, properties) => {
    const { shift, difference } = await show(copied(place, attributes, properties), width, column)
    expect(shift).toBeLessThan(0.02)
    expect(difference).toBeLessThan(16)
  },
)

test('the header and the pictures of masonry have heights of their own, and move little', async () => {
  const header = copied('html', { 'page-size': '6', columns, 'show-profile': '' })
  expect((await show(header, 1280, 620)).shift).toBeLessThan(0.02)
  const masonry = copied('html', { 'page-size': '6', columns, layout: 'masonry' })
  expect((await show(masonry, 1280, 620)).shift).toBeLessThan(0.05)
})

test('without scripts, each text is a link to the profile', async () => {
  const names = Object.keys(places) as PlaceName[]
  const texts = names.map((place) => copied(place, firstAttributes('free')))
  const { page } = await site.open(texts.join(''), { javaScriptEnabled: false })
  const links = page.getByRole('link', { name: 'Our photos on Instagram' })
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(names.map(() => profileUrl))
})

test('in a frame, links open in a new tab', async () => {
  const { page } = await site.open(copied('wix', firstAttributes('free')))
  const link = page.locator('photo-feed li a').first()
  expect(await link.getAttribute('target')).toBe('_blank')
})
