import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { engine } from '../../test-support/browser.ts'
import { layoutShifts } from '../../test-support/layout-shifts.ts'
import { feedTag } from '../editor/tag.ts'
import { siteOfFile } from './element-page.ts'

const site = await siteOfFile()

const follower = '<p>What follows the photos on the site.</p>'.repeat(30)

/** Every response of the service takes as long as on a slow line. */
const delayMs = 200

/** A page with the two lines in a column of text. It notes where what follows is when the script has run. */
function pageWith(height?: number): string {
  const tag = feedTag({
    ...{ baseUrl: site.mock.url, id: site.mock.key('premium').slice(0, 8) },
    ...{ profileUrl: 'https://www.instagram.com/your.account/', height },
  })
  return `<script>
    window.topOf = () => document.querySelector('main > p')?.getBoundingClientRect().top
    addEventListener('photo-feeds', () => { window.first ??= topOf() })
  </script><main style="max-width: 620px; margin: auto"><h1>A site</h1>${tag}${follower}</main>`
}

/** Delays the service, and adds to the saved look. */
const delayed = (look: Readonly<Record<string, string>>) => (page: Page) =>
  page.route(`${site.mock.url}/**`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    const url = route.request().url()
    if (!url.includes('/f/')) return route.continue()
    await route.fulfill({ contentType: 'text/javascript', body: await scriptWith(look) })
  })

/** The script of a feed as the server has it with a look. */
async function scriptWith(look: Readonly<Record<string, string>>): Promise<string> {
  const { feedPrefix } = await import('../editor/feed-script.ts')
  const { url, key } = site.mock
  const feed = { src: url, apiKey: key('premium'), hasMore: true }
  const prefix = feedPrefix(key('premium').slice(0, 8), {
    ...feed,
    look: { 'page-size': '6', ...look },
  })
  return prefix + (await (await fetch(`${url}/embed.js`)).text())
}

const posts = (page: Page) => page.locator('photo-feed li[data-post]').count()

test.each<[Record<string, string>, width: number, movement: number]>([
  [{ columns: '2 600:3' }, 1280, 8],
  [{ columns: '2 600:3' }, 390, 8],
  [{ layout: 'tiles' }, 1280, 8],
  [{ layout: 'carousel', columns: '2 600:3' }, 390, 8],
  [{ layout: 'list' }, 1280, 8],
  [{ layout: 'list' }, 390, 8],
  [{ columns: '3', theme: 'card', counts: '' }, 1280, 8],
  [{ columns: '3', theme: 'panel', captions: 'over' }, 1280, 8],
  // Their heights are known when the pictures and the biography are there.
  [{ layout: 'masonry', columns: '3' }, 1280, 150],
  [{ columns: '3', 'show-profile': '' }, 1280, 80],
])(
  'the first tick of the script reserves the height of %o, %i pixels wide',
  async (look, width, movement) => {
    const { page, errors } = await site.open(pageWith(), {
      ...{ viewport: { width, height: 900 }, prepare: delayed(look) },
    })
    await expect.poll(() => posts(page)).toBe(6)
    await page.waitForLoadState('networkidle')
    const [first, last] = (await page.evaluate('[first, topOf()]')) as [number, number]
    expect(Math.abs(last - first)).toBeLessThan(movement)
    expect(errors).toEqual([])
  },
)

test.runIf(engine === 'chromium').each([390, 1280])(
  'with a height in the code, nothing moves even when the script is late, %i pixels wide',
  async (width) => {
    const { page } = await site.open('<p>An empty page</p>')
    await delayed({ columns: '2 600:3' })(page)
    const shifts = await layoutShifts(page, site.address(pageWith(900)), width)
    expect(await posts(page)).toBe(6)
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05)
  },
)

test('a height in the code that is too large is given back', async () => {
  const { page } = await site.open(pageWith(2000))
  await expect.poll(() => posts(page)).toBe(6)
  const heightOf = () =>
    page.locator('photo-feed').evaluate((host) => (host as HTMLElement).offsetHeight)
  await expect.poll(heightOf).toBeLessThan(900)
})
