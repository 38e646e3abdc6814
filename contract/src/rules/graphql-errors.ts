import { parameters, problems } from '@photofeed/openapi'
import { type Exchange, isObject, mediaType, parseJson } from '../http/exchange.ts'
import { graphql, graphqlPath, me, type RequestSpec, unknownKey } from '../http/request-spec.ts'
import {
  failsBeforeRunning,
  failsValidation,
  graphqlErrorListOf,
  graphqlErrorsOf,
} from '../judging/graphql-response.ts'
import { premium } from '../judging/needs.ts'
import { objectOf, textAt } from '../judging/responses.ts'
import { type Level, type Rule, requestRule, responseRule } from '../judging/rule.ts'
import { read } from './graphql.ts'

const body = (content: unknown): RequestSpec => ({
  method: 'POST',
  path: graphqlPath,
  body: typeof content === 'string' ? content : JSON.stringify(content),
  headers: { 'Content-Type': 'application/json' },
})

const username = '{ me { username } }'
const accepting = {
  headers: {
    'Content-Type': 'application/json',
    Accept: 'application/graphql-response+json',
  },
}

/** An object inside so many others. */
function nested(levels: number): Record<string, unknown> {
  return levels === 0 ? {} : { inner: nested(levels - 1) }
}

const isLocation = (value: unknown) =>
  isObject(value) && [value.line, value.column].every(Number.isInteger)

const validationMessages = {
  first: [
    parameters['page[size]'].messages.minimum
      .replace('page[size]', 'first')
      .replace('{minimum}', '1'),
  ],
  type: [parameters['filter[type]'].messages.enum.replace('filter[type]', 'type')],
  format: [parameters.format.messages.enum],
}

/** A rule that requests get errors before the query runs. */
function earlyRule(
  requests: Readonly<Record<string, RequestSpec>>,
  rule: { id: string; sentence: string; definedAt: string; level?: Level },
): Rule {
  return requestRule({
    level: 'must',
    section: '7.4',
    ...rule,
    requests: () => requests,
    judge(responses: Record<string, Exchange>, expect) {
      for (const response of Object.values(responses)) failsBeforeRunning(response, expect)
    },
  })
}

/** Section 5.7 and 7.4: what GraphQL responds when something is wrong. */
export const graphqlErrors: Rule[] = [
  ...(['type', 'format'] as const).map((name) =>
    requestRule({
      id: `graphql-${name}-invalid`,
      level: 'must',
      section: '7.4',
      sentence: `An invalid ${name} is a failed validation: extensions.validation.${name} contains the messages, and data.me is null.`,
      definedAt: `Query.me(${name}:)`,
      requests: () => ({
        word: read(`${name}: "picture"`),
        near: read(`first: 1, ${name}: "${name === 'type' ? 'IMAGES' : 'png'}"`),
      }),
      judge(responses, expect) {
        for (const response of Object.values(responses)) failsValidation(response, name, expect)
      },
    }),
  ),
  requestRule({
    id: 'graphql-first-below-one',
    level: 'assumed',
    section: '4.2',
    sentence: 'A `first` below 1 is a failed validation.',
    definedAt: 'Query.me(first:)',
    requests: () => ({ zero: read('first: 0'), negative: read('first: -1') }),
    judge(responses, expect) {
      for (const response of Object.values(responses)) failsValidation(response, 'first', expect)
    },
  }),
  requestRule({
    id: 'graphql-validation-wording',
    level: 'should',
    section: '7.4',
    sentence:
      'Each invalid argument is in extensions.validation, and its message is worded as in the contract.',
    definedAt: 'Query.me(type:)',
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
  requestRule({
    id: 'graphql-date-unparseable',
    level: 'assumed',
    section: '7.4',
    sentence:
      'A date that cannot be parsed is an error with just a message, locations and path, and data.me is null.',
    definedAt: 'Query.me(publishedAfter:)',
    requests: () => ({
      after: read('publishedAfter: "yesterday"'),
      before: read('publishedBefore: "2026-13-01"'),
    }),
    judge(responses, expect) {
      for (const response of Object.values(responses)) {
        const [error] = graphqlErrorsOf(response)
        expect.same(response, 'errors[0].extensions', undefined, error?.extensions)
        expect.same(response, 'data', { me: null }, objectOf(response).data)
      }
    },
  }),
  earlyRule(
    {
      open: graphql('{ me { '),
      word: graphql('me'),
      empty: graphql(''),
      sign: graphql('{ me { username } } }'),
    },
    {
      id: 'graphql-syntax-error',
      sentence: 'A query that cannot be parsed is HTTP 200 with `errors` and no `data` key.',
      definedAt: '#/components/examples/GraphqlSyntax',
    },
  ),
  earlyRule(
    {
      field: graphql('{ me { noSuchField } }'),
      root: graphql('{ you { username } }'),
      argument: graphql('{ me(likes: 1) { username } }'),
      selection: graphql('{ me }'),
      leaf: graphql('{ me { username { length } } }'),
      type: graphql('{ me(first: "many") { username } }'),
    },
    {
      id: 'graphql-unknown-field',
      sentence:
        'A field or argument that the schema does not have is found before the query runs: no `data` key.',
      definedAt: '#/components/schemas/GraphqlResult/properties/data/description',
    },
  ),
  requestRule({
    id: 'graphql-unsupported-column',
    level: 'must',
    section: '7.4',
    sentence: 'An orderBy column that is not supported is an error of HTTP 200.',
    definedAt: 'OrderByColumn',
    requests: () => ({ response: read('orderBy: [{ column: NO_SUCH_COLUMN, order: ASC }]') }),
    judge({ response }) {
      graphqlErrorsOf(response)
    },
  }),
  earlyRule(
    {
      object: body({}),
      torn: body('{"query": '),
      text: body('hello'),
      nothing: body(''),
      form: {
        ...body('query=%7B%20me%20%7B%20username%20%7D%20%7D'),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
      'GET without a query': { path: graphqlPath },
      list: body([]),
      batch: body([{ query: '{ me { username } }' }]),
      number: body(5),
      null: body(null),
      'query of another type': body({ query: 5 }),
      'variables of another type': body({ query: '{ me { username } }', variables: 5 }),
    },
    {
      id: 'graphql-body-without-query',
      level: 'assumed',
      sentence:
        'A body without a query, a list, or one that is not JSON is HTTP 200 with `errors` and no `data` key.',
      definedAt: '#/components/schemas/GraphqlRequest',
    },
  ),
  earlyRule(
    {
      'body of more than 64 KiB': body({ query: username, unused: 'x'.repeat(66_000) }),
      'body of 20 levels': body({ query: username, variables: nested(20) }),
      'more than 1,000 tokens': graphql(`{ me { ${'username '.repeat(1100)} } }`),
      'aliases in a query of the schema': graphql('{ a: __schema { queryType { name } } }'),
    },
    {
      id: 'graphql-limits-of-requests',
      level: 'assumed',
      sentence:
        'A body over 64 KiB or 16 levels, a query over 1,000 tokens, and aliases in a query of the schema are errors before the query runs.',
      definedAt: 'Query',
    },
  ),
  requestRule({
    id: 'graphql-limits-of-results',
    level: 'assumed',
    section: '7.4',
    sentence: 'A result reads at most 200 posts, all root fields together.',
    definedAt: 'Query.me',
    needs: [premium],
    requests: () => ({
      most: graphql('{ a: me(first: 100) { posts { id } } b: me(first: 100) { posts { id } } }'),
      more: graphql(
        '{ a: me(first: 100) { posts { id } } b: me(first: 100) { posts { id } } c: me(first: 1) { posts { id } } }',
      ),
    }),
    judge({ most, more }, expect) {
      expect.same(most, 'errors', undefined, objectOf(most).errors)
      failsBeforeRunning(more, expect)
    },
  }),
  requestRule({
    id: 'graphql-error-sizes',
    level: 'assumed',
    section: '7.4',
    sentence: 'A response has at most 20 errors, and a message about 500 characters.',
    definedAt: '#/components/schemas/GraphqlResult/properties/errors',
    requests: () => ({
      many: graphql(
        `{ me { ${Array.from({ length: 30 }, (_, place) => `no${place}`).join(' ')} } }`,
      ),
      long: graphql(`{ me { ${'n'.repeat(900)} } }`),
    }),
    judge({ many, long }, expect) {
      const { length } = graphqlErrorsOf(many)
      expect.that(length <= 20, many, 'errors.length', 'at most 20', length)
      for (const [index, { message }] of graphqlErrorsOf(long).entries()) {
        const at = `errors[${index}].message.length`
        const { length } = String(message)
        expect.that(length <= 510, long, at, 'about 500 at most', length)
      }
    },
  }),
  requestRule({
    id: 'graphql-error-locations',
    level: 'must',
    section: '7.4',
    sentence: 'The errors of a query have `locations`: lists of lines and columns.',
    definedAt: '#/components/schemas/GraphqlResult/properties/errors',
    requests: () => ({
      syntax: graphql('{ me { '),
      field: graphql('{ me { usernam } }'),
      validation: read('type: "picture"'),
    }),
    judge(responses, expect) {
      for (const response of Object.values(responses)) {
        for (const [index, { locations }] of graphqlErrorsOf(response).entries()) {
          const isThere =
            Array.isArray(locations) && locations.length > 0 && locations.every(isLocation)
          const expected = 'a list of objects with line and column'
          expect.that(isThere, response, `errors[${index}].locations`, expected, locations)
        }
      }
    },
  }),
  requestRule({
    id: 'graphql-failed-field',
    level: 'assumed',
    section: '7.4',
    sentence:
      'The message of a failed validation names the field, or its alias, and so does its path; other root fields have their values.',
    definedAt: '#/components/schemas/GraphqlResult/properties/errors',
    requests: () => ({
      field: graphql('{ me(type: "picture") { username } }'),
      alias: graphql('{ wrong: me(type: "picture") { username } right: me { username } }'),
      alone: graphql(username),
    }),
    judge({ field, alias, alone }, expect) {
      for (const [response, name] of [
        [field, 'me'],
        [alias, 'wrong'],
      ] as const) {
        const [error] = graphqlErrorsOf(response)
        const message = `Validation failed for the field [${name}].`
        expect.same(response, 'errors[0].message', message, error?.message)
        expect.same(response, 'errors[0].path', [name], error?.path)
      }
      const me = { username: textAt(alone, 'data.me.username') }
      expect.same(alias, 'data', { wrong: null, right: me }, objectOf(alias).data)
    },
  }),
  requestRule({
    id: 'graphql-media-type-for-any-accept',
    level: 'assumed',
    section: '7.4',
    sentence: 'A result is application/json and HTTP 200 whatever Accept header is sent.',
    definedAt: '#/paths/~1graphql/get/responses/200/content',
    requests: () => ({
      result: graphql(username, undefined, accepting),
      error: graphql('{ me { noSuchField } }', undefined, accepting),
    }),
    judge(responses, expect) {
      for (const response of Object.values(responses)) {
        expect.status(response, 200)
        expect.same(response, 'header Content-Type', 'application/json', mediaType(response))
      }
    },
  }),
  requestRule({
    id: 'graphql-changes-nothing',
    level: 'assumed',
    section: '4.2',
    sentence: 'There are no mutations and no subscriptions.',
    definedAt: 'Query',
    requests: () => ({
      mutation: graphql('mutation { me { username } }'),
      subscription: graphql('subscription { me { username } }'),
    }),
    judge(responses, expect) {
      for (const response of Object.values(responses)) failsBeforeRunning(response, expect)
    },
  }),
  requestRule({
    id: 'graphql-key-before-query',
    level: 'must',
    section: '5.7',
    sentence:
      'The key is checked before the query: without one, and with an invalid one, a broken query is 401.',
    definedAt: '#/paths/~1graphql/get/description',
    requests: () => ({
      invalid: graphql('{ me { ', undefined, { key: unknownKey }),
      missing: graphql('{ me { ', undefined, { key: null }),
      body: { ...body('{"query": '), key: unknownKey },
    }),
    judge({ invalid, missing, body: torn }, expect) {
      expect.problem(invalid, 'INVALID_API_KEY')
      expect.problem(missing, 'MISSING_API_KEY')
      expect.problem(torn, 'INVALID_API_KEY')
    },
  }),
  requestRule({
    id: 'graphql-key-errors-as-rest',
    level: 'must',
    section: '5.7',
    sentence: 'A failed key has the body that REST gives.',
    definedAt: '#/components/responses/Unauthorized',
    requests: () => ({
      rest: me({}, { key: unknownKey }),
      response: graphql('{ me { username } }', {}, { key: unknownKey }),
      restMissing: me({}, { key: null }),
      missing: graphql('{ me { username } }', {}, { key: null }),
    }),
    judge({ rest, response, restMissing, missing }, expect) {
      expect.same(response, '', rest.json, response.json)
      expect.same(missing, '', restMissing.json, missing.json)
    },
  }),
  responseRule({
    id: 'graphql-error-entries',
    level: 'must',
    section: '7.4',
    sentence: 'Every entry of `errors` has a message.',
    definedAt: '#/components/schemas/GraphqlResult/properties/errors',
    about: (exchange) => isGraphqlResult(exchange) && 'errors' in objectOf(exchange),
    judge(exchange, expect) {
      for (const [index, entry] of graphqlErrorListOf(exchange).entries()) {
        const message = isObject(entry) ? entry.message : entry
        const isEntry = isObject(entry) && typeof message === 'string'
        expect.that(isEntry, exchange, `errors[${index}].message`, 'a string', message)
      }
    },
  }),
  responseRule({
    id: 'graphql-status',
    level: 'must',
    section: '7.4',
    sentence: 'Once the key is accepted the HTTP status of a query is 200, also if it is wrong.',
    definedAt: '#/paths/~1graphql/get/description',
    looksAt: 'account',
    about: (exchange) =>
      exchange.spec.key === undefined &&
      exchange.account.state === 'readable' &&
      exchange.status !== problems.INTERNAL_SERVER_ERROR.status &&
      hasQuery(exchange),
    judge: (exchange, expect) => expect.status(exchange, 200),
  }),
]

/** Whether a query was sent to GraphQL as a text; what happens without one is an assumption. */
function hasQuery({ spec, request }: Exchange): boolean {
  if (spec.path !== graphqlPath) return false
  if (request.method === 'GET') return typeof spec.query?.query === 'string'
  const sent = request.method === 'POST' && request.body !== null ? parseJson(request.body) : null
  return isObject(sent) && typeof sent.query === 'string' && isObject(sent.variables ?? {})
}

function isGraphqlResult({ spec, status, json }: Exchange): boolean {
  return spec.path === graphqlPath && status === 200 && isObject(json)
}
