import { apiKey, plans, type routes } from '@photofeed/openapi'
import {
  type Exchange,
  oncePerExchange,
  type Query,
  type RequestSpec,
  type WireRequest,
} from './exchange.ts'

export type { Query, RequestSpec, WireRequest } from './exchange.ts'

/** The request of a spec to the deployment at `baseUrl` for the account with `ownKey`. */
export function wireRequest(spec: RequestSpec, baseUrl: string, ownKey: string): WireRequest {
  const own = spec.path.startsWith('/')
  const key = own ? (spec.key === undefined ? ownKey : spec.key) : null
  const pairs = Object.entries({
    ...(key === null ? {} : { [apiKey.parameter]: key }),
    ...spec.query,
  })
  const query = pairs.flatMap(([name, value]) =>
    [value]
      .flat()
      .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(one))}`),
  )
  const search = [...query, ...(spec.rawQuery ? [spec.rawQuery] : [])].join('&')
  const url = `${own ? baseUrl : ''}${spec.path}${search && `?${search}`}`
  const isJson = spec.body !== undefined && typeof spec.body !== 'string'
  return {
    method: spec.method ?? 'GET',
    url,
    headers: { ...(isJson ? { 'Content-Type': 'application/json' } : {}), ...spec.headers },
    body: spec.body === undefined ? null : isJson ? JSON.stringify(spec.body) : String(spec.body),
  }
}

/**
 * The same request in other bytes, which no cache has stored: some digits of the key are percent-encoded, as any client may
 * do (RFC 3986, section 2.3). `choice` is another one in each run.
 */
export function pastCache(request: WireRequest, choice: number): WireRequest {
  const variant = request.url.replace(new RegExp(`(?<=[?&]${apiKey.parameter}=)[^&]+`), (key) =>
    [...key]
      .map((sign, index) => (isEncoded(choice, index) && /\w/.test(sign) ? encoded(sign) : sign))
      .join(''),
  )
  const headers = { ...request.headers, 'Cache-Control': 'no-cache' }
  return { ...request, url: variant, headers }
}

function isEncoded(choice: number, index: number): boolean {
  return Math.floor(choice / 2 ** (index % 48)) % 2 === 1
}

function encoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`
}

/** Halves of surrogate pairs, which a response may contain, have no encoding. */
function wellFormed(value: string | number): string {
  return String(value).replace(/\p{Cs}/gu, '\ufffd')
}

type Path = keyof typeof routes

export const mePath: Path = '/api/v1/me'
export const accountsPath: Path = '/api/v1/accounts'
export const rssPath: Path = '/api/v1/rss'
export const graphqlPath: Path = '/graphql'

type Extras = Partial<RequestSpec>

export function me(query: Query = {}, extras: Extras = {}): RequestSpec {
  return { path: mePath, query, ...extras }
}

export function accounts(query: Query = {}, extras: Extras = {}): RequestSpec {
  return { path: accountsPath, query, ...extras }
}

export function rss(query: Query = {}, extras: Extras = {}): RequestSpec {
  return { path: rssPath, query, ...extras }
}

/** A GraphQL query by POST. */
export function graphql(
  query: string,
  variables?: Record<string, unknown>,
  extras: Extras = {},
): RequestSpec {
  const body = { query, ...(variables ? { variables } : {}) }
  return { method: 'POST', path: graphqlPath, body, ...extras }
}

/** A small request to each interface. */
export const interfaces = {
  me: (extras: Extras = {}) => me({}, extras),
  accounts: (extras: Extras = {}) => accounts({}, extras),
  rss: (extras: Extras = {}) => rss({}, extras),
  graphql: (extras: Extras = {}) => graphql('{ me { username } }', undefined, extras),
}

/** A body for GraphQL that need not be a query. */
export function graphqlBody(content: unknown): RequestSpec {
  return {
    method: 'POST',
    path: graphqlPath,
    body: typeof content === 'string' ? content : JSON.stringify(content),
    headers: { 'Content-Type': 'application/json' },
  }
}

/** A request to /api/v1/me with a query string that no encoder repairs. */
export function raw(rawQuery: string): RequestSpec {
  return { path: mePath, rawQuery }
}

/** A well-formed key that was never issued. */
export const unknownKey = 'f00d'.repeat(16)

/** The largest page with everything on it, the plain page, and the resource: what rules compare with. */
export const surveyRequests = {
  everything: me({
    'page[size]': plans.premium.maximumPageSize,
    'include[]': ['children', 'comments'],
  }),
  plain: me(),
  resource: accounts(),
}

/** The query that was sent, without the key. Repeated parameters are lists, and include[0] is another way to write include[]. */
export const queryOf = oncePerExchange(({ request }: Exchange): Query => {
  const query = new Map<string, string[]>()
  for (const [sent, value] of URL.parse(request.url)?.searchParams ?? []) {
    const name = sent.replace(/^include\[\d+\]$/, 'include[]')
    if (name !== apiKey.parameter) query.set(name, [...(query.get(name) ?? []), value])
  }
  return Object.fromEntries(
    [...query].map(([name, values]) => [name, values.length > 1 ? values : String(values[0])]),
  )
})
