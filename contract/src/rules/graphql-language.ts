import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { valueAt } from '../http/json.ts'
import { paths, type RequestSpec } from '../http/request-spec.ts'
import {
  asGraphql,
  comparable,
  dataOf,
  expectedPosts,
  typeNames,
} from '../judging/graphql-response.ts'
import { posts } from '../judging/needs.ts'
import { firstPageOf } from '../judging/resource-instances.ts'
import {
  after,
  type Judgment,
  type Requests,
  type Rule,
  requestJudgment,
  rule,
} from '../judging/rule.ts'

/** A document, and how it is sent. */
interface Form {
  query: string
  variables?: Record<string, unknown> | null
  operationName?: string | null
  byGet?: true
  headers?: Record<string, string>
  /** The data of the response; null where not all posts are known. */
  data(account: SurveyedAccount): object | null
}

/** The fields of most documents: few, so that the documents are about something else. */
const small = { Account: ['username', 'posts'], Post: ['id', 'type', 'caption'] }
const postFields = '{ id type caption }'
const meFields = `{ username posts ${postFields} }`

/** The account with the posts that arguments select, as REST has both. */
const me =
  (size?: number, type?: string, names: typeof small = small) =>
  (account: SurveyedAccount) => {
    const query = { ...(size && { 'page[size]': size }), ...(type && { 'filter[type]': type }) }
    const posts = expectedPosts(account, query, names)
    return posts && { me: { username: usernameOf(account), posts } }
  }

const usernameOf = (account: SurveyedAccount) => firstPageOf(account)?.username

const ids = ({ posts: all }: SurveyedAccount, count: number) =>
  all.slice(0, count).map((post) => asGraphql('Post', post, { Post: ['id'] }))

const blanks = (bytes: number) => `\n${' '.repeat(79)}`.repeat(Math.ceil(bytes / 80))

const fragments = 'fragment Basics on Post { id ...Kind } fragment Kind on Post { type caption }'
const withFragments = '{ me(first: 2) { username posts { ...Basics } } }'
const operations = `query One { me(first: 1) ${meFields} } query Two($size: Int) { me(first: $size) ${meFields} }`
const directives = `query ($yes: Boolean!, $no: Boolean = false) {
  me(first: 2) { username @include(if: $yes) posts { id type @skip(if: $no) caption @include(if: $no) ...Skipped } pagination @skip(if: true) { perPage } }
}
fragment Skipped on Post { mediaUrl @include(if: false) ...Times @skip(if: true) ... @include(if: false) { thumbnailUrl } } fragment Times on Post { publishedAt }`
const inline =
  '{ me(first: 2) { ... on Account { username } posts { ... on Post { id } ... { type caption } } } }'
const merged =
  '{ me(first: 2) { username posts { id } posts { type id } } me(first: 2) { posts { caption } } }'
const roots =
  '{ one: me(first: 1) { posts { key: id } } two: me(first: 2) { posts { id } } me(first: 3) { posts { id } } }'
const renamed = '{ account: me(first: 2) { name: username list: posts { key: id type: id } } }'

/** A query of `me` with these arguments, and variables where it declares some. */
const query = (args: string, declared = '') =>
  `${declared && `query (${declared}) `}{ me(${args}) ${meFields} }`
const firstAndType = 'first: $first, type: $type'
const nulls = { first: null, type: null, cursor: null, format: null }

// biome-ignore format: a row for each document
const tables = {
  'graphql-variables': {
    'one of two': { query: query(firstAndType, '$first: Int, $type: String'), variables: { first: 1 }, data: me(1) },
  },
  'graphql-fragments': {
    named: { query: `${withFragments} ${fragments}`, data: me(2) },
    'before the query': { query: `${fragments} ${withFragments}`, data: me(2) },
    inline: { query: inline, data: me(2) },
  },
  'graphql-directives': {
    some: { query: directives, variables: { yes: true }, data: me(2, undefined, { ...small, Post: ['id', 'type'] }) },
    all: { query: '{ me @skip(if: true) { username } }', data: () => ({}) },
  },
  'graphql-default-values': {
    number: { query: query('first: $first', '$first: Int = 2'), data: me(2) },
    overridden: { query: query(firstAndType, '$first: Int = 2, $type: String = "IMAGE"'), variables: { first: 1 }, data: me(1, 'IMAGE') },
  },
  'graphql-nulls': {
    variables: { query: query(`${firstAndType}, cursor: $cursor, format: $format`, '$first: Int, $type: String, $cursor: String, $format: String'), variables: nulls, data: me() },
    literals: { query: query('first: 2, type: null, cursor: null, page: null'), data: me(2) },
    'no variables': { query: query('first: 2'), variables: null, operationName: null, data: me(2) },
  },
  'graphql-operations': {
    first: { query: operations, operationName: 'One', variables: { size: 2 }, data: me(1) },
    second: { query: operations, operationName: 'Two', variables: { size: 2 }, data: me(2) },
    'no name': { query: `query Feed { me(first: 2) ${meFields} }`, operationName: null, variables: {}, data: me(2) },
  },
  'graphql-ignored-characters': {
    comments: { query: `# The newest posts: { me }\r\nquery Feed { # "first"\n\tme(first: 2), ${meFields}\r\n}\n#`, data: me(2) },
    strings: { query: `query($type:String="IMAGE",){me(first:1,type:$type,cursor:"# no-such \\"cursor\\" }")${meFields}}`, data: me(1, 'IMAGE') },
    escapes: { query: query('first: 1, type: "\\u0049MAGE", format: """jpg"""'), data: me(1, 'IMAGE') },
  },
  'graphql-long-queries': {
    '2 kB': { query: query(`first: 2 ${blanks(2000)}`), data: me(2) },
    '20 kB': { query: query(`first: 2 ${blanks(20_000)}`), data: me(2) },
    'variables of 2 kB': { query: query('first: $first, cursor: $cursor', '$first: Int, $cursor: String'), variables: { cursor: 'x'.repeat(2000), first: 2 }, data: me(2) },
  },
  'graphql-by-get': {
    plain: { query: query('first: 2'), byGet: true, data: me(2) },
    variables: { query: query(firstAndType, '$first: Int = 2, $type: String'), variables: { first: 1, type: 'IMAGE' }, byGet: true, data: me(1, 'IMAGE') },
    operation: { query: operations, variables: { size: 2 }, operationName: 'Two', byGet: true, data: me(2) },
  },
  'graphql-aliases': {
    roots: { query: roots, data: (account) => ({ one: { posts: ids(account, 1).map(({ id }) => ({ key: id })) }, two: { posts: ids(account, 2) }, me: { posts: ids(account, 3) } }) },
    fields: { query: renamed, data: (account) => ({ account: { name: usernameOf(account), list: ids(account, 2).map(({ id }) => ({ key: id, type: id })) } }) },
    merged: { query: merged, data: me(2) },
  },
  'graphql-with-charset': { charset: { query: query('first: 2'), headers: { 'Content-Type': 'application/json; charset=utf-8' }, data: me(2) } },
} satisfies Record<string, Record<string, Form>>

function requestOf({ query, variables, operationName, byGet, headers }: Form): RequestSpec {
  const parts = {
    query,
    ...(variables !== undefined && { variables }),
    ...(operationName !== undefined && { operationName }),
  }
  if (!byGet)
    return { method: 'POST', path: paths.graphql, body: parts, ...(headers && { headers }) }
  const texts = Object.entries(parts).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return { path: paths.graphql, query: Object.fromEntries(texts) }
}

const onType = /\bon (Account|Post)\b/g

function withNames(form: Form, { json }: Exchange): Form {
  const named = (_: string, type: string) => {
    const at = type === 'Account' ? 'data.me.__typename' : 'data.me.posts[0].__typename'
    return `on ${valueAt(json, at) ?? type}`
  }
  return { ...form, query: form.query.replaceAll(onType, named) }
}

/** A rule that each document has the data that follows from REST. */
function languageJudgment(forms: Readonly<Record<string, Form>>): Judgment {
  return requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests() {
      const requests: Requests = {}
      for (const [name, form] of Object.entries(forms)) {
        const hasTypes = form.query.search(onType) >= 0
        // The specification leaves the names of types to the server.
        if (hasTypes) requests.types = typeNames
        requests[name] = hasTypes
          ? after('types', (types) => requestOf(withNames(form, types)))
          : requestOf(form)
      }
      return requests
    },
    judge(responses: Record<string, Exchange>, expect, account) {
      for (const [name, form] of Object.entries(forms)) {
        const response = responses[name] as Exchange
        const [expected, got] = [form.data(account), dataOf(response)]
        if (expected) expect.same(response, 'data', comparable(expected), comparable(got))
      }
    },
  })
}

// biome-ignore format: a row for each rule
const facts = [
  ['graphql-variables', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/variables',
    'A query may have variables; those that are not sent are like arguments left out.'],
  ['graphql-fragments', 'must', '4.2', 'Account',
    'A query may have fragments, named ones before or after it, inside each other, and inline.'],
  ['graphql-default-values', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/variables',
    'The default value of a variable is used where the variable is not sent, and only there.'],
  ['graphql-directives', 'must', '4.2', 'Account',
    '@skip and @include leave out fields and fragments, by values and by variables. Without any field `data` is an empty object.'],
  ['graphql-nulls', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/variables',
    'An argument that is null, in the query or as a variable, is like one left out, and so are `variables` and `operationName`.'],
  ['graphql-operations', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/operationName',
    'Of several operations, the one that operationName names is run; variables of the others are ignored.'],
  ['graphql-ignored-characters', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/query',
    'Comments, line ends and commas mean nothing, and texts may have escapes, or three quotes around them.'],
  ['graphql-long-queries', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/query',
    'A query of 2 or of 20 kB is read to its end: those of client libraries are long.'],
  ['graphql-by-get', 'must', '4', '#/paths/~1graphql/get/summary',
    'A query sent by GET has the response that it has by POST; variables are JSON in the query string.'],
  ['graphql-aliases', 'must', '4.2', 'Query.me',
    'Each `me` of a query has the posts that its own arguments select; fields have the names of their aliases, and a field that is selected twice is merged.'],
  ['graphql-with-charset', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/query',
    'The JSON of a query may have a charset in its Content-Type.'],
] as const

/** Section 4.2: the query language (https://spec.graphql.org), in which clients write more than the shortest query. */
export const graphqlLanguage: Rule[] = facts.map((row) =>
  rule(row, languageJudgment(tables[row[0]])),
)
