import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../../../test-support/accessibility.ts'
import { engine } from '../../../test-support/browser.ts'
import { hurdles, overflow, walks } from '../../../test-support/walk.ts'
import { owned } from './page-server.ts'
import { pagesInChromium } from './pages.ts'

const pages = pagesInChromium()

async function open(): Promise<Page> {
  const page = await pages.tab()
  await page.goto(`${pages.url}/explorer`)
  await page.getByRole('textbox', { name: 'Query' }).waitFor()
  return page
}

async function runQuery(page: Page, shown: string) {
  await page.getByRole('button', { name: 'Run the query' }).click()
  await page.locator('.response', { hasText: shown }).waitFor()
}

async function typeQuery(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Query' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

test('each query is sent with the chosen key, which is never stored', async () => {
  const page = await open()
  await runQuery(page, '"username": "harbour.and.hearth"')
  const { local, session } = await page.evaluate(() => ({
    local: JSON.stringify(localStorage),
    session: JSON.stringify(sessionStorage),
  }))
  expect(local).toBe('{}')
  // Queries stay as long as the tab is open.
  expect(session).toContain('me(first: 6)')
  for (const { apiKey } of owned) expect(session).not.toContain(apiKey)

  await page.getByLabel('Account').selectOption('regenerated (Premium)')
  await runQuery(page, 'INVALID_API_KEY')
  await page.getByLabel('Account').selectOption('free (Free)')
  await runQuery(page, '"username": "harbourandhearth"')
})

test('an example takes the place of the query, and runs', async () => {
  const page = await open()
  await page.getByLabel('Examples').selectOption('All parameters')
  expect(await page.getByRole('textbox', { name: 'Query' }).innerText()).toContain('query Feed')
  await page.locator('.response', { hasText: '"lastFetchAt"' }).waitFor()
})

test('the editor completes fields, marks mistakes, and runs the operation at the cursor', async () => {
  const page = await open()
  await typeQuery(page, '{ me { usern')
  const option = page.getByRole('option', { name: 'username' })
  await option.waitFor()
  // CodeMirror ignores a click in the first 75 ms of a list.
  await page.waitForTimeout(150)
  await option.click()
  await page.keyboard.type(' } } query Second { me { biography } }')
  await page.getByRole('button', { name: 'Format' }).click()
  expect(await page.getByRole('textbox', { name: 'Query' }).innerText()).toContain(
    '\n  me {\n    username\n  }\n',
  )
  await page.keyboard.press('ControlOrMeta+End')
  await typeQuery(page, 'query One { me { username } } query Second { me { biography } }')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.locator('.response', { hasText: '"biography"' }).waitFor()

  await typeQuery(page, '{ me { usernam } }')
  await page.locator('.query .cm-lintRange-error').first().waitFor()
  await runQuery(page, 'Cannot query field')

  await page.getByRole('textbox', { name: 'Variables' }).fill('{')
  await page.getByRole('button', { name: 'Run the query' }).click()
  await page.getByText('The variables are not valid JSON').waitFor()
})

test.runIf(engine === 'chromium')('with reduced motion the cursor does not blink', async () => {
  const page = await open()
  await page.getByRole('textbox', { name: 'Query' }).click()
  const animations = () => page.evaluate(() => document.getAnimations().length)
  await expect.poll(animations).toBe(1)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animations()).toBe(0)
})

test.runIf(engine === 'chromium')(
  'it documents the schema, is accessible in both color schemes, and fits on a phone',
  async () => {
    const page = await open()
    await runQuery(page, '"username"')
    if (walks) expect(await hurdles(page)).toEqual([])
    await page.getByRole('button', { name: 'Documentation' }).click()
    await page.getByRole('link', { name: 'OrderByClause' }).first().click()
    await page.getByRole('heading', { name: 'OrderByClause' }).waitFor()
    expect(await violations(page)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    // The response takes its place back.
    await runQuery(page, '"username"')
    expect(await page.getByRole('heading', { name: 'OrderByClause' }).isVisible()).toBe(false)
    const query = await page.locator('.query').boundingBox()
    const response = await page.locator('.response').boundingBox()
    expect(response?.y).toBeGreaterThanOrEqual((query?.y ?? 0) + (query?.height ?? 0))
  },
)
