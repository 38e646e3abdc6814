import { controlsOf, createMock, type MockControls } from './mock.ts'
import { createMockFetch, type MockFetch } from './mock-fetch.ts'
import type { MockOptions } from './mock-options.ts'

export { UserError } from '@photofeed/core'
export { account, type CustomAccount, post } from './builders/account.ts'
export type { Fault, FaultConditions, FaultRequest, FaultSetting } from './fault-settings.ts'
export { mockEpoch } from './scenarios.ts'
export type { MockControls, MockFetch, MockOptions }

/** A photofeed service as a function. */
export interface MockFeed extends MockControls {
  /**
   * Responds as the service does to requests of its addresses, pictures and the platform's URLs included. Rejects with a
   * TypeError for other addresses and for broken connections.
   *
   * @example
   * const feed = createFeed({ baseUrl: 'https://photofeed.test', apiKey: mock.key('premium'), fetch: mock.fetch })
   */
  readonly fetch: MockFetch
}

/**
 * Creates a photofeed service in memory, with an account for each state, plan and fault.
 *
 * @example
 * const mock = createMockFeed()
 * const response = await mock.fetch(`https://photofeed.test/api/v1/me?api_key=${mock.key('premium')}`)
 *
 * @throws {UserError} when an option is invalid; its message lists the valid values
 */
export function createMockFeed(options: MockOptions = {}): MockFeed {
  const mock = createMock(options)
  return Object.assign(controlsOf(mock), { fetch: createMockFetch(mock) })
}
