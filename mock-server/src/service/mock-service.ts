import type { PageCache } from '@photofeed/core'
import {
  type FeedContext,
  type FeedRequest,
  type FeedResponse,
  handle,
  readQueryString,
} from '@photofeed/core'
import { apiKey, limits } from '@photofeed/openapi'
import type { MockAccount } from '../accounts/mock-account.ts'
import type { MockAccounts } from '../accounts/mock-accounts.ts'
import type { Warner } from '../warnings/warner.ts'
import { type Delivery, faults } from './faults.ts'
import type { Latency } from './latency.ts'
import { pause } from './pause.ts'
import { type RequestLog, redactQuery } from './request-log.ts'

/** An answer, and how it is put on the wire. */
export interface MockAnswer {
  response: FeedResponse
  delivery: Delivery
}

export interface MockServiceParts {
  accounts: MockAccounts
  log: RequestLog
  warner: Warner
  latency: Latency
  clock: () => number
  context: Pick<FeedContext, 'baseUrl' | 'cdnUrl' | 'supportEmail'>
  /** Keeps rendered pages; worth it where many requests come, as in the standalone server. */
  pages?: PageCache
}

class PlannedFailure extends Error {}

/** Answers requests of the read API as the service does, with an account's fault on top. */
export function createMockService(parts: MockServiceParts) {
  const { accounts, log, warner, latency, clock, pages } = parts
  const context: FeedContext = {
    ...parts.context,
    store: accounts.store,
    // Development is not production: what a developer changes must show on the next request.
    production: false,
    ...(pages && { pages }),
    onError(error) {
      if (!(error instanceof PlannedFailure)) console.error(error)
    },
  }
  const failing: FeedContext = {
    ...context,
    store: {
      ...accounts.store,
      async findAccountByKey() {
        throw new PlannedFailure()
      },
    },
  }

  async function answer(request: FeedRequest): Promise<MockAnswer> {
    const began = performance.now()
    const account = accountOf(request)
    const fault = account?.fault ?? null
    const { delay = 0, delivery = 'whole' } = fault ? faults[fault] : {}
    const wait = delay + latency()
    if (wait > 0) await pause(wait)

    const observed = warner.observe(request)
    let response = await respond(observed.request, account)
    const { warnings, refusal } = observed.judge(response, account)
    if (refusal) response = refusal
    log.add({
      at: clock(),
      method: request.method,
      target: targetOf(request, account),
      scenario: account?.name ?? null,
      status: delivery === 'cut' || delivery === 'empty' ? null : response.status,
      milliseconds: performance.now() - began,
      fault,
      warnings,
    })
    return { response, delivery }
  }

  async function respond(request: FeedRequest, account: MockAccount | null) {
    if (!account?.fault) return handle(request, context)
    const { failures = 0, replace, change } = faults[account.fault]
    if (replace) return replace
    const fails = account.failures < failures
    const response = await handle(request, fails ? failing : context)
    if (fails && response.status === 500) account.failures += 1
    return change ? change(response) : response
  }

  function accountOf({ query }: FeedRequest): MockAccount | null {
    if (query.length > limits.urlBytes) return null
    const key = readQueryString(query)?.last(apiKey.parameter)
    return typeof key === 'string' ? accounts.visit(key) : null
  }

  return { answer }
}

function targetOf({ path, query }: FeedRequest, account: MockAccount | null): string {
  if (query === '') return path
  return `${path}?${account?.published ? query : redactQuery(query)}`
}

export type MockService = ReturnType<typeof createMockService>
