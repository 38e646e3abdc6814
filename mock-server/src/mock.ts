import { UserError } from '@photofeed/core'
import { createRandom, type ScenarioName } from '@photofeed/core/scenarios'
import { createAccounts, unknownName } from './accounts/accounts.ts'
import type { PostControls } from './accounts/posts.ts'
import { type ListedScenario, mockEpoch, scenarioSources, scenarios } from './accounts/scenarios.ts'
import type { TransitionMoment } from './accounts/schedule.ts'
import { sourceOf } from './accounts/seed.ts'
import type { TransitionName } from './accounts/transitions.ts'
import { account, createKeyMaker } from './builders/account.ts'
import { type ControlState, controlState, requestDetails } from './control/state.ts'
import { type Duration, readLatency } from './durations.ts'
import { platformPrefix } from './endpoints.ts'
import { notFoundPage } from './faults/fault-response.ts'
import type { FaultSetting } from './faults/fault-settings.ts'
import {
  type RequestFilter,
  type RequestList,
  toRequestList,
  waitForRequest,
} from './log/request-list.ts'
import type { RequestDetails } from './log/request-log.ts'
import { createRequestLog, type LogEntry } from './log/request-log.ts'
import { type MockOptions, readOptions } from './mock-options.ts'
import { createApiResponder } from './responses/api.ts'
import type { Incoming, MockResponse } from './responses/exchange.ts'
import { createMediaResponder } from './responses/media.ts'
import { createPageCache } from './responses/page-cache.ts'
import { createRequestChecker } from './warnings/request-checker.ts'

/** A mock without a transport. */
export type Mock = ReturnType<typeof createMock>

export function createMock(
  options: MockOptions,
  pages = createPageCache(),
  maximumRequests?: number,
) {
  readOptions(options)
  const baseUrl = withoutSlash(options.baseUrl ?? 'https://photofeed.test')
  const cdnUrl = withoutSlash(options.cdnUrl ?? `${baseUrl}/media`)
  const context = { baseUrl, cdnUrl, supportEmail: 'support@photofeed.example' }
  // Called through `Date`, because a test may replace it with fake timers later.
  const { clock = () => Date.now(), seed = 1, warnings = 'warn', dates = 'fixed' } = options
  const random = createRandom(seed)
  let latency = options.latency ?? 0
  const print = options.print ?? ((text: string) => console.warn(text))
  const platformUrl = `${baseUrl}${platformPrefix}`
  const now = clock()
  const dataTime = dates === 'fixed' ? mockEpoch : now
  const accounts = createAccounts(
    [
      ...scenarioSources(knownScenarios(options.scenarios), { now: dataTime, platformUrl }),
      // Completed again, because the type does not keep anyone from passing the input of `account()`.
      ...(options.accounts ?? []).map((own) => sourceOf(account(own), { now, platformUrl })),
    ],
    { clock, newKey: createKeyMaker(seed), baseUrl, platformUrl },
  )
  const log = createRequestLog(maximumRequests)
  const checker = createRequestChecker({
    mode: warnings,
    allowParameters: options.allowParameters ?? [],
    print,
    scenarios: accounts.list,
    elapsed: () => Date.now(),
  })
  const exchangeParts = {
    log,
    checker,
    clock,
    sample: (duration: Duration) =>
      typeof duration === 'number' ? duration : random.integer(duration.min, duration.max),
    latency: () => latency,
  }
  const respondApi = createApiResponder({ ...exchangeParts, accounts, context, pages })
  const respondMedia = createMediaResponder({
    ...exchangeParts,
    accounts,
    cdnPath: new URL(cdnUrl).pathname,
    customFiles: options.media ?? (async () => null),
  })

  function reset(name?: string): void {
    accounts.reset(name)
    if (name !== undefined) return
    latency = options.latency ?? 0
    log.clear()
    checker.reset()
  }

  return {
    context,
    accounts,
    log,
    /** Milliseconds before each response. */
    get latency() {
      return latency
    },
    setLatency(milliseconds: Duration): void {
      latency = readLatency(milliseconds)
    },
    async respond(request: Incoming): Promise<MockResponse> {
      if (request.kind === 'unknown') return { response: notFoundPage, delivery: 'whole' }
      return request.kind === 'api' ? respondApi(request) : respondMedia(request)
    },
    reset,
    verify(): void {
      const warnings = checker.takeWarnings()
      if (warnings.length === 0) return
      // In `afterEach(() => { mock.verify(); mock.reset() })` the second statement would not run.
      reset()
      throw new Error(warnings.join('\n'))
    },
  }
}

function withoutSlash(url: string): string {
  return new URL(url).href.replace(/\/+$/, '')
}

function knownScenarios(names: readonly ScenarioName[] | undefined): readonly ScenarioName[] {
  const all = scenarios.map(({ name }) => name)
  const unknown = names?.find((name) => !all.includes(name))
  if (unknown !== undefined) {
    throw new UserError(unknownName('scenario', unknown, all))
  }
  return names ?? all
}

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
