import { apiKey as definition, type ProblemCode } from '@photofeed/openapi'
import { arrayShaped, type QueryString } from './query-string.ts'
import type { FeedStore, StoredAccount } from './store.ts'

type KeyProblem = Extract<ProblemCode, 'MISSING_API_KEY' | 'INVALID_API_KEY'>

const pattern = new RegExp(definition.pattern)

/** Finds the account whose key the query string holds (section 5). Headers are never looked at. */
export async function authenticate(
  query: QueryString,
  store: FeedStore,
): Promise<{ account: StoredAccount; apiKey: string } | { refused: KeyProblem }> {
  const apiKey = query.last(definition.parameter)
  if (apiKey === null || apiKey === '') return { refused: 'MISSING_API_KEY' }
  if (apiKey === arrayShaped || !pattern.test(apiKey)) return { refused: 'INVALID_API_KEY' }
  const account = await store.findAccountByKey(apiKey)
  return account ? { account, apiKey } : { refused: 'INVALID_API_KEY' }
}
