import { expect, test } from 'vitest'
import { violations } from '../../../test-support/accessibility.ts'
import { owned } from './page-server.ts'
import { pagesInChromium } from './pages.ts'

const pages = pagesInChromium()

test.each([1280, 390])('the editor shows the feed of an account, %i pixels wide', async (width) => {
  const page = await pages.tab()
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`${pages.url}/editor`)
  const posts = page.locator('photo-feed li[data-post]')
  await expect.poll(() => posts.count()).toBe(9)
  const code = page.getByRole('region', { name: 'Code to paste' })
  expect(await code.innerText()).toContain(`api-key="${owned[0]?.apiKey}" page-size="9"`)
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Account').selectOption({ index: 1 })
  await expect.poll(() => posts.count()).toBe(6)
  expect(await code.innerText()).toContain(`api-key="${owned[1]?.apiKey}" page-size="6"`)
})
