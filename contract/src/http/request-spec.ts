import { apiKey, type routes } from '@photofeed/openapi'
import { type Exchange, once, type Query, type RequestSpec } from './exchange.ts'

export type { Query, RequestSpec, WireRequest } from './exchange.ts'

export const paths = {
  me: '/api/v1/me',
  accounts: '/api/v1/accounts',
  rss: '/api/v1/rss',
  graphql: '/graphql',
} as const satisfies Record<string, keyof typeof routes>

type Extras = Partial<RequestSpec>

const get =
  (path: string) =>
  (query: Query = {}, extras: Extras = {}): RequestSpec => ({ path, query, ...extras })

export const me = get(paths.me)
export const accounts = get(paths.accounts)
export const rss = get(paths.rss)

export function graphql(
  query: string,
  variables?: Record<string, unknown>,
  extras: Extras = {},
): RequestSpec {
  const body = { query, ...(variables ? { variables } : {}) }
  return { method: 'POST', path: paths.graphql, body, ...extras }
}

export const interfaces = {
  me: (extras: Extras = {}) => me({}, extras),
  accounts: (extras: Extras = {}) => accounts({}, extras),
  rss: (extras: Extras = {}) => rss({}, extras),
  graphql: (extras: Extras = {}) => graphql('{ me { username } }', undefined, extras),
}

/** A well-formed key that was never issued. */
export const unknownKey = 'f00d'.repeat(16)

/** The query that was sent, without the key. Repeated parameters are lists, and include[0] is another way to write include[]. */
export const queryOf = once(({ request }: Exchange): Query => {
  const query = new Map<string, string[]>()
  for (const [sent, value] of URL.parse(request.url)?.searchParams ?? []) {
    const name = sent.replace(/^include\[\d+\]$/, 'include[]')
    if (name !== apiKey.parameter) query.set(name, [...(query.get(name) ?? []), value])
  }
  return Object.fromEntries(
    [...query].map(([name, values]) => [name, values.length > 1 ? values : String(values[0])]),
  )
})
