import type { EndpointName } from './endpoints.ts'
import { describe, type LogEntry, meetsFilter, type RequestConditions } from './log/request-log.ts'

/** What {@link MockMatchers.toHaveRequested} expects. */
interface ExpectedRequest extends Omit<RequestConditions, 'endpoint'> {
  /** The number of requests. By default at least one. */
  times?: number
}

/** The matchers, for the types of `expect`. */
export interface MockMatchers<Result = void> {
  /**
   * Whether a mock has responded to requests of an endpoint.
   *
   * @example
   * expect(mock).toHaveRequested('me', { query: { 'page[cursor]': '*' }, times: 1 })
   */
  toHaveRequested(endpoint: EndpointName, expected?: ExpectedRequest): Result
}

/**
 * Matchers for Vitest and Jest.
 *
 * @example
 * expect.extend(matchers)
 */
export const matchers = {
  toHaveRequested(
    this: { isNot?: boolean } | undefined,
    mock: { readonly requests: readonly LogEntry[] },
    endpoint: EndpointName,
    { times, ...conditions }: ExpectedRequest = {},
  ) {
    const { requests } = mock
    const found = requests.filter((request) => meetsFilter(request, { ...conditions, endpoint }))
    const wanted = JSON.stringify({ endpoint, ...conditions })
    const number = times === undefined ? 'At least 1' : `Exactly ${times}`
    const should = this?.isNot ? 'should not be' : 'should be'
    return {
      pass: times === undefined ? found.length > 0 : found.length === times,
      message: () =>
        `${number} of the requests ${should} ${wanted}, but ${found.length} are. ${describe(requests)}`,
    }
  },
}
