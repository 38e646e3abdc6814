import { type ProblemCode, routes } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import {
  accountsPath,
  graphqlPath,
  mePath,
  type RequestSpec,
  rssPath,
  unknownKey,
} from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { type Level, type Rule, requestRule, responseRule } from '../judging/rule.ts'

/** Named by the specification as a path that is not there. */
const postsPath = '/api/v1/posts'

const restPaths = { me: mePath, accounts: accountsPath, rss: rssPath }
/** Gateways and small servers reject rarer methods on their own. */
const otherMethods = ['PUT', 'PATCH', 'DELETE']

/** Nobody is authorized by the unknown key, so a server that lets such a method through changes nothing. */
const unauthorized = (path: string, method: string): RequestSpec => ({
  path,
  method,
  key: unknownKey,
})

/** A rule that every one of its requests gets an error. */
function errorRule(
  code: ProblemCode,
  requests: Readonly<Record<string, RequestSpec>>,
  rule: { id: string; section?: string; sentence: string; definedAt: string; level?: Level },
): Rule {
  return requestRule({
    level: 'must',
    section: '4',
    ...rule,
    requests: () => requests,
    judge(responses: Record<string, Exchange>, expect: Expect) {
      for (const response of Object.values(responses)) expect.problem(response, code)
    },
  })
}

const notFound = '#/components/examples/NOT_FOUND'

/** Section 4 and 7.3: what there is, and what is checked first. */
export const endpoints: Rule[] = [
  errorRule(
    'NOT_FOUND',
    {
      posts: { path: postsPath },
      post: { path: `${postsPath}/1` },
    },
    {
      id: 'no-posts-endpoint',
      sentence: `There is no ${postsPath}: it gets 404 NOT_FOUND.`,
      definedAt: notFound,
    },
  ),
  errorRule(
    'NOT_FOUND',
    {
      version: { path: '/api/v2/me' },
      name: { path: '/api/no-such-endpoint' },
      below: { path: `${mePath}/posts` },
      media: { path: '/api/v1/media' },
      json: { path: `${mePath}.json` },
    },
    {
      id: 'unknown-paths',
      sentence: 'Any other path under /api/ gets 404 NOT_FOUND.',
      definedAt: notFound,
    },
  ),
  ...Object.entries(restPaths).map(([name, path]) =>
    errorRule(
      'METHOD_NOT_ALLOWED',
      {
        POST: { path, method: 'POST' },
        ...Object.fromEntries(otherMethods.map((method) => [method, unauthorized(path, method)])),
      },
      {
        id: `${name}-methods`,
        sentence: `${path} rejects POST, PUT, PATCH and DELETE with 405 METHOD_NOT_ALLOWED.`,
        definedAt: `#/paths/${path.replaceAll('/', '~1')}/get/responses/405`,
      },
    ),
  ),
  requestRule({
    id: 'head-is-no-get',
    level: 'must',
    section: '4',
    sentence: 'HEAD is a method other than GET: 405 on a REST endpoint, without a body.',
    definedAt: '#/components/responses/MethodNotAllowed',
    requests: () =>
      Object.fromEntries(
        Object.entries(restPaths).map(([name, path]) => [name, { path, method: 'HEAD' }]),
      ) as Record<keyof typeof restPaths, RequestSpec>,
    judge(responses, expect) {
      for (const response of Object.values(responses)) expect.status(response, 405)
    },
  }),
  errorRule(
    'METHOD_NOT_ALLOWED',
    Object.fromEntries(otherMethods.map((method) => [method, unauthorized(graphqlPath, method)])),
    {
      id: 'graphql-methods',
      level: 'assumed',
      sentence: '/graphql responds to methods other than GET and POST with 405 METHOD_NOT_ALLOWED.',
      definedAt: '#/paths/~1graphql/get/responses/405',
    },
  ),
  requestRule({
    id: 'graphql-head',
    level: 'assumed',
    section: '4',
    sentence: '/graphql responds to HEAD with 405 too.',
    definedAt: '#/paths/~1graphql/get/responses/405',
    requests: () => ({ response: { path: graphqlPath, method: 'HEAD' } }),
    judge: ({ response }, expect) => expect.status(response, 405),
  }),
  errorRule(
    'METHOD_NOT_ALLOWED',
    Object.fromEntries(Object.keys(routes).map((path) => [path, { path, method: 'OPTIONS' }])),
    {
      id: 'options-without-origin',
      level: 'assumed',
      sentence: 'OPTIONS that is not a preflight gets 405 METHOD_NOT_ALLOWED.',
      definedAt: '#/components/responses/MethodNotAllowed',
    },
  ),
  responseRule({
    id: 'method-not-allowed-names-methods',
    level: 'assumed',
    section: '4',
    sentence: 'A 405 names the methods of the path in Allow (RFC 9110, section 15.5.6).',
    definedAt: '#/components/headers/Allow',
    about: ({ status, spec }) => status === 405 && spec.path in routes,
    judge(exchange, expect) {
      const { methods } = routes[exchange.spec.path as keyof typeof routes]
      expect.header(exchange, 'Allow', methods.join(', '))
    },
  }),
  errorRule(
    'NOT_FOUND',
    { post: unauthorized(postsPath, 'POST'), delete: unauthorized('/api/v2/me', 'DELETE') },
    {
      id: 'path-before-method',
      section: '7.3',
      sentence: 'The path is checked before the method: an unknown path is 404 for any method.',
      definedAt: '#/components/responses/NotFound/description',
    },
  ),
  errorRule(
    'NOT_FOUND',
    { missing: { path: postsPath, key: null }, invalid: unauthorized(postsPath, 'GET') },
    {
      id: 'path-before-key',
      section: '7.3',
      sentence:
        'The path is checked before the key: an unknown path is 404 without a key and with an invalid one.',
      definedAt: '#/components/responses/NotFound/description',
    },
  ),
  errorRule(
    'METHOD_NOT_ALLOWED',
    Object.fromEntries(
      Object.entries(restPaths).flatMap(([name, path]) => [
        [`${name}, no key`, { path, method: 'POST', key: null }],
        [`${name}, invalid key`, unauthorized(path, 'POST')],
      ]),
    ),
    {
      id: 'method-before-key',
      section: '7.3',
      sentence:
        'The method is checked before the key: a wrong method is 405 without a key and with an invalid one.',
      definedAt: '#/components/responses/MethodNotAllowed/description',
    },
  ),
  requestRule({
    id: 'key-before-parameters',
    level: 'must',
    section: '7.3',
    sentence:
      'The key is checked before the parameters: a missing or invalid key is 401 whatever parameters are sent.',
    definedAt: '#/components/responses/Unauthorized',
    requests: () => ({
      missing: { path: mePath, key: null, query: { 'page[size]': 'many' } },
      invalid: { path: mePath, key: unknownKey, query: { 'page[size]': 'many' } },
    }),
    judge({ missing, invalid }, expect) {
      expect.problem(missing, 'MISSING_API_KEY')
      expect.problem(invalid, 'INVALID_API_KEY')
    },
  }),
  requestRule({
    id: 'preflight',
    level: 'assumed',
    section: '4.1',
    sentence: 'A CORS preflight gets 204 and allows any origin and the methods of the path.',
    definedAt: '#/components/responses/Preflight',
    requests: () =>
      Object.fromEntries(
        Object.keys(routes).map((path) => [
          path,
          {
            path,
            method: 'OPTIONS',
            key: null,
            headers: { Origin: 'https://page.example', 'Access-Control-Request-Method': 'GET' },
          },
        ]),
      ) as Record<string, RequestSpec>,
    judge(responses, expect) {
      for (const response of Object.values(responses)) {
        expect.status(response, 204)
        expect.header(response, 'Access-Control-Allow-Origin', '*')
        const methods = response.headers.get('access-control-allow-methods')
        const at = 'header Access-Control-Allow-Methods'
        for (const method of routes[response.spec.path as keyof typeof routes].methods)
          expect.that(methods?.includes(method) ?? false, response, at, method, methods)
      }
    },
  }),
]
