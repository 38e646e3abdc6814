import {
  createMemoryStore,
  createRenderCache,
  type FeedContext,
  type FeedRequest,
  type FeedResponse,
  type FeedStore,
  handle,
  type PageCache,
  readQueryString,
} from '@photofeed/core'
import type { createRandom } from '@photofeed/core/scenarios'
import { apiKey, limits } from '@photofeed/openapi'
import type { MockAccounts } from './accounts.ts'
import { applyFault, type Delivery, deliveryOf, isServiceFailure } from './fault-response.ts'
import { endpoints, type Fault } from './fault-settings.ts'
import type { ActiveFault, MockAccount } from './mock-account.ts'
import type { RequestChecker } from './request-checker.ts'
import { type RequestLog, redactQuery } from './request-log.ts'

/** A response, and how it is sent. */
export interface MockResponse {
  response: FeedResponse
  delivery: Delivery
}

export interface ResponderParts {
  accounts: MockAccounts
  log: RequestLog
  checker: RequestChecker
  /** Milliseconds before the next response. */
  latency: () => number
  random: ReturnType<typeof createRandom>
  clock: () => number
  context: Pick<FeedContext, 'baseUrl' | 'cdnUrl' | 'supportEmail'>
  /** Caches rendered pages, for many requests as in the standalone server. */
  pages?: PageCache
}

class PlannedFailure extends Error {}

/** The store for requests with an unknown key. */
const emptyStore = createMemoryStore([])
const failingStore: FeedStore = {
  ...emptyStore,
  async findAccountByKey() {
    throw new PlannedFailure()
  },
}

/** Resolves after a time, at the earliest in the next turn of the event loop. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Returns a function that responds to requests of the read API as the service does, except for the account's fault. */
export function createResponder(parts: ResponderParts) {
  const { accounts, log, checker, latency, random, clock, pages } = parts
  const context: Omit<FeedContext, 'store'> = {
    ...parts.context,
    rendered: createRenderCache(),
    // Caches must not hide a change of the mock from the next request.
    production: false,
    ...(pages && { pages }),
    onError(error) {
      if (!(error instanceof PlannedFailure)) console.error(error)
    },
  }

  return async function respond(sent: FeedRequest): Promise<MockResponse> {
    const start = performance.now()
    const began = checker.begin()
    const override = accounts.currentOverride()
    const query = override === null ? sent.query : withKey(sent.query, accounts.keyOf(override))
    const parameters = query.length > limits.urlBytes ? null : readQueryString(query)
    const key = parameters?.last(apiKey.parameter)
    const account = typeof key === 'string' ? accounts.findByKey(key) : null
    // Browsers send preflights: they do not count for transitions, and a fault would be a CORS error for the page.
    const isCounted = account !== null && sent.method !== 'OPTIONS'
    if (isCounted) accounts.countRequest(account)
    const fault = isCounted ? takeFault(account, sent.path) : null
    const wait = milliseconds(fault?.settings.delay) + latency()
    if (wait > 0) await pause(wait)

    let body: string | null = null
    const request: FeedRequest = {
      ...sent,
      query,
      async readBody(limit) {
        body = await sent.readBody(limit)
        return body
      },
    }
    const handled = await handleWithFault(request, account?.store ?? emptyStore, fault)
    const { method, path, header } = sent
    const { status } = handled
    const { warnings, rejection } = checker.check({
      method,
      path,
      query,
      parameters,
      header,
      body,
      status,
      account,
      began,
    })
    const response = rejection ?? handled
    const delivery = fault && !rejection ? deliveryOf(fault.settings) : 'whole'
    log.add({
      at: clock(),
      method,
      target: targetOf(sent, override === null && account?.published),
      body,
      scenario: account?.name ?? null,
      status: delivery === 'cut' || delivery === 'none' ? null : response.status,
      milliseconds: performance.now() - start,
      fault: fault?.setting ?? null,
      warnings,
    })
    return { response, delivery }
  }

  async function handleWithFault(
    request: FeedRequest,
    store: FeedStore,
    fault: ActiveFault | null,
  ): Promise<FeedResponse> {
    if (!fault) return handle(request, { ...context, store })
    return applyFault(fault.settings, context, async () => {
      if (!isServiceFailure(fault.settings)) return handle(request, { ...context, store })
      const response = await handle(request, { ...context, store: failingStore })
      // The service's failure comes after its other checks, so a request that these reject does not count.
      if (response.status !== 500) fault.left += 1
      return response
    })
  }

  function milliseconds(delay: Fault['delay'] = 0): number {
    return typeof delay === 'number' ? delay : random.integer(...delay)
  }
}

/** Returns the fault that a request has, and counts it. */
function takeFault({ fault }: MockAccount, path: string): ActiveFault | null {
  if (!fault || fault.left <= 0) return null
  const { endpoint } = fault.settings
  if (endpoint !== undefined && endpoints[endpoint] !== path) return null
  fault.left -= 1
  return fault
}

/** Replaces the key of a query string. */
function withKey(query: string, key: string): string {
  const others = query
    .split('&')
    .filter((pair) => pair !== '' && pair.split('=', 1)[0] !== apiKey.parameter)
  return [...others, `${apiKey.parameter}=${key}`].join('&')
}

/** With an override the request may have the secret key of another account, so it is hidden. */
function targetOf({ path, query }: FeedRequest, isKeyPublished = false): string {
  if (query === '') return path
  return `${path}?${isKeyPublished ? query : redactQuery(query)}`
}
