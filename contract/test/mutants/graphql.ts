import { unknownKey } from '../../src/http/request-spec.ts'
import {
  altered,
  type Change,
  type Json,
  keyOf,
  type Mutant,
  mutantsOf,
  onText,
  pathOf,
  queryOf,
  set,
} from './mutant.ts'
import { requested } from './quiet-account.ts'

/** Changes the JSON of responses to queries that contain a text. */
export function onQuery(text: string | RegExp, change: Change): Mutant['handle'] {
  return async (request, respond) => {
    if (pathOf(request) !== '/graphql') return respond(request)
    const query = await queryTextOf(request)
    const response = await respond(request)
    if (!query.match(text) || response.status !== 200) return response
    const json = await response.json()
    change(json, request)
    return altered(response, { body: JSON.stringify(json) })
  }
}

/** Mutants by `rule: defect`, each with a text of queries, and what is changed in the responses to them. */
export function queryMutants(
  changes: Readonly<Record<string, readonly [text: string | RegExp, change: Change]>>,
): Mutant[] {
  return mutantsOf(changes, ([text, change]) => onQuery(text, change))
}

async function queryTextOf(request: Request): Promise<string> {
  if (request.method !== 'POST') return queryOf(request).get('query') ?? ''
  return request.clone().text()
}

const page = ({ data }: Json) => data.me
const everything = /"\{ me \{ username posts \{ id type caption mediaUrl/
const brokenQuery = /^\{"query":"\{ me \{ "/

/** Changes only the account of a plan. */
export const ofPlan =
  (plan: keyof typeof requested, change: Change): Change =>
  (json, request) => {
    if (page(json).username === requested[plan]) change(json, request)
  }
/** Takes the last post of `me` away, by GET alone or always. */
const popPost =
  (method?: string): Change =>
  (json, request) => {
    if (method === undefined || request.method === method) page(json).posts.pop()
  }
/** By username, that of the page before. */
const lastPosts: Record<string, Json> = {}
const reversePosts: Change = (json) => page(json).posts.reverse()
const rejectFirst = { data: { me: null }, errors: [{ message: 'first is too large.' }] }
const rejectLargeFirst =
  (perPage: number): Change =>
  (json) => {
    if (page(json).pagination.perPage === perPage) Object.assign(json, rejectFirst)
  }

// biome-ignore format: a row for each mutant
const inResults = queryMutants({
  'graphql-fields: posts have no type': [everything, ofPlan('premium', set('data.me.posts.0.type'))],
  'graphql-by-get: by GET another page size counts': ['first: 2', popPost('GET')],
  'graphql-variables: variables are not read': ['\\$first', (json) => page(json).posts.push(page(json).posts[0])],
  'graphql-aliases: every me of a query has the result of the first': ['one: me', ({ data }) => {
    for (const alias of Object.keys(data)) data[alias] = data.one
  }],
  'graphql-selects-fields: without posts, the pagination is that of another page': ['2\\) \\{ pagination', set('data.me.pagination.perPage', 100)],
  'graphql-equals-rest: on premium GraphQL cuts captions': [everything, ofPlan('premium', set('data.me.posts.1.caption', 'Cut…'))],
  'graphql-equals-rest: on free GraphQL cuts captions': [everything, ofPlan('free', set('data.me.posts.1.caption', 'Cut…'))],
  'graphql-first: on premium a large first is rejected': ['first: 1000', rejectLargeFirst(100)],
  'graphql-first: on free a large first is rejected': ['first: 1000', rejectLargeFirst(6)],
  'graphql-first: first gives one post too few': ['first: 2', popPost()],
  'graphql-cursor: cursor leads to the first page': ['page: 1\\)', set('data.me.pagination.nextCursor', 'no-such-cursor')],
  'graphql-cursor: a page begins with the last post of the one before': ['first: 3', (json) => {
    const { username, posts, pagination } = page(json)
    if (pagination.prevCursor !== null) posts.splice(0, 3, lastPosts[username], posts[0], posts[1])
    lastPosts[username] = posts.at(-1)
  }],
  'graphql-cursor: the second page of a type has posts of others': [/type: \\"\w+\\", cursor/, reversePosts],
  'graphql-cursor: a page that prevCursor led to has no nextCursor': ['query \\(\\$cursor', ({ data: { me: { pagination } } }) => {
    if (pagination.prevCursor === null) Object.assign(pagination, { nextCursor: null, hasMore: false })
  }],
  'graphql-has-more-agrees: nextCursor of the last page is empty': [/first: [3-9]\d/, set('data.me.pagination.nextCursor', '')],
  'graphql-page-is-ignored: page still leads to the second page': ['page: 2', reversePosts],
  'graphql-no-posts: a page without posts is null': ['2200-01-01', set('data.me.posts', null)],
  'graphql-type: type leaves one post of the type out': [/type: \\"VIDEO/, popPost()],
  'graphql-type-invalid: an invalid type has no posts, and is no error': ['type: \\\\"picture', (json) => Object.assign(json, { errors: undefined, data: { me: { posts: [] } } })],
  'graphql-type-invalid: an invalid type leaves me away instead of null': ['type: \\\\"picture', set('data', {})],
  'graphql-format-invalid: an invalid format leaves me away instead of null': ['format: \\\\"picture', set('data', {})],
  'graphql-invalid-date: a date that cannot be parsed has no effect': ['publishedAfter: \\\\"yesterday', (json) => Object.assign(json, { errors: undefined, data: { me: { username: 'x' } } })],
  'graphql-syntax-error: after a syntax error data is null': [brokenQuery, set('data', null)],
  'graphql-error-locations: lines and columns count from 0': [brokenQuery, set('errors.0.locations', [{ line: 0, column: 4 }])],
  'graphql-error-locations: a syntax error has extensions': [brokenQuery, set('errors.0.extensions', {})],
  'graphql-unknown-field: an unknown field leaves data null': ['noSuchField', set('data', null)],
  'graphql-unknown-field: a variable of another type leaves data null': ['"first":"many"', set('data', null)],
  'graphql-unsupported-column: a column that is not supported is ignored': ['NO_SUCH_COLUMN', (json) =>
    Object.assign(json, { errors: undefined, data: { me: { posts: [] } } })],
  'graphql-post: post finds only what is on the first page': [/post\(id: \\"\d{14}2\d\d\\"/, set('data.post', null)],
  'graphql-post-not-seen: a post that is not seen is an error': ['no-such-post', set('errors', [{ message: 'Not found.', path: ['post'] }])],
  'graphql-error-entries: the message of an error is an object': ['noSuchField', set('errors.0.message', { text: 'Cannot query field' })],
})

export const graphqlMutants: Mutant[] = [
  ...inResults,
  ...mutantsOf({
    'graphql-with-charset: JSON with a charset is not read': (request, respond) => {
      const isRead = !request.headers.get('content-type')?.includes('charset')
      return respond(isRead ? request : new Request(request, { body: '{}' }))
    },
    'graphql-key-before-query: a broken query is reported before the key is checked': async (
      request,
      respond,
    ) => {
      const isBroken =
        pathOf(request) === '/graphql' && (await queryTextOf(request)).includes('{ me { "')
      if (!isBroken || keyOf(request) !== unknownKey) return respond(request)
      const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }
      return Response.json({ errors: [{ message: 'Syntax Error' }] }, { headers })
    },
    'graphql-key-before-query: a failed key has a detail of its own on GraphQL': onText(
      (request, { status }) => pathOf(request) === '/graphql' && status === 401,
      (text) => text.replace('"detail":"', '"detail":"GraphQL: '),
    ),
    'graphql-status: an unknown field is HTTP 400, as an error of REST': async (
      request,
      respond,
    ) => {
      const isWrong =
        pathOf(request) === '/graphql' && (await queryTextOf(request)).includes('noSuchField')
      const elsewhere = new Request(request.url.replace('/graphql', '/api/no-such-endpoint'))
      return respond(isWrong ? elsewhere : request)
    },
  }),
]
