import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchChromium } from './chromium.ts'
import { launchFirefox } from './firefox.ts'

/** The engine in which the tests of a project of vitest.config.ts run. */
export const engine = process.env.TEST_ENGINE === 'firefox' ? 'firefox' : 'chromium'

export type SharedBrowser = Pick<Browser, 'newPage' | 'newContext' | 'close'>

let shared: Promise<Browser> | undefined

/**
 * Returns the browser that the test files of a worker share; it starts with the first page, and ends with the worker. `close`
 * closes the pages that were opened through what was returned.
 */
export function shareBrowser(): SharedBrowser {
  const contexts: BrowserContext[] = []
  async function open() {
    shared ??= engine === 'firefox' ? launchFirefox() : launchChromium()
    return shared
  }
  return {
    async newContext(options) {
      const context = await (await open()).newContext(options)
      contexts.push(context)
      return context
    },
    async newPage(options) {
      const page = await (await open()).newPage(options)
      contexts.push(page.context())
      return page
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}

/** Returns the browser for the tests of a file. What they opened is closed after the last one. */
export function browserOfFile(): SharedBrowser {
  const browser = shareBrowser()
  afterAll(() => browser.close())
  return browser
}
