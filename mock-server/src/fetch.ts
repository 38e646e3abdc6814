import { createMock } from './mock.ts'
import { controlsOf, type MockControls } from './mock-controls.ts'
import type { MockOptions } from './mock-options.ts'
import { createMockFetch, type MockFetch } from './transport/mock-fetch.ts'

export { UserError } from '@photofeed/core'
export { mockEpoch } from './accounts/scenarios.ts'
export { account, type CompleteAccount, post } from './builders/account.ts'
export type { Fault, FaultConditions, FaultSetting } from './faults/fault-settings.ts'
export type { MockControls, MockFetch, MockOptions }

/** A photofeed service as a function. */
export interface FetchMock extends MockControls {
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
 * const mock = createFetchMock()
 * const response = await mock.fetch(`https://photofeed.test/api/v1/me?api_key=${mock.key('premium')}`)
 *
 * @throws {UserError} when an option is invalid; its message lists the valid values
 */
export function createFetchMock(options: MockOptions = {}): FetchMock {
  const mock = createMock(options)
  return Object.assign(controlsOf(mock), { fetch: createMockFetch(mock) })
}
