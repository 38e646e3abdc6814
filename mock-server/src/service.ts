import {
  createMemoryStore,
  createRenderCache,
  type FeedContext,
  type FeedRequest,
  type FeedResponse,
  type FeedStore,
  handle,
  type PageCache,
  type QueryString,
  readQueryString,
} from '@photofeed/core'
import type { createRandom } from '@photofeed/core/scenarios'
import { apiKey, limits } from '@photofeed/openapi'
import type { ActiveFault, MockAccount, MockAccounts } from './accounts.ts'
import {
  applyFault,
  type Delivery,
  deliveryOf,
  endpoints,
  type Fault,
  isServiceFailure,
} from './faults.ts'
import { type RequestLog, redactQuery } from './request-log.ts'
import type { Warner } from './warnings.ts'

/** A response, and how it is sent. */
export interface MockResponse {
  response: FeedResponse
  delivery: Delivery
}

export interface MockServiceParts {
  accounts: MockAccounts
  log: RequestLog
  warner: Warner
  /** Milliseconds before the next response. */
  latency: () => number
  random: ReturnType<typeof createRandom>
  clock: () => number
  context: Pick<FeedContext, 'baseUrl' | 'cdnUrl' | 'supportEmail'>
  /** Caches rendered pages, for many requests as in the standalone server. */
  pages?: PageCache
}

class PlannedFailure extends Error {}

/** The store of requests whose key no account has had. */
const emptyStore = createMemoryStore([])
const failingStore: FeedStore = {
  ...emptyStore,
  async findAccountByKey() {
    throw new PlannedFailure()
  },
}

/** Resolves after a time; never sooner than the next turn. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Responds to requests of the read API as the service does, except for the account's fault. */
export function createMockService(parts: MockServiceParts) {
  const { accounts, log, warner, latency, random, clock, pages } = parts
  const context: Omit<FeedContext, 'store'> = {
    ...parts.context,
    rendered: createRenderCache(),
    // Development is not production: what a developer changes must show on the next request.
    production: false,
    ...(pages && { pages }),
    onError(error) {
      if (!(error instanceof PlannedFailure)) console.error(error)
    },
  }

  async function respond(sent: FeedRequest): Promise<MockResponse> {
    const began = performance.now()
    let body: string | null = null
    const request = overridden(sent)
    if (request.method !== 'GET') {
      request.readBody = async (limit) => {
        body = await sent.readBody(limit)
        return body
      }
    }
    const query = request.query.length > limits.urlBytes ? null : readQueryString(request.query)
    const account = accountOf(query)
    // A preflight is the browser's: it counts for no transition, and with a fault the page would see a CORS error.
    const isCounted = account !== null && request.method !== 'OPTIONS'
    if (isCounted) accounts.countRequest(account)
    const fault = isCounted ? faultOf(request.path, account) : null
    const { setting = null, settings = null } = fault ?? {}
    // Before the delay: a request that arrives during the delay is no retry.
    const observed = warner.observe(request, query)
    const wait = (settings ? milliseconds(settings.delay) : 0) + latency()
    if (wait > 0) await pause(wait)

    let response = await responseTo(observed.request, account?.store ?? emptyStore, fault)
    const { warnings, rejection } = observed.judge(response, account)
    if (rejection) response = rejection
    const delivery = settings ? deliveryOf(settings) : 'whole'
    log.add({
      at: clock(),
      method: request.method,
      target: targetOf(sent, accounts.overridden() === null && account?.published),
      body,
      scenario: account?.name ?? null,
      status: delivery === 'cut' || delivery === 'none' ? null : response.status,
      milliseconds: performance.now() - began,
      fault: setting,
      warnings,
    })
    return { response, delivery }
  }

  function faultOf(path: string, { fault }: MockAccount): ActiveFault | null {
    if (!fault || fault.left <= 0) return null
    const { endpoint } = fault.settings
    if (endpoint !== undefined && endpoints[endpoint] !== path) return null
    fault.left -= 1
    return fault
  }

  async function responseTo(request: FeedRequest, store: FeedStore, fault: ActiveFault | null) {
    if (!fault) return handle(request, { ...context, store })
    return applyFault(fault.settings, context, async () => {
      if (!isServiceFailure(fault.settings)) return handle(request, { ...context, store })
      const response = await handle(request, { ...context, store: failingStore })
      // The service's own failure comes after its other checks: what these reject has not counted.
      if (response.status !== 500) fault.left += 1
      return response
    })
  }

  function accountOf(query: QueryString | null): MockAccount | null {
    const key = query?.last(apiKey.parameter)
    return typeof key === 'string' ? accounts.findByKey(key) : null
  }

  /** The request with the key of the override, if there is one. */
  function overridden(request: FeedRequest): FeedRequest {
    const scenario = accounts.overridden()
    if (scenario === null) return { ...request }
    const key = accounts.keyOf(scenario)
    const others = request.query
      .split('&')
      .filter((pair) => pair !== '' && pair.split('=', 1)[0] !== apiKey.parameter)
    return { ...request, query: [...others, `${apiKey.parameter}=${key}`].join('&') }
  }

  function milliseconds(delay: Fault['delay'] = 0): number {
    return typeof delay === 'number' ? delay : random.integer(...delay)
  }

  return { respond }
}

/** With an override the key that was sent is another account's, perhaps a secret one. */
function targetOf({ path, query }: FeedRequest, isKeyPublished = false): string {
  if (query === '') return path
  return `${path}?${isKeyPublished ? query : redactQuery(query)}`
}

export type MockService = ReturnType<typeof createMockService>
