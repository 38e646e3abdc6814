import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from '../../../testing/chromium.ts'
import { type PageServer, startPages } from './page-server.ts'
import { type PageOptions, watchedPage } from './watched-page.ts'

export interface PagesInChromium {
  /** The origin of the pages. */
  readonly url: string
  /** A new tab, which ends with the test. */
  tab(options?: PageOptions): Promise<Page>
}

/** The pages and a browser for the tests of a file; both end with them. */
export function pagesInChromium(): PagesInChromium {
  let pages: PageServer
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
    pages = await startPages()
  })
  afterAll(async () => {
    await browser?.close()
    await pages?.close()
  })
  return {
    get url() {
      return pages.url
    },
    tab: (options) => watchedPage(browser, pages.url, options),
  }
}
