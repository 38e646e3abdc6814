import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../../test-support/accessibility.ts'
import { hurdles, overflow } from '../../test-support/walk.ts'
import { type BrowserSite, openSite } from './browser-site.ts'
import { buildSite, builtPages } from './built-site.ts'
import { questions } from './questions.ts'

let site: BrowserSite
// Test names need the list before the hooks run.
await buildSite()

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

describe('each page', () => {
  test.each(builtPages())(
    '/%s has no errors, foreign requests or violations, and fits a phone',
    async (path) => {
      const { page, problems } = await site.open(path ? `${path}/` : '')
      expect(await violations(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 800 })
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBe(0)
      expect(problems).toEqual([])
    },
  )
})

test.each(['', 'guides/errors/', 'reference/element/', 'contract/rules/'])(
  '/%s has no hurdles',
  async (path) => {
    const { page } = await site.open(path)
    expect(await hurdles(page)).toEqual([])
  },
)

describe('each example', () => {
  test.each(builtPages())('of /%s runs in every state', async (path) => {
    const { page, problems } = await site.open(path ? `${path}/` : '')
    const examples = page.locator('[data-live]')
    for (let index = 0; index < (await examples.count()); index++) {
      const example = examples.nth(index)
      await example.scrollIntoViewIfNeeded()
      await example.and(page.locator('[data-ran=true]')).waitFor()
      const buttons = example.locator('button[data-state]')
      for (let number = 0; number < (await buttons.count()); number++) {
        const button = buttons.nth(number)
        const state = await button.getAttribute('data-state')
        await button.click()
        await example.and(page.locator(`[data-ran=true][data-state=${state}]`)).waitFor()
        const isFailure = ['invalid', 'error', 'offline'].includes(state ?? '')
        const errors = await example.locator('.notice').count()
        // While the service is down, a cache returns the last page.
        const isCached = (await example.getAttribute('data-example')) === 'caching'
        if (await example.and(page.locator('[data-live=code]')).count())
          if (!isFailure || isCached) expect([state, errors]).toEqual([state, 0])
      }
    }
    expect(problems).toEqual([])
  })
})

describe('the search', () => {
  test.each(questions)('finds: $question', async ({ question, search, typed, page: answer }) => {
    const { page } = await site.open('start/what-it-is/')
    await page.getByRole('button', { name: 'Search' }).click()
    const field = page.getByRole('dialog').getByRole('textbox')
    const links = page.locator('.pagefind-ui__result-link')
    const found = () =>
      links.evaluateAll((all) =>
        all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      )
    const fill = async (text: string) => {
      await field.fill('')
      await expect.poll(() => links.count()).toBe(0)
      await field.fill(text)
    }
    if (search) {
      await fill(search)
      await expect.poll(async () => (await found()).slice(0, 15)).toContain(`/${answer}/`)
    }
    for (const text of typed ? [question, typed] : [question]) {
      await fill(text)
      const pages = async () => [...new Set(await found())].slice(0, 5)
      await expect.poll(pages).toContain(`/${answer}/`)
    }
  })
})
