import type { Fetcher } from '@graphiql/toolkit'
import { apiKey, type routes } from '@photofeed/openapi'
import type { ChosenAccount } from '../chosen-account.ts'

const path = '/graphql' satisfies keyof typeof routes

/** Sends queries with the key that is chosen at that moment, in the query string (4.2). */
export function createFetcher(account: Pick<ChosenAccount, 'apiKey'>): Fetcher {
  return async (request) => {
    const response = await fetch(
      `${path}?${new URLSearchParams({ [apiKey.parameter]: account.apiKey })}`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
      },
    )
    return response.json()
  }
}
