import type { HttpHandler } from 'msw'
import { createMock, type MockOptions } from './mock.ts'
import { controlsOf, type MockControls } from './mock-controls.ts'
import { createHandlers } from './msw/handlers.ts'

/** A photofeed service for MSW. */
export interface MockFeed extends MockControls {
  /** For `setupServer(...mock.handlers)` in Node and `setupWorker(...mock.handlers)` in a browser. */
  readonly handlers: HttpHandler[]
}

/**
 * A photofeed service in memory, holding an account for each state, plan and fault.
 *
 * @example
 * const mock = createMockFeed({ baseUrl: 'https://feed.test' })
 * const server = setupServer(...mock.handlers)
 * const feed = createFeed({ baseUrl: 'https://feed.test', apiKey: mock.key('premium') })
 *
 * @throws {UserError} when an option is wrong; its message says what there is.
 */
export function createMockFeed(options: MockOptions = {}): MockFeed {
  const mock = createMock(options)
  return Object.assign(controlsOf(mock), { handlers: createHandlers(mock) })
}
