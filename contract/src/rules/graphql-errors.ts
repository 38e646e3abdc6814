import { limits, parameters, problems } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { isObject, parseJson, valueAt } from '../http/json.ts'
import {
  graphql,
  interfaces,
  me,
  paths,
  type RequestSpec,
  unknownKey,
} from '../http/request-spec.ts'
import { graphqlErrorListOf, graphqlErrorsOf, read } from '../judging/graphql-response.ts'
import { objectOf } from '../judging/responses.ts'
import { every, type Judgment, requestJudgment, rulesOf } from '../judging/rule.ts'

/** Lines and columns count from 1 (GraphQL, section 7.1.2). */
const isLocation = (value: unknown) =>
  isObject(value) &&
  [value.line, value.column].every((one) => Number.isInteger(one) && Number(one) > 0)

const username = '{ me { username } }'

/** As client libraries accept it: some servers send HTTP 400 for it. */
const asClient = { headers: { Accept: 'application/graphql-response+json, application/json' } }

/** A body for GraphQL that need not be a query. */
function graphqlBody(content: unknown): RequestSpec {
  return {
    method: 'POST',
    path: paths.graphql,
    body: typeof content === 'string' ? content : JSON.stringify(content),
    headers: { 'Content-Type': 'application/json' },
  }
}

/** Whether a body over the cap was rejected before it was read. */
const isTooLong = ({ request, status }: Exchange) =>
  status === problems.CONTENT_TOO_LARGE.status &&
  (request.body?.length ?? 0) > limits.graphqlBodyBytes

function nested(levels: number): Record<string, unknown> {
  return levels === 0 ? {} : { inner: nested(levels - 1) }
}

const belowMinimum = parameters['page[size]'].messages.minimum
const validationMessages = {
  first: [belowMinimum.replace('page[size]', 'first').replace('{minimum}', '1')],
  type: [parameters['filter[type]'].messages.enum.replace('filter[type]', 'type')],
  format: [parameters.format.messages.enum],
}

/** Section 7.4: a rule that requests, or documents by POST, get errors before the query runs, so that there is no `data`. */
function earlyErrorJudgment(sent: Readonly<Record<string, RequestSpec | string>>): Judgment {
  return requestJudgment({
    requests: () =>
      Object.values(sent).map((one) => (typeof one === 'string' ? graphql(one) : one)),
    judge: every((response, expect) => {
      if (isTooLong(response)) return
      graphqlErrorsOf(response)
      const result = objectOf(response)
      expect.that(!('data' in result), response, 'data', 'no such key', result.data)
    }),
  })
}

/** Section 7.4: a rule that an invalid argument has its messages under extensions.validation, and `data.me` is null. */
function invalidJudgment(name: string, near: string): Judgment {
  return requestJudgment({
    requests: () => ({
      word: read(`${name}: "picture"`),
      near: read(`first: 1, ${name}: "${near}"`),
    }),
    judge: every((response, expect) => {
      const messages = graphqlErrorsOf(response)[0]?.extensions?.validation?.[name]
      const isText = (one: unknown) => typeof one === 'string'
      const isList = Array.isArray(messages) && messages.length > 0 && messages.every(isText)
      const at = `errors[0].extensions.validation.${name}`
      expect.that(isList, response, at, 'a list of messages', messages)
      const { data } = objectOf(response)
      expect.that(isObject(data) && data.me === null, response, 'data', '{"me":null}', data)
    }),
  })
}

// biome-ignore format: a row for each rule
const facts = [
  ['graphql-error-locations', 'must', '7.4', '#/components/schemas/GraphqlResult/properties/errors',
    'The errors of a query have `locations`: lists of lines and columns, which count from 1. Only a failed validation has `extensions`.'],
  ['graphql-key-before-query', 'must', '5.7', '#/paths/~1graphql/get/description',
    'The key is checked before the query: a failed key gets 401 with the body that REST gives, also with a broken query.'],
  ['graphql-error-entries', 'must', '7.4', '#/components/schemas/GraphqlResult/properties/errors',
    'Every entry of `errors` has a message.'],
  ['graphql-status', 'must', '7.4', '#/paths/~1graphql/get/description',
    'Once the key is accepted the HTTP status of a query is 200, also if it is wrong.'],
  ['graphql-validation-wording', 'should', '7.4', 'Query.me(type:)',
    'Each invalid argument is in extensions.validation, and its message is worded as in the contract.'],
  ['graphql-syntax-error', 'must', '7.4', '#/components/examples/GraphqlSyntax',
    'A query that cannot be parsed is HTTP 200 with `errors` and no `data` key.'],
  ['graphql-unknown-field', 'must', '7.4', '#/components/schemas/GraphqlResult/properties/data/description',
    'A field, an argument or the type of a variable that the schema does not have, or a value of another type, is found before the query runs: no `data` key.'],
  ['graphql-invalid-documents', 'must', '7.4', '#/components/schemas/GraphqlResult/properties/data/description',
    'Variables, fragments, directives and operations that do not fit are found before the query runs: no `data` key.'],
  ['graphql-unsupported-column', 'must', '7.4', 'OrderByColumn',
    'An orderBy column that is not supported is an error of HTTP 200.'],
  ['graphql-invalid-date', 'must', '7.4', 'Query.me(publishedAfter:)',
    'A date that cannot be parsed is an error without extensions, and data.me is null, if there is `data`.'],
  ['graphql-body-without-query', 'assumed', '7.4', '#/components/schemas/GraphqlRequest',
    'A body without a query, a list, or one that is not JSON is HTTP 200 with `errors` and no `data` key.'],
  ['graphql-limits-of-requests', 'assumed', '7.4', '#/x-limits',
    'A body over 64 KiB or 16 levels, and a query over 1,000 tokens, are errors before the query runs; the body may also be a 413.'],
  ['graphql-type-invalid', 'must', '7.4', 'Query.me(type:)',
    'An invalid type is a failed validation: extensions.validation.type contains the messages, and data.me is null.'],
  ['graphql-format-invalid', 'must', '7.4', 'Query.me(format:)',
    'An invalid format is a failed validation: extensions.validation.format contains the messages, and data.me is null.'],
] as const

/** Sections 5.7 and 7.4: the form of GraphQL errors, invalid arguments and queries, and limits of queries. */
export const graphqlErrors = rulesOf(facts, {
  'graphql-error-locations': requestJudgment({
    requests: () => ({
      syntax: graphql('{ me { '),
      mutation: graphql('mutation { me { username } }'),
      field: graphql('{ me { noSuchField } }'),
      validation: read('type: "picture"'),
    }),
    judge(responses, expect) {
      for (const [name, response] of Object.entries(responses)) {
        // The status, and that there is an error, is for the rules of each mistake.
        if (response.status !== 200 || valueAt(response.json, 'errors') === undefined) continue
        for (const [index, { locations, extensions }] of graphqlErrorsOf(response).entries()) {
          const isThere =
            Array.isArray(locations) && locations.length > 0 && locations.every(isLocation)
          const expected = 'a list of objects with line and column, from 1'
          expect.that(isThere, response, `errors[${index}].locations`, expected, locations)
          const isAllowed = name === 'validation' || extensions === undefined
          expect.that(isAllowed, response, `errors[${index}].extensions`, 'none', extensions)
        }
      }
    },
  }),
  'graphql-key-before-query': requestJudgment({
    requests: () => ({
      rest: me({}, { key: unknownKey }),
      response: interfaces.graphql({ key: unknownKey }),
      invalid: graphql('{ me { ', undefined, { key: unknownKey }),
      body: { ...graphqlBody('{"query": '), key: unknownKey },
      restMissing: me({}, { key: null }),
      schemaMissing: graphql('{ __schema { queryType { name } } }', {}, { key: null }),
      missing: graphql('{ me { ', undefined, { key: null }),
    }),
    judge({ rest, restMissing, ...responses }, expect) {
      for (const [name, response] of Object.entries(responses)) {
        const isMissing = /missing/i.test(name)
        expect.problem(response, isMissing ? 'MISSING_API_KEY' : 'INVALID_API_KEY')
        expect.same(response, '', (isMissing ? restMissing : rest).json, response.json)
      }
    },
  }),
  'graphql-error-entries': {
    about: (exchange) => isGraphqlResult(exchange) && 'errors' in objectOf(exchange),
    judge(exchange, expect) {
      for (const [index, entry] of graphqlErrorListOf(exchange).entries()) {
        const message = isObject(entry) ? entry.message : entry
        const isEntry = isObject(entry) && typeof message === 'string'
        expect.that(isEntry, exchange, `errors[${index}].message`, 'a string', message)
      }
    },
  },
  'graphql-status': {
    about: (exchange) =>
      exchange.spec.key === undefined &&
      exchange.account.state === 'readable' &&
      exchange.status !== problems.INTERNAL_SERVER_ERROR.status &&
      !isTooLong(exchange) &&
      hasQuery(exchange),
    judge: (exchange, expect) => expect.status(exchange, 200),
  },
  'graphql-validation-wording': requestJudgment({
    requests: () => ({
      type: read('type: "picture"'),
      first: read('first: 0'),
      all: read('first: 0, type: "picture", format: "png"'),
    }),
    judge({ type, first, all }, expect) {
      const got = (response: Exchange) => graphqlErrorsOf(response)[0]?.extensions?.validation
      const at = 'errors[0].extensions.validation'
      expect.same(type, at, { type: validationMessages.type }, got(type))
      expect.same(first, at, { first: validationMessages.first }, got(first))
      expect.same(all, at, validationMessages, got(all))
    },
  }),
  'graphql-syntax-error': earlyErrorJudgment({
    open: '{ me { ',
    word: graphql('me', undefined, asClient),
    empty: '',
    sign: '{ me { username } } }',
  }),
  'graphql-unknown-field': earlyErrorJudgment({
    field: '{ me { noSuchField } }',
    root: '{ you { username } }',
    argument: '{ me(likes: 1) { username } }',
    selection: '{ me }',
    leaf: '{ me { username { length } } }',
    type: '{ me(first: "many") { username } }',
    variable: graphql('query ($first: Int) { me(first: $first) { username } }', { first: 'many' }),
  }),
  'graphql-invalid-documents': earlyErrorJudgment({
    'variable of another type': graphql(
      'query ($first: String) { me(first: $first) { username } }',
      { first: '1' },
    ),
    'variable that may be null': graphql('query ($id: ID) { post(id: $id) { id } }', { id: '1' }),
    'variable that is missing': 'query ($id: ID!) { post(id: $id) { id } }',
    'variable that is not declared': graphql('{ me(first: $first) { username } }', { first: 1 }),
    'argument that is missing': '{ post { id } }',
    'argument of another type': '{ me(first: 1.5) { username } }',
    'fragment that is missing': '{ me { ...Basics } }',
    'fragment in itself': '{ me { ...Basics } } fragment Basics on Account { username ...Basics }',
    'fragment on another type': '{ me { ... on Post { id } } }',
    'directive that is missing': '{ me { username @uppercase } }',
    'fields of one name': '{ me(first: 1) { name: username name: posts { id } } }',
    'several operations without a name':
      'query One { me { username } } query Two { me { username } }',
    'operation that is missing': graphqlBody({
      query: `query One ${username}`,
      operationName: 'Two',
    }),
    mutation: 'mutation { me { username } }',
  }),
  'graphql-unsupported-column': requestJudgment({
    requests: () => ({ response: read('orderBy: [{ column: NO_SUCH_COLUMN, order: ASC }]') }),
    judge: ({ response }) => void graphqlErrorsOf(response),
  }),
  'graphql-invalid-date': requestJudgment({
    requests: () => ({ response: graphql('{ me(publishedAfter: "yesterday") { username } }') }),
    judge({ response }, expect) {
      const [error] = graphqlErrorsOf(response)
      expect.same(response, 'errors[0].extensions', undefined, error?.extensions)
      const { data = { me: null } } = objectOf(response)
      expect.same(response, 'data', { me: null }, data)
    },
  }),
  'graphql-body-without-query': earlyErrorJudgment({
    object: graphqlBody({}),
    torn: graphqlBody('{"query": '),
    nothing: graphqlBody(''),
    form: {
      ...graphqlBody('query=%7B%20me%20%7B%20username%20%7D%20%7D'),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
    'GET without a query': { path: paths.graphql },
    batch: graphqlBody([{ query: username }]),
    null: graphqlBody(null),
    'query of another type': graphqlBody({ query: 5 }),
    'variables of another type': graphqlBody({ query: username, variables: 5 }),
  }),
  'graphql-limits-of-requests': earlyErrorJudgment({
    'body of more than 64 KiB': graphqlBody({ query: username, unused: 'x'.repeat(66_000) }),
    'body of 20 levels': graphqlBody({ query: username, variables: nested(20) }),
    'more than 1,000 tokens': `{ me { ${'username '.repeat(1100)} } }`,
  }),
  'graphql-type-invalid': invalidJudgment('type', 'IMAGES'),
  'graphql-format-invalid': invalidJudgment('format', 'png'),
})

/** Whether a query was sent to GraphQL as a text; what happens without one is an assumption. */
function hasQuery({ spec, request }: Exchange): boolean {
  if (spec.path !== paths.graphql) return false
  if (request.method === 'GET') return typeof spec.query?.query === 'string'
  const sent = request.method === 'POST' && request.body !== null ? parseJson(request.body) : null
  return isObject(sent) && typeof sent.query === 'string' && isObject(sent.variables ?? {})
}

function isGraphqlResult({ spec, status, json }: Exchange): boolean {
  return spec.path === paths.graphql && status === 200 && isObject(json)
}
