import { UserError } from '@photofeed/core'
import type * as Browser from './browser.ts'

export { UserError } from '@photofeed/core'

// What the entry `browser` is outside of pages. A framework that renders a page on its server bundles the page for Node
// too, where MSW has no `msw/browser`.

async function fail(): Promise<never> {
  throw new UserError(
    'startMockWorker and showPanel run in pages only. In Node, pass `...mswHandlers(mock)` to `setupServer` of msw/node.',
  )
}

export const startMockWorker: typeof Browser.startMockWorker = fail
export const showPanel: typeof Browser.showPanel = fail
