import { problems } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { isObject, parseJson } from '../http/json.ts'
import { graphql, graphqlBody, graphqlPath, me, unknownKey } from '../http/request-spec.ts'
import { graphqlErrorListOf, graphqlErrorsOf } from '../judging/graphql-response.ts'
import { read } from '../judging/graphql-selection.ts'
import { objectOf } from '../judging/responses.ts'
import { requestJudgment, responseJudgment, rulesOf } from '../judging/rule.ts'

const username = '{ me { username } }'

const isLocation = (value: unknown) =>
  isObject(value) && [value.line, value.column].every(Number.isInteger)

// biome-ignore format: a row for each rule
const facts = [
  ['graphql-error-sizes', 'assumed', '7.4', '#/components/schemas/GraphqlResult/properties/errors',
    'A response has at most 20 errors, and a message about 500 characters.'],
  ['graphql-error-locations', 'must', '7.4', '#/components/schemas/GraphqlResult/properties/errors',
    'The errors of a query have `locations`: lists of lines and columns.'],
  ['graphql-key-before-query', 'must', '5.7', '#/paths/~1graphql/get/description',
    'The key is checked before the query: without one, and with an invalid one, a broken query is 401.'],
  ['graphql-key-errors-as-rest', 'must', '5.7', '#/components/responses/Unauthorized',
    'A failed key has the body that REST gives.'],
  ['graphql-error-entries', 'must', '7.4', '#/components/schemas/GraphqlResult/properties/errors',
    'Every entry of `errors` has a message.'],
  ['graphql-status', 'must', '7.4', '#/paths/~1graphql/get/description',
    'Once the key is accepted the HTTP status of a query is 200, also if it is wrong.'],
] as const

/** Sections 5.7 and 7.4: the form of GraphQL errors, and the status of their responses. */
export const graphqlErrors = rulesOf(facts, {
  'graphql-error-sizes': requestJudgment({
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
  'graphql-error-locations': requestJudgment({
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
  'graphql-key-before-query': requestJudgment({
    requests: () => ({
      invalid: graphql('{ me { ', undefined, { key: unknownKey }),
      missing: graphql('{ me { ', undefined, { key: null }),
      body: { ...graphqlBody('{"query": '), key: unknownKey },
    }),
    judge({ invalid, missing, body: torn }, expect) {
      expect.problem(invalid, 'INVALID_API_KEY')
      expect.problem(missing, 'MISSING_API_KEY')
      expect.problem(torn, 'INVALID_API_KEY')
    },
  }),
  'graphql-key-errors-as-rest': requestJudgment({
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
  'graphql-error-entries': responseJudgment({
    about: (exchange) => isGraphqlResult(exchange) && 'errors' in objectOf(exchange),
    judge(exchange, expect) {
      for (const [index, entry] of graphqlErrorListOf(exchange).entries()) {
        const message = isObject(entry) ? entry.message : entry
        const isEntry = isObject(entry) && typeof message === 'string'
        expect.that(isEntry, exchange, `errors[${index}].message`, 'a string', message)
      }
    },
  }),
  'graphql-status': responseJudgment({
    looksAt: 'account',
    about: (exchange) =>
      exchange.spec.key === undefined &&
      exchange.account.state === 'readable' &&
      exchange.status !== problems.INTERNAL_SERVER_ERROR.status &&
      hasQuery(exchange),
    judge: (exchange, expect) => expect.status(exchange, 200),
  }),
})

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
