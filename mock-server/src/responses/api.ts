import {
  createMemoryStore,
  createRenderCache,
  type FeedContext,
  type FeedRequest,
  type FeedResponse,
  type FeedStore,
  handle,
  readQueryString,
} from '@photofeed/core'
import { apiKey, limits, plans } from '@photofeed/openapi'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { endpointOf } from '../endpoints.ts'
import { type ActiveFault, takeFault } from '../faults/active-faults.ts'
import { changeResponse, gatewayResponse, isServiceFailure } from '../faults/fault-response.ts'
import type { FaultSettings } from '../faults/fault-settings.ts'
import type { MockSettings } from '../mock-options.ts'
import { rejectionOf } from '../warnings/request-checker.ts'
import type { Exchange, Incoming, MockResponse } from './exchange.ts'

class PlannedFailure extends Error {}

async function fail(): Promise<never> {
  throw new PlannedFailure()
}

const emptyStore = createMemoryStore([])
const failingStore: FeedStore = { ...emptyStore, findAccountByKey: fail }

/** Returns a store that cannot read what a root field of GraphQL needs. On Free, `post` reads the list of posts too. */
function withoutField(
  field: NonNullable<FaultSettings['field']>,
  { store, account }: Account,
): FeedStore {
  const needsList = field === 'me' || plans[account.plan].readablePosts !== null
  return {
    ...store,
    ...(needsList && { findPosts: fail }),
    ...(field === 'post' && { findPost: fail }),
  }
}

/** Returns a function that responds to requests of the read API as the service does, except for the account's fault. */
export function createApiResponder(accounts: Accounts, exchange: Exchange, settings: MockSettings) {
  let requests = 0
  const context: Omit<FeedContext, 'store'> = {
    ...settings.context,
    requestId: () => `mock-request-${++requests}`,
    rendered: createRenderCache(),
    pages: settings.pages,
    production: settings.cacheControl === 'production',
    onError(error) {
      if (!(error instanceof PlannedFailure)) console.error(error)
    },
  }
  const { pages: _, ...uncached } = context

  return async function respondApi(sent: Incoming): Promise<MockResponse> {
    const { method, path } = sent
    const selected = selectedScenario(sent)
    /** Why the request cannot have the scenario that it selects; null when it can. */
    const rejection = selected === null ? null : accounts.selectionProblem(selected)
    const override = rejection === null ? (selected ?? accounts.currentOverride()) : null
    const query = override === null ? sent.query : withKey(sent.query, accounts.keyOf(override))
    const parameters = query.length > limits.urlBytes ? null : readQueryString(query)
    const key = parameters?.last(apiKey.parameter)
    const account = typeof key === 'string' ? accounts.findByKey(key) : null
    // Browsers send preflights: they do not count for transitions, and a fault would be a CORS error for the page.
    const isCounted = account !== null && method !== 'OPTIONS'
    if (isCounted) accounts.beginRequest(account)
    const fields = { endpoint: endpointOf(path), path, query }
    const fault = isCounted ? takeFault(account.faults, fields) : null
    let body: string | null = null
    const request: FeedRequest = {
      ...sent,
      query,
      async readBody(limit) {
        body = await sent.readBody(limit)
        return body
      },
    }
    const exchanged = exchange({
      request: sent,
      parameters,
      account,
      endpoint: fields.endpoint,
      target: targetOf(sent, override === null && account?.published),
      fault,
      body: () => body,
      produce: async () =>
        rejection === null ? produce(request, account, fault) : rejectionOf([rejection]),
    })
    return exchanged.finally(() => {
      if (isCounted) account.requestsInFlight -= 1
    })
  }

  async function produce(
    request: FeedRequest,
    account: Account | null,
    fault: ActiveFault | null,
  ): Promise<FeedResponse> {
    const store = account?.store ?? emptyStore
    if (!fault || !account) return handle(request, { ...context, store })
    const { settings } = fault
    const isFailure = isServiceFailure(settings)
    // Cached pages would hide a field that fails.
    const failing = settings.field
      ? { ...uncached, store: withoutField(settings.field, account) }
      : { ...context, store: isFailure ? failingStore : store }
    const response = gatewayResponse(settings, context) ?? (await handle(request, failing))
    // The service's failure comes after its other checks, so a request that these reject does not count.
    if (isFailure && response.status !== 500) fault.left += 1
    return changeResponse(settings, response)
  }
}

function withKey(query: string, key: string): string {
  const others = query.split('&').filter((pair) => pair !== '' && !hasKey(pair))
  return [...others, `${apiKey.parameter}=${key}`].join('&')
}

/** With an override the request may have the secret key of another account, so it is hidden. */
function targetOf({ path, query }: FeedRequest, isKeyPublished = false): string {
  if (query === '') return path
  const pairs = query.split('&')
  const shown = pairs.map((pair) => (hasKey(pair) ? pair.replace(/=.+/s, '=<API_KEY>') : pair))
  return `${path}?${isKeyPublished ? query : shown.join('&')}`
}

/** Whether a pair of a query is an API key, however its name is written. */
function hasKey(pair: string): boolean {
  const [name = ''] = pair.split('=', 1)
  try {
    return decodeURIComponent(name).startsWith(apiKey.parameter)
  } catch {
    return name.startsWith(apiKey.parameter)
  }
}

const selection = 'x-photofeed-scenario'
const selectionCookie = new RegExp(`(?:^|;)\\s*${selection}=([^;]*)`)

/**
 * Returns the scenario that a request selects with a header or a cookie; null without one. A test sets them in its browser,
 * and the server under test forwards them.
 */
export function selectedScenario({ header }: Incoming): string | null {
  const cookie = () => selectionCookie.exec(header('cookie') ?? '')?.[1]
  return header(selection)?.trim() || cookie()?.trim() || null
}
