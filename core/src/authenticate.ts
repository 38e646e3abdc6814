import { apiKey as definition, type ProblemCode } from '@photofeed/openapi'
import { arrayShaped, type QueryString } from './query-string.ts'
import type { FeedStore, StoredAccount } from './store.ts'

type KeyProblem = Extract<ProblemCode, 'MISSING_API_KEY' | 'INVALID_API_KEY'>

const pattern = new RegExp(definition.pattern)

/** Finds the account of the key in the query string (section 5). Headers are never read. */
export async function authenticate(
  query: QueryString,
  store: FeedStore,
): Promise<{ account: StoredAccount; apiKey: string } | { rejection: KeyProblem }> {
  const apiKey = query.last(definition.parameter)
  if (apiKey === null || apiKey === '') return { rejection: 'MISSING_API_KEY' }
  if (apiKey === arrayShaped || !pattern.test(apiKey)) return { rejection: 'INVALID_API_KEY' }
  const account = await store.findAccountByKey(apiKey)
  return account ? { account, apiKey } : { rejection: 'INVALID_API_KEY' }
}
