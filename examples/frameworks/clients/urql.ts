import { Client, cacheExchange, fetchExchange } from '@urql/core'
import { NewestDocument } from './generated/gql/graphql'
import { baseUrl, feed } from './settings'

const client = new Client({
  url: `${baseUrl}/graphql`,
  fetch: feed.fetch,
  exchanges: [cacheExchange, fetchExchange],
  preferGetMethod: 'within-url-limit',
})

export async function withUrql() {
  const { data, error } = await client.query(NewestDocument, { first: 3 }).toPromise()
  // Its message says nothing of a status like 401.
  const response = error?.response as Response | undefined
  if (error) throw new Error(`Status ${String(response?.status)}`, { cause: error })
  return data?.me?.posts ?? []
}
