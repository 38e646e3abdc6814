import type { FeedContext, FeedRequest, PageCache } from '@photofeed/core'
import { UserError } from '@photofeed/core'
import { createRandom, type ScenarioName } from '@photofeed/core/scenarios'
import { createKeyMaker } from './accounts/key-maker.ts'
import { createMockAccounts, type MockAccounts, unknownName } from './accounts/mock-accounts.ts'
import { scenarioSources, scenarios } from './accounts/scenario-sources.ts'
import type { OwnAccount } from './builders/index.ts'
import { sourceOf } from './builders/seed.ts'
import { readLatency } from './faults.ts'
import {
  answerPlatformMedia,
  answerStoredMedia,
  type MediaAnswer,
  type MediaRequest,
  type OwnMedia,
} from './service/media.ts'
import { createMockService, type MockAnswer } from './service/mock-service.ts'
import { createRequestLog, type RequestLog } from './service/request-log.ts'
import { createWarner, type WarningMode } from './warnings/warner.ts'

export interface MockOptions {
  /** The service's address. By default `https://photofeed.test`. */
  baseUrl?: string
  /** The media host's address. By default `/media` below `baseUrl`. */
  cdnUrl?: string
  /** The published scenarios to hold. By default all of them. */
  scenarios?: readonly ScenarioName[]
  /** Your own accounts, made by `account()`, beside the scenarios. */
  accounts?: readonly OwnAccount[]
  /** Milliseconds before each answer of the API, or their two bounds. By default 0. */
  latency?: number | readonly [number, number]
  /** What becomes of warnings about the consumer's requests. By default `warn`: printed, and nothing is changed. */
  warnings?: WarningMode
  /** Names of parameters that earn no warning, such as cache-busters; `utm_*` is every name that begins so. */
  allowParameters?: readonly string[]
  /** Milliseconds since the epoch: what `lastFetchAt` and transitions go by. By default the machine's clock. */
  clock?: () => number
  /** Makes new keys and random latencies the same in every run. By default 1. */
  seed?: number
  /** Bytes of media files of your own accounts, by their path below `cdnUrl`. */
  media?: OwnMedia
  /** Prints one warning. By default `console.warn`. */
  print?: (text: string) => void
}

/** The mock itself, without a transport. */
export interface Mock {
  /** What answers that no account stands behind name. */
  context: Pick<FeedContext, 'baseUrl' | 'cdnUrl' | 'supportEmail'>
  accounts: MockAccounts
  log: RequestLog
  /** Milliseconds before each response, or their two bounds. */
  latency: number | readonly [number, number]
  setLatency(milliseconds: number | readonly [number, number]): void
  answer(request: FeedRequest): Promise<MockAnswer>
  answerMedia(path: string, request: MediaRequest): Promise<MediaAnswer>
  /** Answers the platform's own URLs, given the path below {@link platformPrefix}. */
  answerPlatform(
    target: { path: string; query: string },
    request: MediaRequest,
  ): Promise<MediaAnswer>
  reset(name?: string): void
  verify(): void
}

/** Where the platform's own media are, below the service's address. */
export const platformPrefix = '/platform'

export function createMock(options: MockOptions, pages?: PageCache): Mock {
  const baseUrl = webAddress('baseUrl', options.baseUrl ?? 'https://photofeed.test')
  const cdnUrl = webAddress('cdnUrl', options.cdnUrl ?? `${baseUrl}/media`)
  const cdnPath = new URL(cdnUrl).pathname
  const context = { baseUrl, cdnUrl, supportEmail: 'support@photofeed.example' }
  const { clock = Date.now, seed = 1, warnings = 'warn' } = options
  let latency = options.latency ?? 0
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
  const warner = createWarner({
    mode: warnings,
    allowParameters: options.allowParameters ?? [],
    print,
    scenarios: accounts.list,
    clock,
  })
  const service = createMockService({
    accounts,
    log,
    warner,
    clock,
    context,
    latency: () => (typeof latency === 'number' ? latency : random.integer(...latency)),
    random,
    ...(pages && { pages }),
  })

  /** Media are noted only when something is wrong with them: a page asks for dozens. */
  async function noted(path: string, request: MediaRequest, answer: Promise<MediaAnswer>) {
    const began = performance.now()
    const { status, headers, body } = await answer
    const { judge } = warner.observe({ ...request, path, query: '', readBody: async () => '' })
    const { warnings, refusal } = judge({ status }, null)
    const shown = refusal
      ? { status: refusal.status, headers: refusal.headers, body: null }
      : { status, headers, body }
    if (shown.status >= 400 || warnings.length > 0) {
      log.add({
        at: clock(),
        method: request.method,
        target: path,
        body: null,
        scenario: null,
        status: shown.status,
        milliseconds: performance.now() - began,
        fault: null,
        warnings,
      })
    }
    return shown
  }

  function reset(name?: string): void {
    accounts.reset(name)
    if (name !== undefined) return
    latency = options.latency ?? 0
    log.clear()
    warner.reset()
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
    answer: service.answer,
    answerMedia: (path, request) =>
      noted(`${cdnPath}${path}`, request, answerStoredMedia(path, request, media)),
    answerPlatform: (target, request) =>
      noted(
        `${platformPrefix}${target.path}`,
        request,
        answerPlatformMedia(target, request, clock(), media),
      ),
    reset,
    verify() {
      const warnings = warner.take()
      if (warnings.length === 0) return
      // In `afterEach(() => { mock.verify(); mock.reset() })` the second call would not be reached.
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

function webAddress(option: string, text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) {
    return url.href.replace(/\/+$/, '')
  }
  throw new UserError(
    `${option} must be an http or https URL without a query, like https://photofeed.test, but is "${text}".`,
  )
}
