import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../../../test-support/accessibility.ts'
import { owned } from './page-server.ts'
import { pagesInChromium } from './pages.ts'

const pages = pagesInChromium()
/** The page with its editors and the schema loaded. */
async function open(): Promise<Page> {
  const page = await pages.tab()
  await page.goto(`${pages.url}/explorer`)
  await page.locator('.graphiql-query-editor .view-line').first().waitFor()
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.getByText('OrderByClause').first().waitFor()
  return page
}

async function runQuery(page: Page, shown: string) {
  await page.getByRole('button', { name: /^Execute query/ }).click()
  await page.locator('.result-window', { hasText: shown }).waitFor()
}

// One visit for all: loading the editors is most of the work.
test('each query is sent with the chosen key, which is never stored; the page is accessible, but for one defect of GraphiQL, fits on a phone, and marks mistakes in both color schemes', async () => {
  const page = await open()
  await runQuery(page, '"username": "harbour.and.hearth"')
  const { local, session } = await page.evaluate(() => ({
    local: JSON.stringify(localStorage),
    session: JSON.stringify(sessionStorage),
  }))
  expect(local).toBe('{}')
  // Queries stay as long as the tab is open.
  expect(session).toContain('query Feed')
  for (const { apiKey } of owned) expect(session).not.toContain(apiKey)

  await page.getByLabel('Account').selectOption('regenerated (Premium)')
  await runQuery(page, 'INVALID_API_KEY')
  await page.getByLabel('Account').selectOption('free (Free)')
  await runQuery(page, '"username": "harbourandhearth"')

  // Its tabs have role=tab on the element around the button.
  const tabs = ['nested-interactive', [['li']]]
  expect(await violations(page)).toEqual([tabs])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const query = await page.locator('.graphiql-editors').boundingBox()
  const answer = await page.locator('.graphiql-response').boundingBox()
  expect(answer?.y).toBeGreaterThanOrEqual((query?.y ?? 0) + (query?.height ?? 0))

  await page.locator('.graphiql-query-editor .view-lines').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('{ me { usernam ')
  await page.locator('.graphiql-query-editor .squiggly-error').first().waitFor()

  const editor = page.locator('.graphiql-query-editor .monaco-editor').first()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => page.evaluate(() => document.body.className)).toContain('graphiql-light')
  await expect.poll(() => editor.getAttribute('class')).not.toContain('vs-dark')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => page.evaluate(() => document.body.className)).toContain('graphiql-dark')
  await expect.poll(() => editor.getAttribute('class')).toContain('vs-dark')
})
