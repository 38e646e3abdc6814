import { type ProblemCode, routes } from '@photofeed/openapi'
import {
  accountsPath,
  graphqlPath,
  mePath,
  type RequestSpec,
  rssPath,
  unknownKey,
} from '../http/request-spec.ts'
import {
  every,
  type Judgment,
  type Rule,
  requestJudgment,
  responseJudgment,
  rule,
  rulesOf,
} from '../judging/rule.ts'

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
function errorJudgment(
  code: ProblemCode,
  requests: Readonly<Record<string, RequestSpec>>,
): Judgment {
  return requestJudgment({
    requests: () => requests,
    judge: every((response, expect) => expect.problem(response, code)),
  })
}

const notFound = '#/components/examples/NOT_FOUND'

// biome-ignore format: a row for each rule
const facts = [
  ['no-posts-endpoint', 'must', '4', notFound,
    `There is no ${postsPath}: it gets 404 NOT_FOUND.`],
  ['unknown-paths', 'must', '4', notFound,
    'Any other path under /api/ gets 404 NOT_FOUND.'],
  ['head-is-no-get', 'must', '4', '#/components/responses/MethodNotAllowed',
    'HEAD is a method other than GET: 405 on a REST endpoint, without a body.'],
  ['graphql-methods', 'assumed', '4', '#/paths/~1graphql/get/responses/405',
    '/graphql responds to methods other than GET and POST with 405 METHOD_NOT_ALLOWED.'],
  ['graphql-head', 'assumed', '4', '#/paths/~1graphql/get/responses/405',
    '/graphql responds to HEAD with 405 too.'],
  ['options-without-origin', 'assumed', '4', '#/components/responses/MethodNotAllowed',
    'OPTIONS that is not a preflight gets 405 METHOD_NOT_ALLOWED.'],
  ['method-not-allowed-names-methods', 'assumed', '4', '#/components/headers/Allow',
    'A 405 names the methods of the path in Allow (RFC 9110, section 15.5.6).'],
  ['path-before-method', 'must', '7.3', '#/components/responses/NotFound/description',
    'The path is checked before the method: an unknown path is 404 for any method.'],
  ['path-before-key', 'must', '7.3', '#/components/responses/NotFound/description',
    'The path is checked before the key: an unknown path is 404 without a key and with an invalid one.'],
  ['method-before-key', 'must', '7.3', '#/components/responses/MethodNotAllowed/description',
    'The method is checked before the key: a wrong method is 405 without a key and with an invalid one.'],
  ['key-before-parameters', 'must', '7.3', '#/components/responses/Unauthorized',
    'The key is checked before the parameters: a missing or invalid key is 401 whatever parameters are sent.'],
  ['preflight', 'assumed', '4.1', '#/components/responses/Preflight',
    'A CORS preflight gets 204 and allows any origin and the methods of the path.'],
] as const

/** Section 4 and 7.3: what there is, and what is checked first. */
export const endpoints: Rule[] = [
  ...rulesOf(facts, {
    'no-posts-endpoint': errorJudgment('NOT_FOUND', {
      posts: { path: postsPath },
      post: { path: `${postsPath}/1` },
    }),
    'unknown-paths': errorJudgment('NOT_FOUND', {
      version: { path: '/api/v2/me' },
      name: { path: '/api/no-such-endpoint' },
      below: { path: `${mePath}/posts` },
      media: { path: '/api/v1/media' },
      json: { path: `${mePath}.json` },
    }),
    'head-is-no-get': requestJudgment({
      requests: () =>
        Object.fromEntries(
          Object.entries(restPaths).map(([name, path]) => [name, { path, method: 'HEAD' }]),
        ) as Record<keyof typeof restPaths, RequestSpec>,
      judge: every((response, expect) => expect.status(response, 405)),
    }),
    'graphql-methods': errorJudgment(
      'METHOD_NOT_ALLOWED',
      Object.fromEntries(otherMethods.map((method) => [method, unauthorized(graphqlPath, method)])),
    ),
    'graphql-head': requestJudgment({
      requests: () => ({ response: { path: graphqlPath, method: 'HEAD' } }),
      judge: ({ response }, expect) => expect.status(response, 405),
    }),
    'options-without-origin': errorJudgment(
      'METHOD_NOT_ALLOWED',
      Object.fromEntries(Object.keys(routes).map((path) => [path, { path, method: 'OPTIONS' }])),
    ),
    'method-not-allowed-names-methods': responseJudgment({
      about: ({ status, spec }) => status === 405 && spec.path in routes,
      judge(exchange, expect) {
        const { methods } = routes[exchange.spec.path as keyof typeof routes]
        expect.header(exchange, 'Allow', methods.join(', '))
      },
    }),
    'path-before-method': errorJudgment('NOT_FOUND', {
      post: unauthorized(postsPath, 'POST'),
      delete: unauthorized('/api/v2/me', 'DELETE'),
    }),
    'path-before-key': errorJudgment('NOT_FOUND', {
      missing: { path: postsPath, key: null },
      invalid: unauthorized(postsPath, 'GET'),
    }),
    'method-before-key': errorJudgment(
      'METHOD_NOT_ALLOWED',
      Object.fromEntries(
        Object.entries(restPaths).flatMap(([name, path]) => [
          [`${name}, no key`, { path, method: 'POST', key: null }],
          [`${name}, invalid key`, unauthorized(path, 'POST')],
        ]),
      ),
    ),
    'key-before-parameters': requestJudgment({
      requests: () => ({
        missing: { path: mePath, key: null, query: { 'page[size]': 'many' } },
        invalid: { path: mePath, key: unknownKey, query: { 'page[size]': 'many' } },
      }),
      judge({ missing, invalid }, expect) {
        expect.problem(missing, 'MISSING_API_KEY')
        expect.problem(invalid, 'INVALID_API_KEY')
      },
    }),
    preflight: requestJudgment({
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
  }),
  ...Object.entries(restPaths).map(([name, path]) =>
    rule(
      [
        `${name}-methods`,
        'must',
        '4',
        `#/paths/${path.replaceAll('/', '~1')}/get/responses/405`,
        `${path} rejects POST, PUT, PATCH and DELETE with 405 METHOD_NOT_ALLOWED.`,
      ],
      errorJudgment('METHOD_NOT_ALLOWED', {
        POST: { path, method: 'POST' },
        ...Object.fromEntries(otherMethods.map((method) => [method, unauthorized(path, method)])),
      }),
    ),
  ),
]
