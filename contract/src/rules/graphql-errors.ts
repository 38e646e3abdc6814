import { parameters, problems } from '@photofeed/openapi'
import { graphql, graphqlPath, me, unknownKey } from '../http/ask.ts'
import { type Exchange, isObject } from '../http/exchange.ts'
import { isProblem, objectOf } from '../judging/answers.ts'
import { holds, same } from '../judging/finding.ts'
import {
  failsBeforeRunning,
  failsValidation,
  graphqlErrorListOf,
  graphqlErrorsOf,
} from '../judging/graphql-answer.ts'
import { read } from './graphql-queries.ts'
import { answerRule, type Rule, requestRule } from './rule.ts'

/** Section 5.7 and 7.4: what GraphQL answers when something is wrong. */
export const graphqlErrors: Rule[] = [
  ...(['type', 'format'] as const).map((name) =>
    requestRule({
      id: `graphql-${name}-invalid`,
      level: 'must',
      section: '7.4',
      sentence: `An invalid ${name} is a failed validation: extensions.validation.${name} holds the messages, and data.me is null.`,
      definedAt: `Query.me(${name}:)`,
      asks: () => ({ answer: read(`${name}: "picture"`) }),
      judge: ({ answer }) => failsValidation(answer, name),
    }),
  ),
  requestRule({
    id: 'graphql-validation-wording',
    level: 'should',
    section: '7.4',
    sentence: 'The message of an invalid type is worded as in the contract.',
    definedAt: 'Query.me(type:)',
    asks: () => ({ answer: read('type: "picture"') }),
    judge: ({ answer }) =>
      same(
        answer,
        'errors[0].extensions.validation.type',
        [parameters['filter[type]'].messages.enum.replace('filter[type]', 'type')],
        graphqlErrorsOf(answer)[0]?.extensions?.validation?.type,
      ),
  }),
  requestRule({
    id: 'graphql-date-unparseable',
    level: 'assumed',
    section: '7.4',
    sentence:
      'A date that cannot be parsed is an error with just a message, locations and path, and data.me is null.',
    definedAt: 'Query.me(publishedAfter:)',
    asks: () => ({ answer: read('publishedAfter: "yesterday"') }),
    judge({ answer }) {
      const [error] = graphqlErrorsOf(answer)
      return same(answer, 'errors[0].extensions', undefined, error?.extensions)
    },
  }),
  requestRule({
    id: 'graphql-syntax-error',
    level: 'must',
    section: '7.4',
    sentence: 'A query that cannot be parsed is HTTP 200 with `errors` and no `data` key.',
    definedAt: '#/components/examples/GraphqlSyntax',
    asks: () => ({ answer: graphql('{ me { ') }),
    judge: ({ answer }) => failsBeforeRunning(answer),
  }),
  requestRule({
    id: 'graphql-unknown-field',
    level: 'must',
    section: '7.4',
    sentence:
      'A field that the schema does not have is found before the query runs: no `data` key.',
    definedAt: '#/components/schemas/GraphqlResult/properties/data/description',
    asks: () => ({ answer: graphql('{ me { noSuchField } }') }),
    judge: ({ answer }) => failsBeforeRunning(answer),
  }),
  requestRule({
    id: 'graphql-unsupported-column',
    level: 'must',
    section: '7.4',
    sentence: 'An orderBy column that is not supported is an error of HTTP 200.',
    definedAt: 'OrderByColumn',
    asks: () => ({ answer: read('orderBy: [{ column: NO_SUCH_COLUMN, order: ASC }]') }),
    judge({ answer }) {
      graphqlErrorsOf(answer)
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
    asks: () => ({
      empty: { method: 'POST', path: graphqlPath, body: {} },
      torn: {
        ...{ method: 'POST', path: graphqlPath, body: '{"query": ' },
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
    asks: () => ({ answer: graphql('{ me { ', undefined, { key: unknownKey }) }),
    judge: ({ answer }) => isProblem(answer, 'INVALID_API_KEY'),
  }),
  requestRule({
    id: 'graphql-key-errors-as-rest',
    level: 'must',
    section: '5.7',
    sentence: 'A failed key has the body that REST gives.',
    definedAt: '#/components/responses/Unauthorized',
    asks: () => ({
      rest: me({}, { key: unknownKey }),
      answer: graphql('{ me { username } }', {}, { key: unknownKey }),
    }),
    judge: ({ rest, answer }) => same(answer, '', rest.json, answer.json),
  }),
  answerRule({
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
        return holds(isEntry, exchange, `errors[${index}].message`, 'a string', message)
      }),
  }),
  answerRule({
    id: 'graphql-status',
    level: 'must',
    section: '7.4',
    sentence: 'Once the key is accepted the HTTP status is 200.',
    definedAt: '#/paths/~1graphql/get/description',
    about: ({ ask, status, request }) =>
      ask.path === graphqlPath &&
      ask.key === undefined &&
      ['GET', 'POST'].includes(request.method) &&
      status !== problems.INTERNAL_SERVER_ERROR.status,
    judge: (exchange) => same(exchange, 'status', 200, exchange.status),
  }),
]

function isGraphqlResult({ ask, status, json }: Exchange): boolean {
  return ask.path === graphqlPath && status === 200 && isObject(json)
}
