import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrowserSite, openSite } from './browser-site.ts'
import { buildSite } from './built-site.ts'
import { searches } from './searches.ts'

let site: BrowserSite

beforeAll(async () => {
  await buildSite()
  site = await openSite()
})
afterAll(() => site?.close())

test('each search has the right page first, or nothing', async () => {
  const { page } = await site.open('start/what-it-is/')
  // As text: what transforms the tests replaces the import.
  const found: (string | null)[] = await page.evaluate(`(async (all) => {
    const { search } = await import('/pagefind/pagefind.js')
    const first = []
    for (const typed of all) {
      const { results } = await search(typed)
      const data = await results[0]?.data()
      first.push(data ? new URL(data.url, location.href).pathname.replaceAll(/^\\/|\\/$/g, '') : null)
    }
    return first
  })(${JSON.stringify(searches.map(([typed]) => typed))})`)
  expect(found.map((path, index) => [searches[index]?.[0], path])).toEqual(searches)
})
