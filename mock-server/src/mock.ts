import { type FeedContext, type FeedRequest, type PageCache, UserError } from '@photofeed/core'
import { createRandom, type FaultName, type ScenarioName } from '@photofeed/core/scenarios'
import { createMockAccounts, type MockAccounts, unknownName } from './accounts.ts'
import type { CustomAccount } from './builders/account.ts'
import { sourceOf } from './builders/seed.ts'
import { parseServiceUrl } from './builders/validation.ts'
import { type ControlState, controlState } from './control/state.ts'
import { type Fault, readLatency } from './fault-settings.ts'
import {
  type CustomFiles,
  type MediaRequest,
  type MediaResponse,
  respondPlatform,
  respondStored,
} from './media.ts'
import { createRequestChecker, type WarningMode } from './request-checker.ts'
import { createRequestLog, type RecordedRequest, type RequestLog } from './request-log.ts'
import { createResponder, type MockResponse } from './respond.ts'
import { createKeyMaker, type ListedScenario, scenarioSources, scenarios } from './scenarios.ts'
import type { TransitionMoment, TransitionName } from './transitions.ts'

export interface MockOptions {
  /** The service's address. By default `https://photofeed.test`. */
  baseUrl?: string
  /** The media host's address. By default `/media` below `baseUrl`. */
  cdnUrl?: string
  /** The published scenarios to serve. By default all of them. */
  scenarios?: readonly ScenarioName[]
  /** Your own accounts, made by `account()`, beside the scenarios. */
  accounts?: readonly CustomAccount[]
  /** Milliseconds before each response of the API, or two bounds. By default 0. */
  latency?: number | readonly [number, number]
  /** What happens to warnings about requests. By default `warn`: they are printed. */
  warnings?: WarningMode
  /** Names of parameters without a warning, such as cache-busters; `utm_*` is every name with this prefix. */
  allowParameters?: readonly string[]
  /** Milliseconds since the epoch: the time of `lastFetchAt` and transitions. By default the machine's clock. */
  clock?: () => number
  /** Makes new keys and random latencies the same in every run. By default 1. */
  seed?: number
  /** Bytes of media files of your own accounts, by their path below `cdnUrl`. */
  media?: CustomFiles
  /** Prints one warning. By default `console.warn`. */
  print?: (text: string) => void
}

/** A mock without a transport. */
export interface Mock {
  context: Pick<FeedContext, 'baseUrl' | 'cdnUrl' | 'supportEmail'>
  accounts: MockAccounts
  log: RequestLog
  /** Milliseconds before each response, or two bounds. */
  latency: number | readonly [number, number]
  setLatency(milliseconds: number | readonly [number, number]): void
  respond(request: FeedRequest): Promise<MockResponse>
  respondMedia(path: string, request: MediaRequest): Promise<MediaResponse>
  /** Responds to the platform's URLs, by the path below {@link platformPrefix}. */
  respondPlatform(
    target: { path: string; query: string },
    request: MediaRequest,
  ): Promise<MediaResponse>
  reset(name?: string): void
  verify(): void
}

/** The path of the platform's media, below the service's address. */
export const platformPrefix = '/platform'

/** The path of the control page and its API in the standalone mock. */
export const controlPrefix = '/__mock'

export function createMock(options: MockOptions, pages?: PageCache): Mock {
  const baseUrl = parseAddress('baseUrl', options.baseUrl ?? 'https://photofeed.test')
  const cdnUrl = parseAddress('cdnUrl', options.cdnUrl ?? `${baseUrl}/media`)
  const cdnPath = new URL(cdnUrl).pathname
  const context = { baseUrl, cdnUrl, supportEmail: 'support@photofeed.example' }
  const { clock = Date.now, seed = 1, warnings = 'warn' } = options
  let latency = readLatency(options.latency ?? 0)
  const print = options.print ?? ((text: string) => console.warn(text))
  const media = options.media ?? (async () => null)
  const seedOptions = { now: clock(), platformUrl: `${baseUrl}${platformPrefix}` }
  const accounts = createMockAccounts(
    [
      ...scenarioSources(knownScenarios(options.scenarios), seedOptions),
      ...(options.accounts ?? []).map((own) => sourceOf(own, seedOptions)),
    ],
    { clock, newKey: createKeyMaker(seed) },
  )
  const log = createRequestLog()
  const random = createRandom(seed)
  const checker = createRequestChecker({
    mode: warnings,
    allowParameters: options.allowParameters ?? [],
    print,
    scenarios: accounts.list,
    clock,
  })
  const respond = createResponder({
    accounts,
    log,
    checker,
    clock,
    context,
    latency: () => (typeof latency === 'number' ? latency : random.integer(...latency)),
    random,
    ...(pages && { pages }),
  })

  /** Checks a request of media. Logs only errors and warnings, because a page requests dozens of files. */
  async function logMedia(path: string, request: MediaRequest, response: Promise<MediaResponse>) {
    const start = performance.now()
    const began = checker.begin()
    const { status, headers, body } = await response
    const { warnings, rejection } = checker.check({
      ...request,
      path,
      query: '',
      parameters: null,
      body: null,
      status,
      account: null,
      began,
    })
    const sent = rejection
      ? { status: rejection.status, headers: rejection.headers, body: null }
      : { status, headers, body }
    if (sent.status >= 400 || warnings.length > 0) {
      log.add({
        at: clock(),
        method: request.method,
        target: path,
        body: null,
        scenario: null,
        status: sent.status,
        milliseconds: performance.now() - start,
        fault: null,
        warnings,
      })
    }
    return sent
  }

  function reset(name?: string): void {
    accounts.reset(name)
    if (name !== undefined) return
    latency = readLatency(options.latency ?? 0)
    log.clear()
    checker.reset()
  }

  return {
    context,
    accounts,
    log,
    get latency() {
      return latency
    },
    setLatency(milliseconds) {
      latency = readLatency(milliseconds)
    },
    respond,
    respondMedia: (path, request) =>
      logMedia(`${cdnPath}${path}`, request, respondStored(path, request, media)),
    respondPlatform: (target, request) =>
      logMedia(
        `${platformPrefix}${target.path}`,
        request,
        respondPlatform(target, request, clock(), media),
      ),
    reset,
    verify() {
      const warnings = checker.takeWarnings()
      if (warnings.length === 0) return
      // In `afterEach(() => { mock.verify(); mock.reset() })` the second statement would not run.
      reset()
      throw new Error(warnings.join('\n'))
    },
  }
}

function knownScenarios(names: readonly ScenarioName[] | undefined): readonly ScenarioName[] {
  const all = scenarios.map(({ name }) => name)
  const unknown = names?.find((name) => !all.includes(name))
  if (unknown !== undefined) {
    throw new UserError(unknownName('scenario', unknown, all))
  }
  return names ?? all
}

function parseAddress(option: string, text: string): string {
  const url = parseServiceUrl(text)
  if (url) return url.href.replace(/\/+$/, '')
  throw new UserError(
    `${option} must be an http or https URL without a query, like https://photofeed.test, but is "${text}".`,
  )
}

/** The controls for tests and pages, the same for every transport. */
export interface MockControls {
  /** Every scenario with its current key, plan and status. */
  readonly scenarios: readonly ListedScenario[]
  /** Returns the key of a scenario. */
  key(scenario: string): string
  /** A copy of the latest requests to the API, oldest first, at most 1000; of media only those with an error or a warning. */
  readonly requests: readonly RecordedRequest[]
  /** Runs a transition of an account, now or later. Returns the scenario after the call. */
  transition(scenario: string, name: TransitionName, moment?: TransitionMoment): ListedScenario
  /**
   * Sets a fault of a scenario's responses, by name or by settings; null clears it.
   *
   * @example
   * mock.fault('premium', { status: 503, retryAfter: 2, times: 1, endpoint: 'rss' })
   */
  fault(scenario: string, fault: FaultName | Fault | null): void
  /** Makes every request read this scenario, whatever key it sends; null removes the override. */
  override(scenario: string | null): void
  /** Sets the milliseconds before each response, or two bounds, until the next full reset. */
  latency(milliseconds: number | readonly [number, number]): void
  /** Copies a scenario, with a new key, for tests that run in parallel. */
  copy(scenario: string): ListedScenario
  /** Resets one scenario; without a name all of them, the requests and the warnings. */
  reset(scenario?: string): void
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
      return log.latest()
    },
    key: accounts.keyOf,
    transition: accounts.transition,
    fault: accounts.setFault,
    override: accounts.override,
    latency: mock.setLatency,
    copy: accounts.copy,
    reset,
    inspect: () => controlState(mock),
    verify,
  }
}
