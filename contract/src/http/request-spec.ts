import { apiKey, type routes } from '@photofeed/openapi'
import { type Exchange, oncePerExchange, type Query, type RequestSpec } from './exchange.ts'

export type { Query, RequestSpec, WireRequest } from './exchange.ts'

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
