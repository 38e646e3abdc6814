import type { FeedRequest, FeedResponse, QueryString } from '@photofeed/core'
import type { Account } from '../accounts/account.ts'
import type { Duration } from '../durations.ts'
import type { EndpointName } from '../endpoints.ts'
import type { ActiveFault } from '../faults/active-faults.ts'
import type { FaultSettings } from '../faults/fault-settings.ts'
import type { RequestLog } from '../log/request-log.ts'
import type { createRequestChecker } from '../warnings/request-checker.ts'
import { pause } from './body-parts.ts'

type Delivery = 'whole' | 'drip' | 'reset' | 'cut' | 'none'

function deliveryOf({ body }: FaultSettings): Delivery {
  return body === 'drip' || body === 'reset' || body === 'cut' || body === 'none' ? body : 'whole'
}

export interface MockResponse {
  response: FeedResponse
  delivery: Delivery
}

export interface ExchangeParts {
  log: RequestLog
  checker: ReturnType<typeof createRequestChecker>
  latency: () => Duration
  sample: (duration: Duration) => number
  clock: () => number
}

/** A request to a mock, of any transport. */
export interface Incoming extends FeedRequest {
  /** What the request is for; without the API, its path is below the address of its kind. */
  kind: 'api' | 'platform' | 'media' | 'unknown'
  /** Aborts when the client no longer waits for the response. */
  signal?: AbortSignal | undefined
}

interface Arrival {
  request: Incoming
  /** The query string as the service reads it. */
  query: string
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

/** Returns a function that waits as the latency and the fault say, produces the response, checks the request and logs it. */
export function createExchange({ log, checker, latency, sample, clock }: ExchangeParts) {
  return async function exchange(arrival: Arrival): Promise<MockResponse> {
    const { request, fault, account = null } = arrival
    const { signal } = request
    const began = performance.now()
    const moment = checker.begin()
    const entry = log.begin()

    /** Checks and logs the request. Returns the rejection of the strict mode. */
    function finish(produced: FeedResponse | null, delivery: Delivery): FeedResponse | null {
      // A request from before a reset belongs to an earlier test.
      if (!entry.isCurrent()) return null
      const { method, path, header } = request
      const { query, parameters = null } = arrival
      const body = arrival.body?.() ?? null
      const status = produced?.status ?? null
      const checked = { method, path, query, parameters, header, body, status, account }
      const { warnings, rejection } = checker.check({ ...checked, began: moment })
      const isBroken = !rejection && (delivery === 'cut' || delivery === 'none')
      const response = rejection ?? produced
      const sent = response?.status ?? null
      if (arrival.isLogged?.({ status: isBroken ? null : sent, warnings }) === false)
        return rejection
      const logged = {
        at: clock(),
        method,
        endpoint: arrival.endpoint,
        target: arrival.target,
        body,
        scenario: account?.name ?? null,
        status: status === null || isBroken ? null : sent,
        aborted: status === null,
        milliseconds: performance.now() - began,
        fault: fault?.setting ?? null,
        warnings,
      }
      entry.add(logged)
      return rejection
    }

    const wait = sample(fault?.settings.delay ?? 0) + sample(latency())
    if (wait > 0) {
      // Logged at the same moment, so that a test sees it when the call that aborts returns.
      const abort = () => void finish(null, 'none')
      signal?.addEventListener('abort', abort)
      await pause(wait, signal)
      signal?.removeEventListener('abort', abort)
      if (signal?.aborted) return nothing
    }
    const handled = await arrival.produce()
    if (signal?.aborted) {
      finish(null, 'none')
      return nothing
    }
    const delivery = fault ? deliveryOf(fault.settings) : 'whole'
    const rejection = finish(handled, delivery)
    if (rejection) return { response: rejection, delivery: 'whole' }
    return { response: handled, delivery }
  }
}
