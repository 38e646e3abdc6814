import { parameters } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { graphql, graphqlPath, type RequestSpec } from '../http/request-spec.ts'
import {
  failsBeforeRunning,
  failsValidation,
  graphqlErrorsOf,
} from '../judging/graphql-response.ts'
import { premium } from '../judging/needs.ts'
import { objectOf } from '../judging/responses.ts'
import { type Level, type Rule, requestRule } from '../judging/rule.ts'
import { read } from './graphql.ts'

export const body = (content: unknown): RequestSpec => ({
  method: 'POST',
  path: graphqlPath,
  body: typeof content === 'string' ? content : JSON.stringify(content),
  headers: { 'Content-Type': 'application/json' },
})

const username = '{ me { username } }'

/** An object inside so many others. */
function nested(levels: number): Record<string, unknown> {
  return levels === 0 ? {} : { inner: nested(levels - 1) }
}

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

/** Section 7.4: invalid arguments, invalid queries, and limits of queries. */
export const graphqlInvalidQueries: Rule[] = [
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
      batch: body([{ query: username }]),
      number: body(5),
      null: body(null),
      'query of another type': body({ query: 5 }),
      'variables of another type': body({ query: username, variables: 5 }),
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
]
