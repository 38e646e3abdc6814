import { apiKey, type routes } from '@photofeed/openapi'

/** Query parameters by name; a list is sent as the parameter repeated. */
export type Query = Record<string, string | number | readonly string[]>

/**
 * One request of a rule, as data. Its texts may contain a text of an earlier response of the same rule:
 * `{first.pagination.nextCursor}` is the cursor that the response called `first` gave.
 */
export interface RequestSpec {
  /** GET by default. */
  method?: string
  /** Below the deployment's address, or an address of its own (a picture's). */
  path: string
  query?: Query
  /** Appended to the query unencoded, for what an encoder would repair. */
  rawQuery?: string
  /** The value of `api_key`: by default the account's own key; null sends none. */
  key?: string | null
  headers?: Record<string, string>
  /** Sent as JSON; text is sent as it is. */
  body?: unknown
}

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
}

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

type Extras = Omit<RequestSpec, 'path' | 'query'>

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

/** A well-formed key that was never issued. */
export const unknownKey = 'f00d'.repeat(16)
