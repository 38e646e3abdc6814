import type { FeedRequest, FeedResponse, QueryString } from '@photofeed/core'
import type { Account } from '../accounts/account.ts'
import type { Duration } from '../builders/validation.ts'
import type { EndpointName } from '../endpoints.ts'
import type { ActiveFault } from '../faults/active-faults.ts'
import type { RequestLog } from '../log/request-log.ts'
import type { MockSettings } from '../mock-options.ts'
import type { createRequestChecker } from '../warnings/request-checker.ts'
import { pause } from './body-parts.ts'

const deliveries = ['drip', 'reset', 'cut', 'none'] as const
type Delivery = 'whole' | (typeof deliveries)[number]

export interface MockResponse {
  response: FeedResponse
  delivery: Delivery
}

interface ExchangeParts {
  log: RequestLog
  checker: ReturnType<typeof createRequestChecker>
  latency(): Duration
}

export type Exchange = ReturnType<typeof createExchange>

/** A request to a mock, of any transport. */
export interface Incoming extends FeedRequest {
  /** What the request is for; without the API, its path is below the address of its kind. */
  kind: 'api' | 'platform' | 'media' | 'unknown'
  /** Aborts when the client no longer waits for the response. */
  signal?: AbortSignal | undefined
}

interface Arrival {
  request: Incoming
  parameters?: QueryString | null
  account?: Account | null
  endpoint: EndpointName | null
  /** Path and query string for the log. */
  target: string
  fault: ActiveFault | null
  /** Returns the body that was read; null without one. */
  body?(): string | null
  isLogged?(entry: { status: number | null; warnings: readonly string[] }): boolean
  produce(): Promise<FeedResponse>
}

/** The client no longer waits, so nothing is sent. */
const nothing: MockResponse = {
  response: { status: 0, headers: {}, body: null },
  delivery: 'none',
}

/** Returns a function that checks a request, waits as the latency and the fault say, produces the response and logs both. */
export function createExchange({ sample, clock }: MockSettings, parts: ExchangeParts) {
  const { log, checker, latency } = parts
  return async function exchange(arrival: Arrival): Promise<MockResponse> {
    const { request, fault, endpoint, target, account = null, parameters = null } = arrival
    const { method, path, header, signal } = request
    const began = performance.now()
    const addToLog = log.begin()
    const { warnings, rejection } = checker.check({ path, parameters, header, account })
    const kind = rejection ? undefined : fault?.settings.body
    const delivery: Delivery = deliveries.find((delivery) => delivery === kind) ?? 'whole'

    /** Logs the request; null is one that the client has aborted. */
    function finish(response: FeedResponse | null): void {
      const isBroken = delivery === 'cut' || delivery === 'none'
      const status = isBroken ? null : (response?.status ?? null)
      if (arrival.isLogged?.({ status, warnings }) === false) return
      addToLog({
        at: clock(),
        method,
        endpoint,
        target,
        body: arrival.body?.() ?? null,
        scenario: account?.scenario.name ?? null,
        status,
        aborted: response === null,
        milliseconds: performance.now() - began,
        fault: fault?.setting ?? null,
        warnings,
      })
    }

    const wait = sample(fault?.settings.delay ?? 0) + sample(latency())
    if (wait > 0) {
      // Logged at the same moment, so that a test sees it when the call that aborts returns.
      const abort = () => finish(null)
      signal?.addEventListener('abort', abort)
      await pause(wait, signal)
      signal?.removeEventListener('abort', abort)
      if (signal?.aborted) return nothing
    }
    const response = rejection ?? (await arrival.produce())
    finish(signal?.aborted ? null : response)
    return signal?.aborted ? nothing : { response, delivery }
  }
}
