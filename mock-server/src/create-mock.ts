import { controlsOf, type MockControls } from './mock-controls.ts'
import type { MockOptions } from './mock-options.ts'
import { createService } from './service.ts'
import { createMockFetch, type MockFetch } from './transport/mock-fetch.ts'

/** A photofeed service in memory. */
export interface Mock extends MockControls {
  /**
   * The service as a function: responds to requests of its addresses, pictures and the platform's URLs included. Rejects with
   * a TypeError for other addresses and for broken connections.
   *
   * @example
   * const feed = createFeed({ baseUrl: 'https://photofeed.test', apiKey: mock.key('premium'), fetch: mock.fetch })
   */
  readonly fetch: MockFetch
}

/**
 * Creates a photofeed service in memory, with an account for each state, plan and fault. It runs in every runtime.
 *
 * @example
 * const mock = createMock()
 * const response = await mock.fetch(`https://photofeed.test/api/v1/me?api_key=${mock.key('premium')}`)
 *
 * @throws {UserError} when an option is invalid; its message lists the valid values
 */
export function createMock(options: MockOptions = {}): Mock {
  const service = createService(options)
  return Object.assign(controlsOf(service), { fetch: createMockFetch(service) })
}
