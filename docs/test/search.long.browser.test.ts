import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrowserSite, openSite } from './browser-site.ts'
import { buildSite } from './built-site.ts'
import { questions } from './questions.ts'
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

test('each question of a newcomer has the page that answers it among the first five', async () => {
  const { page } = await site.open('start/what-it-is/')
  const found: string[][] = await page.evaluate(`(async (all) => {
    const { search } = await import('/pagefind/pagefind.js')
    const first = []
    for (const question of all) {
      const { results } = await search(question)
      const data = await Promise.all(results.slice(0, 5).map((result) => result.data()))
      first.push(data.map(({ url }) => new URL(url, location.href).pathname.replaceAll(/^\\/|\\/$/g, '')))
    }
    return first
  })(${JSON.stringify(questions.map(({ question }) => question))})`)
  const missing = questions.filter(({ page }, index) => !found[index]?.includes(page))
  expect(missing.map(({ question }) => question)).toEqual([])
})
