import type { PostControls } from './accounts/posts.ts'
import type { ListedScenario } from './accounts/scenarios.ts'
import type { TransitionMoment } from './accounts/schedule.ts'
import type { TransitionName } from './accounts/transitions.ts'
import { type ControlState, controlState, requestDetails } from './control/state.ts'
import type { Duration } from './durations.ts'
import type { FaultSetting } from './faults/fault-settings.ts'
import {
  type RequestFilter,
  type RequestList,
  toRequestList,
  waitForRequest,
} from './log/request-list.ts'
import type { LogEntry, RequestDetails } from './log/request-log.ts'
import type { Mock } from './mock.ts'

/** The controls for tests and pages, the same for every transport. */
export interface MockControls {
  /** Every scenario with its current key, plan and status. */
  readonly scenarios: readonly ListedScenario[]
  /** Returns the key of a scenario. */
  key(scenario: string): string
  /**
   * A copy of the requests to the API since the last reset, oldest first; of media only those with an error or a warning.
   * On a port, the latest 10,000.
   */
  readonly requests: RequestList
  /**
   * Resolves with the first request that meets a filter, of those since the last reset and the next ones.
   *
   * @example
   * await mock.waitForRequest({ endpoint: 'me', query: { 'page[cursor]': '*' } }, { timeout: 2000 })
   *
   * @throws {Error} after the timeout, by default a second, with the latest requests
   */
  waitForRequest(filter: RequestFilter, options?: { timeout?: number }): Promise<LogEntry>
  /** Runs a transition of an account, now or later. Several scheduled ones all happen. Returns the scenario after the call. */
  transition(scenario: string, name: TransitionName, moment?: TransitionMoment): ListedScenario
  /**
   * Sets the fault of a scenario's responses, by name or by settings; null clears it. Of several ones, a request has the
   * first one whose conditions it meets.
   *
   * @example
   * mock.fault('premium', { status: 503, retryAfter: 2, times: 1, when: { endpoint: 'rss' } })
   */
  fault(scenario: string, fault: FaultSetting | readonly FaultSetting[] | null): void
  /** Returns the functions that publish, change and remove posts of a scenario. */
  posts(scenario: string): PostControls
  /** Makes every request read this scenario, whatever key it sends; null removes the override. */
  override(scenario: string | null): void
  /** Sets the milliseconds before each response, of pictures too, until the next full reset. */
  latency(milliseconds: Duration): void
  /** Copies a scenario, with a new key, for tests that run in parallel. */
  copy(scenario: string): ListedScenario
  /** Resets one scenario; without a name all of them, the requests and the warnings. */
  reset(scenario?: string): void
  /** Returns headers and bodies of one of the latest 50 requests, by its `id`; null for an older one. */
  requestDetails(id: number): RequestDetails | null
  /** Removes all requests from the log. */
  clearRequests(): void
  /** Returns what the panel and `GET /__mock/api/state` show. */
  inspect(): ControlState
  /**
   * Throws the warnings since the start, the last reset or the last call. Resets the mock before it throws, so that the
   * warnings of one test never fail the next one.
   *
   * @throws {Error} with one warning per line
   */
  verify(): void
}

export function controlsOf(mock: Mock): MockControls {
  const { accounts, log, reset, verify } = mock
  return {
    get scenarios() {
      return accounts.list()
    },
    get requests() {
      return toRequestList(log.latest())
    },
    waitForRequest: (filter, options) => waitForRequest(log, filter, options),
    key: accounts.keyOf,
    transition: accounts.transition,
    posts: accounts.posts,
    fault: accounts.setFault,
    override: accounts.override,
    latency: mock.setLatency,
    copy: accounts.copy,
    reset,
    requestDetails: (id) => requestDetails(mock, id),
    clearRequests: log.clear,
    inspect: () => controlState(mock),
    verify,
  }
}
