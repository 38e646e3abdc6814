import { type Mutant, pathOf, queryOf, requery } from './mutant.ts'

/** Understands some queries to /api/v1/me as others. */
export function otherQuery(
  applies: (query: URLSearchParams) => boolean,
  change: (query: URLSearchParams) => void,
): Mutant['handle'] {
  const isMe = (request: Request) => pathOf(request) === '/api/v1/me'
  return requery((request) => isMe(request) && applies(queryOf(request)), change)
}

/** Leaves a parameter out of account. */
export function ignoring(name: string, applies = (_: URLSearchParams) => true): Mutant['handle'] {
  return otherQuery(
    (query) => query.has(name) && applies(query),
    (query) => query.delete(name),
  )
}
