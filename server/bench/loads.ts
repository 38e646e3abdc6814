import type { Comparison } from '../../testing/bench/compare.ts'
import type { Load } from '../../testing/bench/load.ts'

/** The key of the account with this number. */
export function keyOf(account: number): string {
  return account.toString(16).padStart(64, '0')
}

const me = (query: string, account = 1) => `/api/v1/me?api_key=${keyOf(account)}&${query}`
const includes = '&include[]=children&include[]=comments'
const fields = 'posts { id caption mediaUrl permalink publishedAt } pagination { nextCursor }'

/** A time that no post reaches: as a bound it makes the query a new one and excludes nothing. */
let seconds = 0
function newBound(): string {
  seconds += 1
  return new Date(Date.UTC(2200, 0, 1) + seconds * 1000).toISOString()
}

function uncached(query: string): Load {
  return { target: () => me(`${query}&filter[publishedBefore]=${newBound()}`) }
}

function graphql(query: string, variables: () => object = () => ({})): Load {
  const encoded = encodeURIComponent(query)
  return {
    target: () =>
      `/graphql?api_key=${keyOf(1)}&query=${encoded}&variables=${encodeURIComponent(JSON.stringify(variables()))}`,
  }
}

export function inTurn(accounts: number): Load {
  let number = 0
  return {
    target() {
      number = (number % accounts) + 1
      return me('page[size]=12', number)
    },
  }
}

type NamedLoad = Load & Pick<Comparison, 'name' | 'limit'>

/** What each server is measured with. `cachedLimit` is the least ratio of a cached page that is good enough. */
export function loads(accounts: number, cachedLimit = 0.6): NamedLoad[] {
  const cached = { target: () => me('page[size]=12') }
  return [
    { name: '/me, 12 posts, cached', limit: cachedLimit, ...cached },
    { name: '/me, cached, gzip', headers: { 'accept-encoding': 'gzip' }, ...cached },
    { name: '/me, cached, br', headers: { 'accept-encoding': 'br, gzip' }, ...cached },
    { name: `/me, cached, ${accounts} keys in turn`, ...inTurn(accounts) },
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
}

/** All of them in turn. */
export function mixedLoad(accounts: number): Load {
  const all = loads(accounts)
  let number = 0
  return {
    target() {
      number += 1
      return all[number % all.length]?.target() ?? ''
    },
  }
}
