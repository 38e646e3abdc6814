import { apiKey, type routes } from '@photofeed/openapi'
import type { ChosenAccount } from '../chosen-account.ts'
import { summaryOf } from '../response-summary.ts'

const path = '/graphql' satisfies keyof typeof routes

export interface GraphqlResponse {
  body: unknown
  /** Status, time and size. */
  summary: string
}

/** Sends queries with the key of the account that is chosen at that moment, in the query string (4.2). */
export function createFetcher(account: Pick<ChosenAccount, 'apiKey'>) {
  return async (request: object): Promise<GraphqlResponse> => {
    const start = performance.now()
    const response = await fetch(
      `${path}?${new URLSearchParams({ [apiKey.parameter]: account.apiKey })}`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
      },
    )
    const isJson = response.headers.get('Content-Type')?.includes('json')
    if (!isJson) throw new Error(`The response has the status ${response.status} and no JSON.`)
    const text = await response.text()
    return { body: JSON.parse(text), summary: summaryOf(response, text, start) }
  }
}
