import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { browserOfFile, type SharedBrowser } from '../../../test-support/browser.ts'
import { startPages } from './page-server.ts'

/** The pages and a browser for the tests of a file; both end with them. */
export function pagesInChromium() {
  let pages: Awaited<ReturnType<typeof startPages>>
  const browser = browserOfFile()
  beforeAll(async () => {
    pages = await startPages()
  })
  afterAll(() => pages?.close())
  return {
    /** The origin of the pages. */
    get url() {
      return pages.url
    },
    /** A new tab, which ends with the test. */
    tab: () => watchedPage(browser, pages.url),
  }
}

type PagesInChromium = ReturnType<typeof pagesInChromium>

/** The playground with the request that a fragment names; it ends with the test. */
export async function openPlayground({ url, tab }: PagesInChromium, fragment = ''): Promise<Page> {
  const page = await tab()
  await page.goto(`${url}/playground${fragment}`)
  return page
}

/** Sends what is in the form, and waits for a response with this status. */
export async function send(page: Page, status: number): Promise<void> {
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.locator('#status', { hasText: `${status} ` }).waitFor()
}

/** The body as it is shown. */
export const shownBody = (page: Page) => page.locator('#body').innerText()

/** A page that must contact no other host, break no policy and fail nowhere; it ends with the test. */
async function watchedPage(
  browser: Pick<SharedBrowser, 'newContext'>,
  origin: string,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const elsewhere: string[] = []
  const wrong: string[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) elsewhere.push(url)
  })
  context.on('console', (message) => {
    // Chromium writes a line for each rejected request too, and the tests send some.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
      wrong.push(message.text())
    }
  })
  context.on('weberror', (error) => wrong.push(String(error.error())))
  await context.exposeBinding('toldViolation', (_, violation: string) => wrong.push(violation))
  await context.addInitScript(() => {
    const { toldViolation } = window as unknown as { toldViolation(text: string): void }
    addEventListener('securitypolicyviolation', (event) =>
      toldViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
    )
  })
  onTestFinished(async () => {
    await context.close()
    expect({ elsewhere, wrong }).toEqual({ elsewhere: [], wrong: [] })
  })
  return context.newPage()
}
