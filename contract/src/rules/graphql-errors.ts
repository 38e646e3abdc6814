import { parameters, problems } from '@photofeed/openapi'
import { type Exchange, isObject } from '../http/exchange.ts'
import { graphql, graphqlPath, me, unknownKey } from '../http/request-spec.ts'
import { findingUnless, same } from '../judging/finding.ts'
import {
  failsBeforeRunning,
  failsValidation,
  graphqlErrorListOf,
  graphqlErrorsOf,
} from '../judging/graphql-response.ts'
import { isProblem, objectOf } from '../judging/responses.ts'
import { type Rule, requestRule, responseRule } from '../judging/rule.ts'
import { read } from './graphql.ts'

/** Section 5.7 and 7.4: what GraphQL responses when something is wrong. */
export const graphqlErrors: Rule[] = [
  ...(['type', 'format'] as const).map((name) =>
    requestRule({
      id: `graphql-${name}-invalid`,
      level: 'must',
      section: '7.4',
      sentence: `An invalid ${name} is a failed validation: extensions.validation.${name} contains the messages, and data.me is null.`,
      definedAt: `Query.me(${name}:)`,
      requests: () => ({ response: read(`${name}: "picture"`) }),
      judge: ({ response }) => failsValidation(response, name),
    }),
  ),
  requestRule({
    id: 'graphql-validation-wording',
    level: 'should',
    section: '7.4',
    sentence: 'The message of an invalid type is worded as in the contract.',
    definedAt: 'Query.me(type:)',
    requests: () => ({ response: read('type: "picture"') }),
    judge: ({ response }) =>
      same(
        response,
        'errors[0].extensions.validation.type',
        [parameters['filter[type]'].messages.enum.replace('filter[type]', 'type')],
        graphqlErrorsOf(response)[0]?.extensions?.validation?.type,
      ),
  }),
  requestRule({
    id: 'graphql-date-unparseable',
    level: 'assumed',
    section: '7.4',
    sentence:
      'A date that cannot be parsed is an error with just a message, locations and path, and data.me is null.',
    definedAt: 'Query.me(publishedAfter:)',
    requests: () => ({ response: read('publishedAfter: "yesterday"') }),
    judge({ response }) {
      const [error] = graphqlErrorsOf(response)
      return same(response, 'errors[0].extensions', undefined, error?.extensions)
    },
  }),
  requestRule({
    id: 'graphql-syntax-error',
    level: 'must',
    section: '7.4',
    sentence: 'A query that cannot be parsed is HTTP 200 with `errors` and no `data` key.',
    definedAt: '#/components/examples/GraphqlSyntax',
    requests: () => ({ response: graphql('{ me { ') }),
    judge: ({ response }) => failsBeforeRunning(response),
  }),
  requestRule({
    id: 'graphql-unknown-field',
    level: 'must',
    section: '7.4',
    sentence:
      'A field that the schema does not have is found before the query runs: no `data` key.',
    definedAt: '#/components/schemas/GraphqlResult/properties/data/description',
    requests: () => ({ response: graphql('{ me { noSuchField } }') }),
    judge: ({ response }) => failsBeforeRunning(response),
  }),
  requestRule({
    id: 'graphql-unsupported-column',
    level: 'must',
    section: '7.4',
    sentence: 'An orderBy column that is not supported is an error of HTTP 200.',
    definedAt: 'OrderByColumn',
    requests: () => ({ response: read('orderBy: [{ column: NO_SUCH_COLUMN, order: ASC }]') }),
    judge({ response }) {
      graphqlErrorsOf(response)
      return []
    },
  }),
  requestRule({
    id: 'graphql-body-without-query',
    level: 'assumed',
    section: '7.4',
    sentence:
      'A body without a query, or that is no JSON, is HTTP 200 with `errors` and no `data` key.',
    definedAt: '#/components/schemas/GraphqlRequest',
    requests: () => ({
      empty: { method: 'POST', path: graphqlPath, body: {} },
      torn: {
        method: 'POST',
        path: graphqlPath,
        body: '{"query": ',
        headers: { 'Content-Type': 'application/json' },
      },
    }),
    judge: ({ empty, torn }) => [...failsBeforeRunning(empty), ...failsBeforeRunning(torn)],
  }),
  requestRule({
    id: 'graphql-key-before-query',
    level: 'must',
    section: '5.7',
    sentence: 'The key is checked before the query: with an invalid key a broken query is 401.',
    definedAt: '#/paths/~1graphql/get/description',
    requests: () => ({ response: graphql('{ me { ', undefined, { key: unknownKey }) }),
    judge: ({ response }) => isProblem(response, 'INVALID_API_KEY'),
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
    }),
    judge: ({ rest, response }) => same(response, '', rest.json, response.json),
  }),
  responseRule({
    id: 'graphql-error-entries',
    level: 'must',
    section: '7.4',
    sentence: 'Every entry of `errors` has a message.',
    definedAt: '#/components/schemas/GraphqlResult/properties/errors',
    about: (exchange) => isGraphqlResult(exchange) && 'errors' in objectOf(exchange),
    judge: (exchange) =>
      graphqlErrorListOf(exchange).flatMap((entry, index) => {
        const message = isObject(entry) ? entry.message : entry
        const isEntry = isObject(entry) && typeof message === 'string'
        return findingUnless(isEntry, exchange, `errors[${index}].message`, 'a string', message)
      }),
  }),
  responseRule({
    id: 'graphql-status',
    level: 'must',
    section: '7.4',
    sentence: 'Once the key is accepted the HTTP status is 200.',
    definedAt: '#/paths/~1graphql/get/description',
    about: ({ spec, status, request }) =>
      spec.path === graphqlPath &&
      spec.key === undefined &&
      ['GET', 'POST'].includes(request.method) &&
      status !== problems.INTERNAL_SERVER_ERROR.status,
    judge: (exchange) => same(exchange, 'status', 200, exchange.status),
  }),
]

function isGraphqlResult({ spec, status, json }: Exchange): boolean {
  return spec.path === graphqlPath && status === 200 && isObject(json)
}
