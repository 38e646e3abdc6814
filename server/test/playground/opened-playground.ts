import type { Page } from 'playwright-core'
import type { PagesInChromium } from './pages-in-chromium.ts'
import type { PageOptions } from './watched-page.ts'

/** The playground with the request that a fragment names; it ends with the test. */
export async function openPlayground(
  { url, tab }: PagesInChromium,
  fragment = '',
  options: PageOptions = {},
): Promise<Page> {
  const page = await tab(options)
  await page.goto(`${url}/playground${fragment}`)
  return page
}

/** Sends what is in the form, and waits for an answer of this status. */
export async function send(page: Page, status: number): Promise<void> {
  await page.getByRole('button', { name: 'Send the request' }).click()
  await page.locator('#status', { hasText: `${status} ` }).waitFor()
}

/** The body as it is shown. */
export const shownBody = (page: Page) => page.locator('#body').innerText()
