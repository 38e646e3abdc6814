import { UserError } from '@photofeed/core'
import type { ChangeMoment, ListedScenario } from './accounts/account.ts'
import type { PostControls } from './accounts/posts.ts'

import type { TransitionName } from './accounts/transitions.ts'
import type { Duration } from './builders/validation.ts'
import type { FaultSetting } from './faults/fault-settings.ts'
import {
  type LogEntry,
  type RequestFilter,
  type RequestList,
  toRequestList,
  waitForRequest,
} from './log/request-log.ts'
import type { Service } from './service.ts'

/** The controls for tests and pages, the same for every transport. */
export interface MockControls {
  /** Every scenario with its current key, plan and status. */
  readonly scenarios: readonly ListedScenario[]
  /** Returns the key of a scenario. */
  key(scenario: string): string
  /**
   * A copy of the latest 10,000 requests to the API since the last reset, oldest first; of media only those with an error
   * or a warning.
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
  transition(scenario: string, name: TransitionName, moment?: ChangeMoment): ListedScenario
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
  /** Copies a scenario in its original state, with a new key, and posts with ids of their own. */
  copy(scenario: string): ListedScenario
  /** Resets one scenario; without a name all of them, the requests and the warnings. */
  reset(scenario?: string): void
  /** Removes all requests from the log. */
  clearRequests(): void
  /**
   * Throws the warnings since the start, the last reset or the last call. Resets the mock before it throws, so that the
   * warnings of one test never fail the next one.
   *
   * @throws {Error} with one warning per line
   */
  verify(): void
  /**
   * Returns the controls of a scope with accounts, keys, faults, requests and warnings of its own: for a test or a story that
   * runs beside others. It starts with the accounts as they are now, and `reset` returns to that.
   *
   * @example
   * const own = mock.scope()
   * own.fault('premium', { status: 503 })
   * const feed = createFeed({ baseUrl, apiKey: own.key('premium') })
   */
  scope(): MockControls
}

const internals = Symbol.for('photofeed.mock.service')

/** @throws {UserError} for an object that is not a mock */
export function serviceOf(mock: MockControls): Service {
  const service: Service | undefined = Reflect.get(Object(mock), internals)
  if (service) return service
  throw new UserError('This is not a mock. Pass what createMock() returns.')
}

/** Returns controls of the scope that a function finds, by default that of the caller. */
export function controlsOf(service: Service, find = () => service.current): MockControls {
  const controls: MockControls = {
    get scenarios() {
      return find().accounts.list()
    },
    get requests() {
      return toRequestList(find().log.latest())
    },
    waitForRequest: (filter, options) => waitForRequest(find().log, filter, options),
    key: (scenario) => find().accounts.keyOf(scenario),
    transition: (...parameters) => find().accounts.transition(...parameters),
    posts: (scenario) => find().accounts.posts(scenario),
    fault: (scenario, fault) => find().accounts.setFault(scenario, fault),
    override: (scenario) => find().accounts.override(scenario),
    latency: (milliseconds) => find().setLatency(milliseconds),
    copy: (scenario) => find().accounts.copy(scenario),
    reset: (scenario) => find().reset(scenario),
    clearRequests: () => find().log.clear(),
    verify: () => throwWarnings(find().takeWarnings()),
    scope() {
      const { scope } = service.addScope(find())
      return controlsOf(service, () => scope)
    },
  }
  return Object.defineProperty(controls, internals, { value: service })
}

/** @throws {Error} with one warning per line */
export function throwWarnings(warnings: readonly string[]): void {
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
}
