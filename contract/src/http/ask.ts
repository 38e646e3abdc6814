import { apiKey, type routes } from '@photofeed/openapi'

/** Query parameters by name; a list is sent as the parameter repeated. */
export type Query = Record<string, string | number | readonly string[]>

/**
 * One request of a rule, as data. Its texts may hold a text of an earlier answer of the same rule:
 * `{first.pagination.nextCursor}` is the cursor that the answer called `first` gave.
 */
export interface Ask {
  /** GET by default. */
  method?: string
  /** Below the deployment's address, or an address of its own (a picture's). */
  path: string
  query?: Query
  /** Put behind the query as it stands, for what an encoder would repair. */
  rawQuery?: string
  /** The value of `api_key`: by default the account's own key; null sends none. */
  key?: string | null
  headers?: Record<string, string>
  /** Sent as JSON, or as it stands when it is text. */
  body?: unknown
}

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
}

/** The request that an ask means to the deployment at `baseUrl` for the account with `ownKey`. */
export function wireRequest(ask: Ask, baseUrl: string, ownKey: string): WireRequest {
  const own = ask.path.startsWith('/')
  const key = own ? (ask.key === undefined ? ownKey : ask.key) : null
  const pairs = Object.entries({
    ...(key === null ? {} : { [apiKey.parameter]: key }),
    ...ask.query,
  })
  const query = pairs.flatMap(([name, value]) =>
    [value]
      .flat()
      .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(one))}`),
  )
  const search = [...query, ...(ask.rawQuery ? [ask.rawQuery] : [])].join('&')
  const url = `${own ? baseUrl : ''}${ask.path}${search && `?${search}`}`
  const isJson = ask.body !== undefined && typeof ask.body !== 'string'
  return {
    method: ask.method ?? 'GET',
    url,
    headers: { ...(isJson ? { 'Content-Type': 'application/json' } : {}), ...ask.headers },
    body: ask.body === undefined ? null : isJson ? JSON.stringify(ask.body) : String(ask.body),
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

type Extras = Omit<Ask, 'path' | 'query'>

export function me(query: Query = {}, extras: Extras = {}): Ask {
  return { path: mePath, query, ...extras }
}

export function accounts(query: Query = {}, extras: Extras = {}): Ask {
  return { path: accountsPath, query, ...extras }
}

export function rss(query: Query = {}, extras: Extras = {}): Ask {
  return { path: rssPath, query, ...extras }
}

/** A GraphQL query by POST. */
export function graphql(
  query: string,
  variables?: Record<string, unknown>,
  extras: Extras = {},
): Ask {
  const body = { query, ...(variables ? { variables } : {}) }
  return { method: 'POST', path: graphqlPath, body, ...extras }
}

/** A key of the right form that reads no account: nobody was ever given it. */
export const unknownKey = 'f00d'.repeat(16)
