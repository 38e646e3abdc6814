import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from './chromium.ts'
import { launchFirefox } from './firefox.ts'

/** The engine in which the tests of a project of vitest.config.ts run. */
export const engine = process.env.TEST_ENGINE === 'firefox' ? 'firefox' : 'chromium'

export type SharedBrowser = Pick<Browser, 'newPage' | 'newContext' | 'close'>

let shared: Promise<Browser> | undefined

/**
 * Returns the browser that the test files of a worker share; it ends with the worker. `close` closes the pages that were
 * opened through what was returned.
 */
export async function shareBrowser(): Promise<SharedBrowser> {
  shared ??= engine === 'firefox' ? launchFirefox() : launchChromium()
  const browser = await shared
  const contexts: BrowserContext[] = []
  return {
    async newContext(options) {
      const context = await browser.newContext(options)
      contexts.push(context)
      return context
    },
    async newPage(options) {
      const page = await browser.newPage(options)
      contexts.push(page.context())
      return page
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}

/** Shares the browser with the tests of a file, whose pages are closed after the last one. */
export function browserOfFile(): Omit<SharedBrowser, 'close'> {
  let browser: SharedBrowser
  beforeAll(async () => {
    browser = await shareBrowser()
  })
  afterAll(() => browser?.close())
  return {
    newContext: (options) => browser.newContext(options),
    newPage: (options) => browser.newPage(options),
  }
}
