// Requests that show whether a mutant changes any response. They come from the parameters of the contract, and know no rule.
import { parameters } from '@photofeed/openapi'
import { filterArguments, parameterValues } from '../../../test-support/parameter-values.ts'

export interface CorpusRequest {
  url: string
  method: string
  headers?: Record<string, string>
  body?: string
  /** The page whose cursor is sent in the place of `{cursor}`: the number of an earlier request. */
  from?: { index: number; name: 'nextCursor' | 'prevCursor' }
}

const values: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    Object.entries(parameterValues).map(([name, { valid, invalid }]) => [
      name,
      [...valid, ...invalid],
    ]),
  ),
  include: ['children'],
  cursor: ['no-such-cursor'],
  page: ['2'],
}

const arguments_ = [
  ...['', 'first: 0', 'first: 1', 'first: 2, page: 3', 'first: 101', 'first: 3, cursor: "x"'],
  ...['format: "webp"', 'format: "WEBP"'],
  ...filterArguments().map((text) => `${text}, first: 5`),
  ...['PUBLISHED_AT', 'ID', 'LIKES'].flatMap((column) =>
    ['ASC', 'DESC'].map((order) => `orderBy: [{ column: ${column}, order: ${order} }], first: 9`),
  ),
]
const selections = [
  'username posts { id type caption mediaUrl thumbnailUrl publishedAt } pagination { nextCursor prevCursor hasMore perPage }',
  'status lastFetchAt name biography website profilePictureUrl followersCount followsCount mediaCount',
  'posts { id altText permalink likeCount commentsCount sizes { width url } comments { id text timestamp likeCount } children { id type mediaUrl thumbnailUrl sizes { width url } permalink publishedAt } }',
]
const queries = [
  ...selections.flatMap((selection) =>
    arguments_.map((one) => `{ me${one && `(${one})`} { ${selection} } }`),
  ),
  ...['{ me { ', '', '{ me }', '{ you }', 'mutation { me { username } }', '{ a: me { username } }'],
  ...[
    '{ post(id: "1") { id } }',
    '{ __schema { types { name } } }',
    '{ me(likes: 1) { username } }',
  ],
  `{ me { posts { ${'children { id } '.repeat(30)} } } }`,
  `{ ${'me { username } '.repeat(200)} }`,
]
const bodies = [
  '',
  '{',
  '[]',
  '5',
  '{}',
  '{"query":5}',
  '{"query":"{ me { username } }","variables":5}',
]

/** The corpus: the same for the same keys. */
export function corpusOf(url: string, keys: readonly string[]): CorpusRequest[] {
  const random = createRandom(7)
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)] as Value
  const requests: CorpusRequest[] = []
  const add = (path: string, query: string, more: Partial<CorpusRequest> = {}) =>
    requests.push({ url: `${url}${path}${query && `?${query}`}`, method: 'GET', ...more })
  const param = (name: string, value: string) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  for (const key of keys) {
    const own = `api_key=${key}`
    add('/api/v1/me', own)
    add('/api/v1/me', `${own}&include[]=children&include[]=comments`)
    add('/api/v1/accounts', own)
    add('/api/v1/rss', own)
    for (const [name, list] of Object.entries(values))
      for (const value of list) add('/api/v1/me', `${own}&${param(name, value)}`)
    for (let count = 0; count < 25; count += 1) {
      const names = Object.keys(values).filter(() => random() < 0.35)
      const query = names.map((name) => param(name, pick(values[name] ?? [])))
      add('/api/v1/me', [own, ...query].join('&'))
    }
    for (const sort of Object.keys(parameters.sort.orderings)) {
      const query = `${own}&sort=${sort}&${pick(['', 'filter[type]=IMAGE', 'filter[publishedAfter]=2026-06-01'])}`
      add('/api/v1/me', `${query}&page[size]=3`)
      for (const [size, name] of [
        [3, 'nextCursor'],
        [5, 'nextCursor'],
        [4, 'prevCursor'],
        [9, 'prevCursor'],
      ] as const)
        add('/api/v1/me', `${query}&page[size]=${size}&page[cursor]={cursor}`, {
          from: { index: requests.length - 1, name },
        })
    }
  }
  const [premium = '', free = ''] = keys
  for (const key of [premium, free])
    for (const query of queries)
      add('/graphql', `api_key=${key}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query }),
      })
  for (const body of bodies) add('/graphql', `api_key=${premium}`, { method: 'POST', body })
  add('/graphql', `api_key=${premium}&query=${encodeURIComponent('{ me { username } }')}`)
  for (const path of [
    '/api/v1/me',
    '/api/v1/accounts',
    '/api/v1/rss',
    '/graphql',
    '/api/v1/posts',
    '/api',
  ])
    for (const method of ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS'])
      for (const query of ['', 'api_key=', `api_key=${'f00d'.repeat(16)}`, `api_key=${premium}`])
        add(path, query, { method })
  for (const query of [
    `api_key[]=${premium}`,
    `api_key=${premium}&api_key=x`,
    `api_key=${premium.toUpperCase()}`,
    `api_key=${premium}&sort=%FF`,
    `api_key=${premium}&x=${'a'.repeat(9000)}`,
    `api_key=${premium}&include[0]=children&page[size][]=5`,
    `api_key=${premium}&sort[]=id`,
    `api_key=%20${premium}`,
  ])
    add('/api/v1/me', query)
  add('/api/v1/me', `api_key=${premium}`, {
    headers: { 'X-API-Key': 'x', Origin: 'https://a.example' },
  })
  return requests
}

/** A small generator of Marsaglia (xorshift32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
