// The requests that rules are made of.
import type { routes } from '@photofeed/openapi'
import type { Ask, Query } from '../http/ask.ts'

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
