import type { routes } from '@photofeed/openapi'

export const endpoints = {
  me: '/api/v1/me',
  accounts: '/api/v1/accounts',
  rss: '/api/v1/rss',
  graphql: '/graphql',
} as const satisfies Record<string, keyof typeof routes>

/** An endpoint of the read API, or `media`: pictures and videos. */
export type EndpointName = keyof typeof endpoints | 'media'

const names = Object.keys(endpoints) as (keyof typeof endpoints)[]

/** Returns the endpoint of a path of the API; null for a path without an endpoint. */
export function endpointOf(path: string): keyof typeof endpoints | null {
  return names.find((name) => endpoints[name] === path) ?? null
}

/** Whether the parameters have each of these values; `*` is any value. */
export function meetsQuery(
  parameters: URLSearchParams,
  query: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(query).every(([name, value]) =>
    value === '*' ? parameters.has(name) : parameters.getAll(name).includes(value),
  )
}

/** The path of the platform's media, below the service's address. */
export const platformPrefix = '/platform'

export const controlPrefix = '/__mock'
