import { changed, type Mutant, pathOf, queryOf } from './mutant.ts'

/** Understands some queries to /api/v1/me as others. */
export function otherQuery(
  applies: (query: URLSearchParams) => boolean,
  change: (query: URLSearchParams) => void,
): Mutant['handle'] {
  return (request, respond) => {
    const fits = pathOf(request) === '/api/v1/me' && applies(queryOf(request))
    return respond(fits ? changed(request, { query: change }) : request)
  }
}

/** Leaves a parameter out of account. */
export function ignoring(name: string, applies = (_: URLSearchParams) => true): Mutant['handle'] {
  return otherQuery(
    (query) => query.has(name) && applies(query),
    (query) => query.delete(name),
  )
}
