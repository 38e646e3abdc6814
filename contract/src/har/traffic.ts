// Finds the service's requests in recorded traffic, and what they prove about its accounts.
import { apiKey, type PlanName, plans, problems, routes } from '@photofeed/openapi'
import {
  type Exchange,
  isObject,
  parseJson,
  type SurveyedAccount,
  unknownAccount,
} from '../http/exchange.ts'
import { onlyAccount } from '../http/redaction.ts'
import {
  accountsPath,
  graphqlPath,
  mePath,
  queryIn,
  queryOf,
  rssPath,
} from '../http/request-spec.ts'
import { all } from '../judging/resource-instances.ts'
import { isPage } from '../judging/responses.ts'
import type { Recorded } from './recorded.ts'

/** The exchanges with one deployment. */
export interface Traffic {
  exchanges: Exchange[]
  accounts: SurveyedAccount[]
}

const restPaths: readonly string[] = [mePath, accountsPath, rssPath]

/** The address of the deployment that a request goes to; null if it is not recognized as one. */
export function deploymentOf(url: string): string | null {
  const { origin, pathname, searchParams } = URL.parse(url) ?? {}
  if (origin === undefined || pathname === undefined) return null
  // Other services have a /graphql too.
  const isKeyed = searchParams?.has(apiKey.parameter)
  const path = [...restPaths, ...(isKeyed ? [graphqlPath] : [])].find((one) =>
    pathname.endsWith(one),
  )
  return path === undefined ? null : `${origin}${pathname.slice(0, -path.length)}`
}

/** The path below the deployment; null if the request is none of its API. */
export function apiPathOf(url: string, deployment: string): string | null {
  const { origin, pathname } = URL.parse(url) ?? {}
  const whole = `${origin}${pathname}`
  if (!whole.startsWith(`${deployment}/`)) return null
  const path = whole.slice(deployment.length)
  return path in routes || path.startsWith('/api/v1/') ? path : null
}

/** @param names of accounts by key. */
export function trafficOf(
  deployment: string,
  recorded: readonly Recorded[],
  names: ReadonlyMap<string, string>,
): Traffic {
  const keys = [...new Set(recorded.map(({ url }) => keyOf(url)))]
  const accounts = new Map(keys.map((key) => [key, createAccount(key, keys, names)]))
  const exchanges = recorded.flatMap((one) => {
    const path = apiPathOf(one.url, deployment)
    const account = accounts.get(keyOf(one.url))
    return path && account ? [exchangeOf(one, path, account)] : []
  })
  for (const exchange of exchanges) exchange.account.exchanges.push(exchange)
  const used = [...accounts.values()].filter(({ exchanges }) => exchanges.length > 0)
  for (const account of used)
    if (account.key !== '') Object.assign(account, provenBy(account.exchanges))
  return { exchanges, accounts: used }
}

function keyOf(url: string): string {
  return URL.parse(url)?.searchParams.getAll(apiKey.parameter).at(-1) ?? ''
}

function createAccount(
  key: string,
  keys: readonly string[],
  names: ReadonlyMap<string, string>,
): SurveyedAccount {
  const sent = keys.filter((one) => one !== '' && !names.has(one))
  const numbered = sent.length === 1 ? onlyAccount : `${onlyAccount}-${sent.indexOf(key) + 1}`
  const name = key === '' ? 'without-key' : (names.get(key) ?? numbered)
  return unknownAccount(key, name, key === '' ? 'requests without a key' : null)
}

function exchangeOf(recorded: Recorded, path: string, account: SurveyedAccount): Exchange {
  const { method, url, body, status, headers, bytes } = recorded
  const text = new TextDecoder().decode(bytes)
  // What else was sent may be a secret, like cookies.
  const contentType: Record<string, string> =
    body === null ? {} : { 'Content-Type': 'application/json' }
  return {
    spec: { method, path, query: queryIn(url), key: account.key },
    // The key may be percent-encoded, and reports hide it as it is.
    request: { method, url: withPlainKey(url, account.key), headers: contentType, body },
    account,
    status,
    headers,
    bytes,
    text,
    json: parseJson(text),
  }
}

function withPlainKey(url: string, key: string): string {
  return url.replace(/([?&]api_key=)[^&#]*/g, (_, name: string) => name + key).replace(/#.*$/, '')
}

/** What the responses to a key prove; nothing names the plan. */
function provenBy(exchanges: readonly Exchange[]): Partial<SurveyedAccount> {
  const pages = exchanges.filter(isPage)
  const [page] = pages
  if (page) {
    const status = isObject(page.json) ? page.json.status : null
    const posts = all.posts(page).map(({ value }) => value) as unknown as SurveyedAccount['posts']
    return {
      state: 'readable',
      plan: planOf(pages),
      posts,
      status: typeof status === 'string' ? status.slice(0, 40) : null,
    }
  }
  const has = (status: number) => exchanges.some((exchange) => exchange.status === status)
  if (has(200)) return { state: 'readable' }
  if (has(problems.INVALID_API_KEY.status)) return { state: 'rejected' }
  if (has(problems.INTERNAL_SERVER_ERROR.status)) return { state: 'failing' }
  return { trouble: 'no response shows an account' }
}

/** Sizes, a cursor or a larger page are on Premium alone; a page that is smaller than requested is on Free alone. */
function planOf(pages: readonly Exchange[]): PlanName | null {
  const found = new Set(pages.map(planOfPage))
  return found.has('premium') ? 'premium' : found.has('free') ? 'free' : null
}

function planOfPage(page: Exchange): PlanName | null {
  const { maximumPageSize } = plans.free
  const pagination = all.paginations(page)[0]?.value
  const { perPage, nextCursor, prevCursor } = pagination ?? {}
  const isSized = all.posts(page).some(({ value }) => isObject(value.sizes))
  const isLarge = typeof perPage === 'number' && perPage > maximumPageSize
  if (isSized || isLarge || typeof (nextCursor ?? prevCursor) === 'string') return 'premium'
  const requested = Number(queryOf(page)['page[size]'] ?? plans.premium.defaultPageSize)
  return perPage === maximumPageSize && requested > maximumPageSize ? 'free' : null
}
