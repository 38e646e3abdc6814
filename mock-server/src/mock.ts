import { UserError } from '@photofeed/core'
import { createRandom, type ScenarioName } from '@photofeed/core/scenarios'
import { createAccounts, unknownName } from './accounts/accounts.ts'
import { mockEpoch, scenarioSources, scenarios } from './accounts/scenarios.ts'
import { sourceOf } from './accounts/seed.ts'
import { account, createKeyMaker } from './builders/account.ts'
import { object, readData } from './builders/validation.ts'
import { type Duration, duration } from './durations.ts'
import { platformPrefix } from './endpoints.ts'
import { notFoundPage } from './faults/fault-response.ts'
import { createRequestLog } from './log/request-log.ts'
import { checkOptions, type MockOptions } from './mock-options.ts'
import { createApiResponder } from './responses/api.ts'
import type { Incoming, MockResponse } from './responses/exchange.ts'
import { createMediaResponder } from './responses/media.ts'
import { createPageCache } from './responses/page-cache.ts'
import { createRequestChecker } from './warnings/request-checker.ts'

export type Mock = ReturnType<typeof createMock>

export function createMock(
  options: MockOptions,
  pages = createPageCache(),
  maximumRequests?: number,
) {
  checkOptions(options)
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
    { clock, newKey: createKeyMaker(seed), platformUrl },
  )
  const log = createRequestLog(maximumRequests)
  const checker = createRequestChecker({
    mode: warnings,
    allowParameters: options.allowParameters ?? [],
    print,
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
    get latency() {
      return latency
    },
    setLatency(milliseconds: Duration): void {
      latency = readData(object({ latency: duration }), { latency: milliseconds }, 'The ').latency
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
