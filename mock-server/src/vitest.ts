import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type MockMatchers, matchers } from './matchers.ts'
import type { MockOptions } from './mock-options.ts'
import { createMswMock, type MswMock } from './transport/msw.ts'

declare global {
  // The Assertion of Vitest has other type parameters in each major version, but takes over the members of this one in all.
  namespace Chai {
    interface Assertion extends MockMatchers {}
  }
}

expect.extend(matchers)

/**
 * Creates a mock for the tests of a file, with MSW in Node. A request that it does not serve fails. After each test, the
 * warnings of the test are thrown and the mock is reset.
 *
 * @example
 * const mock = setupMock({ baseUrl: 'https://photofeed.test' })
 *
 * test('requests the next page once', async () => {
 *   …
 *   expect(mock).toHaveRequested('me', { query: { 'page[cursor]': '*' }, times: 1 })
 * })
 *
 * @throws {UserError} when an option is invalid; its message lists the valid values
 */
export function setupMock(options: MockOptions = {}): MswMock {
  const mock = createMswMock(options)
  const server = setupServer(...mock.handlers)
  beforeAll(() => {
    // MSW 3 has renamed the option.
    server.listen({ ...{ onUnhandledRequest: 'error' }, onUnhandledFrame: 'error' })
  })
  afterEach(() => {
    mock.verify()
    mock.reset()
  })
  afterAll(() => server.close())
  return mock
}
