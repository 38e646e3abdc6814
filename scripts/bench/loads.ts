import type { Comparison } from './compare.ts'
import type { Load } from './load.ts'

const includes = '&include[]=children&include[]=comments'
const fields = 'posts { id caption mediaUrl permalink publishedAt } pagination { nextCursor }'

/** A time that no post reaches: as a bound it makes the query a new one and excludes nothing. */
let seconds = 0
function newBound(): string {
  seconds += 1
  return new Date(Date.UTC(2200, 0, 1) + seconds * 1000).toISOString()
}

type NamedLoad = Load & Pick<Comparison, 'name' | 'limit'>

/**
 * What each server is measured with: pages of one account with at least a hundred posts. `share` multiplies the least
 * ratios that are good enough.
 */
export function loads(apiKey: string, share = 1): NamedLoad[] {
  const me = (query: string) => `/api/v1/me?api_key=${apiKey}&${query}`
  const cached = { target: () => me('page[size]=12') }
  const uncached = (query: string) => ({
    target: () => me(`${query}&filter[publishedBefore]=${newBound()}`),
  })
  const graphql = (query: string, variables: () => object = () => ({})) => {
    const encoded = encodeURIComponent(query)
    return {
      target: () =>
        `/graphql?api_key=${apiKey}&query=${encoded}&variables=${encodeURIComponent(JSON.stringify(variables()))}`,
    }
  }
  const all: NamedLoad[] = [
    { name: '/me, 12 posts, cached', limit: 0.6, ...cached },
    { name: '/me, cached, gzip', headers: { 'accept-encoding': 'gzip' }, ...cached },
    { name: '/me, cached, br', headers: { 'accept-encoding': 'br, gzip' }, ...cached },
    { name: '/me, 12 posts, new query', limit: 0.2, ...uncached('page[size]=12') },
    { name: '/me, 100 posts, new query', limit: 0.035, ...uncached('page[size]=100') },
    {
      name: '/me, 12 posts with includes, new query',
      limit: 0.1,
      ...uncached(`page[size]=12${includes}`),
    },
    {
      name: '/me, 100 posts with includes, new query',
      limit: 0.0175,
      ...uncached(`page[size]=100${includes}`),
    },
    {
      name: 'GraphQL, 12 posts, same query',
      limit: 0.4,
      ...graphql(`{ me(first: 12) { ${fields} } }`),
    },
    {
      name: 'GraphQL, 12 posts, new variables',
      limit: 0.1,
      ...graphql(
        `query Page($before: String) { me(first: 12, publishedBefore: $before) { ${fields} } }`,
        () => ({ before: newBound() }),
      ),
    },
  ]
  return all.map((load) =>
    load.limit ? { ...load, limit: Number((load.limit * share).toFixed(4)) } : load,
  )
}
