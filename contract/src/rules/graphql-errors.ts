import { problems } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { isObject, parseJson } from '../http/json.ts'
import { graphql, graphqlPath, me, unknownKey } from '../http/request-spec.ts'
import { graphqlErrorListOf, graphqlErrorsOf } from '../judging/graphql-response.ts'
import { objectOf } from '../judging/responses.ts'
import { type Rule, requestRule, responseRule } from '../judging/rule.ts'
import { read } from './graphql.ts'
import { body } from './graphql-invalid-queries.ts'

const username = '{ me { username } }'

const isLocation = (value: unknown) =>
  isObject(value) && [value.line, value.column].every(Number.isInteger)

/** Sections 5.7 and 7.4: the form of GraphQL errors, and the status of their responses. */
export const graphqlErrors: Rule[] = [
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
      response: graphql(username, {}, { key: unknownKey }),
      restMissing: me({}, { key: null }),
      missing: graphql(username, {}, { key: null }),
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
