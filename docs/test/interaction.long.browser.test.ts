import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coveredFocus, violations } from '../../test-support/accessibility.ts'
import { type BrowserSite, exampleHasRun, openSite } from './browser-site.ts'

let site: BrowserSite

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

/** Returns how much the page has moved since it began to load. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            sum += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 500)
      }),
  )
}

test('the first page shows a feed, weighs little, and does not move', async () => {
  const { page, problems, weight } = await site.open('')
  const shift = await layoutShift(page)
  await exampleHasRun(page)
  expect(shift).toBeLessThan(0.02)
  // The element loads when the browser is idle.
  await page.waitForLoadState('networkidle')
  expect(weight()).toBeLessThan(200_000)
  await page.getByRole('button', { name: 'Offline' }).click()
  await page.locator('photo-feed').getByText('These photos cannot be shown').waitFor()
  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])
})

test.each([
  ['reference/rest/', 1280],
  ['run/platform-app/', 390],
] as const)('the page %s does not move, %d pixels wide', async (path, width) => {
  const { page } = await site.open(path, width)
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('long lines of code fit a phone', async () => {
  const { page } = await site.open('reference/cli/', 390)
  await page.waitForLoadState('networkidle')
  // Code that scrolls becomes a region, which would need a name.
  expect(await page.locator('pre[role=region]').count()).toBe(0)
  const bar = page.locator('mobile-starlight-toc nav')
  expect(await bar.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
})

test('an example runs in the page, and its code can be edited', async () => {
  const { page, problems } = await site.open('start/first-picture/')
  await exampleHasRun(page)
  const example = page.locator('[data-live=code]').first()
  expect(await example.locator('.live-result img').count()).toBeGreaterThan(0)
  await example.getByRole('button', { name: 'Invalid request' }).click()
  await example.getByText('Correct the options').waitFor()
  const copy = await example.getByRole('button', { name: 'Copy' }).boundingBox()
  const code = await example.locator('textarea').boundingBox()
  expect((copy?.y ?? 0) + (copy?.height ?? 0)).toBeLessThanOrEqual(code?.y ?? 0)
  await example.getByRole('button', { name: 'Ready' }).click()
  await example.locator('textarea').fill("console.log('edited')")
  await example.locator('.live-result').getByText('edited').waitFor()
  await example.locator('textarea').fill('const size: number = 4')
  await example.getByText('The editor runs JavaScript, without types').waitFor()
  await example.locator('textarea').fill("console.log('before'); throw new Error('First')")
  await example.locator('.notice:first-child').getByText('First').waitFor()
  await example.locator('textarea').fill('console.log(10n, { id: 11n })')
  await example.locator('.live-result').getByText('"id": "11"').waitFor()
  await example
    .locator('textarea')
    .fill("setTimeout(() => missing()); Promise.reject(new Error('Not awaited'))")
  await example.locator('.notice').getByText('missing is not defined').waitFor()
  await example.locator('.notice').getByText('Not awaited').waitFor()
  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])
})

test('a cache returns the last page while the service is down', async () => {
  const { page, problems } = await site.open('guides/caching/')
  await exampleHasRun(page)
  const example = page.locator('[data-live=code]').first()
  await example.getByRole('button', { name: 'Offline' }).click()
  await example.locator('.live-result').getByText('fallback').waitFor()
  expect(problems).toEqual([])
})

test('the editor of the element writes its attributes', async () => {
  const { page, problems } = await site.open('show/html/')
  await exampleHasRun(page)
  const editor = page.locator('[data-live=element]')
  const code = editor.getByRole('region', { name: 'The element with this look' })
  expect(await code.innerText()).toContain('api-key="<API_KEY>" page-size="6"')
  await editor.getByRole('radio', { name: 'Tiles' }).check()
  expect(await code.innerText()).toContain('layout="tiles"')
  await editor.getByRole('button', { name: 'Offline' }).click()
  await editor.locator('photo-feed').getByText('These photos cannot be shown').waitFor()
  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])
})

test('the panel of the mock changes what a feed reads', async () => {
  const { page, problems } = await site.open('test/mock/')
  await exampleHasRun(page, 1)
  const example = page.locator('[data-live=panel]')
  await example.getByRole('button', { name: 'Open the panel' }).click()
  await page.getByRole('button', { name: 'No posts' }).click()
  await example.getByRole('button', { name: 'Load the feed again' }).click()
  await example.locator('photo-feed [part=message]').getByText('No posts yet').waitFor()
  expect(problems).toEqual([])
})

test('the checker finds the mistake of a mock', async () => {
  const { page, problems } = await site.open('contract/verdicts/')
  await exampleHasRun(page)
  await page.locator('[data-live=checker]').getByText('me-key-missing').waitFor()
  expect(problems).toEqual([])
})

test('rules can be filtered', async () => {
  const { page, problems } = await site.open('contract/rules/')
  await page.getByRole('searchbox', { name: 'Filter rules' }).fill('me-key-missing')
  await page.getByText(/^1 of \d+ rules$/).waitFor()
  expect(await page.locator('li:has(> a[id])').filter({ visible: true }).count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Filter rules' }).fill('')
  expect(await violations(page)).toEqual([])
  // 1280 pixels at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  expect(await coveredFocus(page, 40)).toEqual([])
  expect(problems).toEqual([])
})

test('a code block can be copied, and the choice of a tab is remembered', async () => {
  const { page, problems } = await site.open('start/first-picture/')
  await page.getByRole('tab', { name: 'Node' }).click()
  await page.reload()
  expect(await page.getByRole('tab', { name: 'Node' }).getAttribute('aria-selected')).toBe('true')
  expect(await page.getByRole('button', { name: /Copy/ }).count()).toBeGreaterThan(0)
  expect(problems).toEqual([])
})

test.each(['', 'no/such/page/'])('on a phone, /%s has the menu of the pages', async (path) => {
  const { page } = await site.open(path)
  const menu = page.getByRole('button', { name: 'Menu' })
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Keys' })
  expect([await menu.isVisible(), await link.isVisible()]).toEqual([false, false])
  await page.setViewportSize({ width: 390, height: 800 })
  await menu.focus()
  await page.keyboard.press('Enter')
  await link.waitFor()
  expect(await violations(page)).toEqual([])
  await link.click()
  await page.waitForURL(/guides\/keys\/$/)
})

test('the search opens with a slash, and takes what is typed at once', async () => {
  const { page } = await site.open('start/what-it-is/')
  await page.keyboard.press('/')
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.waitFor()
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true)
})

test('the search says when no page has a word', async () => {
  const { page } = await site.open('start/what-it-is/')
  await page.getByRole('button', { name: 'Search' }).click()
  const field = page.getByRole('dialog').getByRole('textbox')
  const common = page.getByRole('navigation', { name: 'Common pages' })
  await common.getByRole('link', { name: 'Quick start' }).waitFor()
  for (const word of ['zzqqxx', 'zebra']) {
    await field.fill(word)
    await page.getByRole('status').getByText(`No results for ${word}`).waitFor()
    expect(await page.locator('.pagefind-ui__result-link').count()).toBe(0)
  }
  expect(await common.isVisible()).toBe(true)
  await field.fill('broken connections')
  const first = page.locator('.pagefind-ui__result').first()
  await first.waitFor()
  expect(await common.isVisible()).toBe(false)
  const titles = await first.locator('.pagefind-ui__result-link').allInnerTexts()
  expect(titles.filter((title) => title === 'Broken connections')).toHaveLength(1)
  expect(await page.locator('.pagefind-ui__result-excerpt').allInnerTexts()).not.toContainEqual(
    expect.stringContaining('await feed'),
  )
})

test('an unknown address has a page with a search', async () => {
  const { page } = await site.open('nowhere/')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  const found = await violations(page)
  expect(found.filter((violation) => `${violation}`.startsWith('placeholder'))).toEqual([])
  await page.getByRole('dialog').getByRole('textbox').fill('Instagram')
  await page.locator('.pagefind-ui__result-link').first().waitFor()
})
