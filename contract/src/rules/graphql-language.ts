import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { paths, type RequestSpec } from '../http/request-spec.ts'
import { asGraphql, comparable, dataOf, expectedPosts } from '../judging/graphql-response.ts'
import { posts } from '../judging/needs.ts'
import { all } from '../judging/resource-instances.ts'
import { type Judgment, requestJudgment, rulesOf } from '../judging/rule.ts'

/** A document, and how it is sent. */
interface Form {
  query: string
  variables?: Record<string, unknown>
  operationName?: string | null
  /** Sent in the query string. */
  byGet?: true
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
    return posts && { me: { username: profileOf(account).username, posts } }
  }

function profileOf({ exchanges: [everything] }: SurveyedAccount): { username?: unknown } {
  return (everything && all.pages(everything)[0]?.value) ?? {}
}

/** The ids of the first posts alone. */
const ids = ({ posts: all }: SurveyedAccount, count: number) =>
  all.slice(0, count).map((post) => asGraphql('Post', post, { Post: ['id'] }))

/** Blanks of so many bytes. */
const blanks = (bytes: number) => `\n${' '.repeat(79)}`.repeat(Math.ceil(bytes / 80))

const fragments = `fragment Basics on Post { id ...Kind } fragment Kind on Post { type caption }`
const operations = `query One { me(first: 1) ${meFields} } query Two($size: Int) { me(first: $size) ${meFields} }`
const directives = `query ($yes: Boolean!, $no: Boolean = false) {
  me(first: 2) { username @include(if: $yes) posts { id type @skip(if: $no) caption @include(if: $no) } pagination @skip(if: true) { perPage } }
}`

const tables = {
  'graphql-variables': {
    'one of two': {
      query: `query ($first: Int, $type: String) { me(first: $first, type: $type) ${meFields} }`,
      variables: { first: 1 },
      data: me(1),
    },
  },
  'graphql-fragments': {
    named: { query: `{ me(first: 2) { username posts { ...Basics } } } ${fragments}`, data: me(2) },
    'before the query': {
      query: `${fragments} { me(first: 2) { username posts { ...Basics } } }`,
      data: me(2),
    },
    inline: {
      query:
        '{ me(first: 2) { ... on Account { username } posts { ... on Post { id } ... { type caption } } } }',
      data: me(2),
    },
  },
  'graphql-directives': {
    variables: {
      query: directives,
      variables: { yes: true },
      data: me(2, undefined, { ...small, Post: ['id', 'type'] }),
    },
    fragments: {
      query: `{ me(first: 1) { username posts { id ...Kind @skip(if: true) ... @include(if: false) { type } } } } fragment Kind on Post { type }`,
      data: me(1, undefined, { ...small, Post: ['id'] }),
    },
  },
  'graphql-default-values': {
    number: { query: `query ($first: Int = 2) { me(first: $first) ${meFields} }`, data: me(2) },
    overridden: {
      query: `query ($first: Int = 2, $type: String = "IMAGE") { me(first: $first, type: $type) ${meFields} }`,
      variables: { first: 1 },
      data: me(1, 'IMAGE'),
    },
  },
  'graphql-nulls': {
    variables: {
      query: `query ($first: Int, $type: String, $cursor: String, $format: String) { me(first: $first, type: $type, cursor: $cursor, format: $format) ${meFields} }`,
      variables: { first: null, type: null, cursor: null, format: null },
      data: me(),
    },
    literals: {
      query: `{ me(first: 2, type: null, cursor: null, page: null) ${meFields} }`,
      data: me(2),
    },
  },
  'graphql-operations': {
    first: { query: operations, operationName: 'One', data: me(1) },
    second: { query: operations, operationName: 'Two', variables: { size: 2 }, data: me(2) },
    'no name': {
      query: `query Feed { me(first: 2) ${meFields} }`,
      operationName: null,
      variables: {},
      data: me(2),
    },
  },
  'graphql-ignored-characters': {
    comments: {
      query: `# The newest posts: { me }\r\nquery Feed { # "first"\n\tme(first: 2), ${meFields}\r\n}\n#`,
      data: me(2),
    },
    strings: {
      query: `query($type:String="IMAGE",){me(first:1,type:$type,cursor:"# no-such \\"cursor\\" }")${meFields}}`,
      variables: { type: 'I\u004dAGE' },
      data: me(1, 'IMAGE'),
    },
    escapes: {
      query: `{ me(first: 1, type: "\\u0049MAGE", format: """jpg""") ${meFields} }`,
      data: me(1, 'IMAGE'),
    },
  },
  'graphql-long-queries': {
    '2 kB': { query: `{ me(first: 2) ${blanks(2000)} ${meFields} }`, data: me(2) },
    '20 kB': { query: `{ me(first: 2) ${blanks(20_000)} ${meFields} }`, data: me(2) },
    'variables of 2 kB': {
      query: `query ($first: Int, $cursor: String) { me(first: $first, cursor: $cursor) ${meFields} }`,
      variables: { cursor: 'x'.repeat(2000), first: 2 },
      data: me(2),
    },
  },
  'graphql-by-get': {
    plain: { query: `{ me(first: 2) ${meFields} }`, byGet: true, data: me(2) },
    variables: {
      query: `query ($first: Int = 2, $type: String) { me(first: $first, type: $type) ${meFields} }`,
      variables: { first: 1, type: 'IMAGE' },
      byGet: true,
      data: me(1, 'IMAGE'),
    },
    operation: {
      query: operations,
      variables: { size: 2 },
      operationName: 'Two',
      byGet: true,
      data: me(2),
    },
  },
  'graphql-aliases': {
    roots: {
      query:
        '{ one: me(first: 1) { posts { id } } two: me(first: 2) { posts { id } } me(first: 3) { posts { id } } }',
      data: (account) => ({
        one: { posts: ids(account, 1) },
        two: { posts: ids(account, 2) },
        me: { posts: ids(account, 3) },
      }),
    },
    fields: {
      query: '{ account: me(first: 2) { name: username list: posts { key: id type: id } } }',
      data: (account) => ({
        account: {
          name: profileOf(account).username,
          list: ids(account, 2).map(({ id }) => ({ key: id, type: id })),
        },
      }),
    },
    merged: {
      query: `{ me(first: 2) { username posts { id } posts { type id } } me(first: 2) { posts { caption } } }`,
      data: me(2),
    },
  },
  'graphql-with-charset': {
    charset: { query: `{ me(first: 2) ${meFields} }`, data: me(2) },
  },
} satisfies Record<string, Record<string, Form>>

function requestOf(
  { query, variables, operationName, byGet }: Form,
  headers?: Record<string, string>,
): RequestSpec {
  const parts = {
    query,
    ...(variables && { variables }),
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

/** A rule that each document has the data that follows from REST. */
function languageJudgment(
  forms: Readonly<Record<string, Form>>,
  headers?: Record<string, string>,
): Judgment {
  return requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: () =>
      Object.fromEntries(
        Object.entries(forms).map(([name, form]) => [name, requestOf(form, headers)]),
      ),
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
  ['graphql-directives', 'must', '4.2', 'Account',
    '@skip and @include leave out fields and fragments, by values and by variables.'],
  ['graphql-default-values', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/variables',
    'The default value of a variable is used where the variable is not sent, and only there.'],
  ['graphql-nulls', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/variables',
    'An argument that is null, in the query or as a variable, is like one left out.'],
  ['graphql-operations', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/operationName',
    'Of several operations, the one that operationName names is run.'],
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
export const graphqlLanguage = rulesOf(facts, {
  'graphql-variables': languageJudgment(tables['graphql-variables']),
  'graphql-fragments': languageJudgment(tables['graphql-fragments']),
  'graphql-directives': languageJudgment(tables['graphql-directives']),
  'graphql-default-values': languageJudgment(tables['graphql-default-values']),
  'graphql-nulls': languageJudgment(tables['graphql-nulls']),
  'graphql-operations': languageJudgment(tables['graphql-operations']),
  'graphql-ignored-characters': languageJudgment(tables['graphql-ignored-characters']),
  'graphql-long-queries': languageJudgment(tables['graphql-long-queries']),
  'graphql-by-get': languageJudgment(tables['graphql-by-get']),
  'graphql-aliases': languageJudgment(tables['graphql-aliases']),
  'graphql-with-charset': languageJudgment(tables['graphql-with-charset'], {
    'Content-Type': 'application/json; charset=utf-8',
  }),
})
