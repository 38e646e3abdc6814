import { routes } from '@photofeed/openapi'
import type { RequestSpec } from '../http/request-spec.ts'
import { accountsPath, mePath, rssPath, unknownKey } from '../http/request-spec.ts'
import { findingUnless, same } from '../judging/finding.ts'
import { isProblem, requireStatus } from '../judging/responses.ts'
import { type Rule, requestRule, responseRule } from '../judging/rule.ts'

/** Named by the specification as a path that is not there. */
const postsPath = '/api/v1/posts'

const restPaths = { me: mePath, accounts: accountsPath, rss: rssPath }

/** Nobody is authorized by the unknown key, so a server that lets such a method through changes nothing. */
const unauthorized = (path: string, method: string): RequestSpec => ({
  path,
  method,
  key: unknownKey,
})

const methodsOfRest = Object.entries(restPaths).map(([name, path]) =>
  requestRule({
    id: `${name}-methods`,
    level: 'must',
    section: '4',
    sentence: `${path} rejects every method but GET with 405 METHOD_NOT_ALLOWED.`,
    definedAt: `#/paths/${path.replaceAll('/', '~1')}/get/responses/405`,
    requests: () => ({
      post: { path, method: 'POST' },
      put: unauthorized(path, 'PUT'),
      patch: unauthorized(path, 'PATCH'),
      delete: unauthorized(path, 'DELETE'),
    }),
    judge: (responses) =>
      Object.values(responses).flatMap((response) => isProblem(response, 'METHOD_NOT_ALLOWED')),
  }),
)

/** Section 4 and 7.3: what there is, and what is checked first. */
export const endpoints: Rule[] = [
  requestRule({
    id: 'no-posts-endpoint',
    level: 'must',
    section: '4',
    sentence: `There is no ${postsPath}: it gets 404 NOT_FOUND.`,
    definedAt: '#/components/examples/NOT_FOUND',
    requests: () => ({ response: { path: postsPath } }),
    judge: ({ response }) => isProblem(response, 'NOT_FOUND'),
  }),
  requestRule({
    id: 'unknown-paths',
    level: 'must',
    section: '4',
    sentence: 'Any other path under /api gets 404 NOT_FOUND.',
    definedAt: '#/components/examples/NOT_FOUND',
    requests: () => ({ version: { path: '/api/v2/me' }, name: { path: '/api/no-such-endpoint' } }),
    judge: ({ version, name }) => [
      ...isProblem(version, 'NOT_FOUND'),
      ...isProblem(name, 'NOT_FOUND'),
    ],
  }),
  requestRule({
    id: 'paths-are-exact',
    level: 'assumed',
    section: '4',
    sentence: 'A trailing slash or another letter case makes a path unknown: 404 NOT_FOUND.',
    definedAt: '#/components/examples/NOT_FOUND',
    requests: () => ({ slash: { path: `${mePath}/` }, upper: { path: '/api/v1/ME' } }),
    judge: ({ slash, upper }) => [
      ...isProblem(slash, 'NOT_FOUND'),
      ...isProblem(upper, 'NOT_FOUND'),
    ],
  }),
  ...methodsOfRest,
  requestRule({
    id: 'head-is-no-get',
    level: 'must',
    section: '4',
    sentence: 'HEAD is a method other than GET: 405.',
    definedAt: '#/components/responses/MethodNotAllowed',
    requests: () => ({ response: { path: mePath, method: 'HEAD' } }),
    judge({ response }) {
      requireStatus(response, 405)
      return []
    },
  }),
  requestRule({
    id: 'graphql-methods',
    level: 'assumed',
    section: '4',
    sentence: '/graphql responds to methods other than GET and POST with 405 METHOD_NOT_ALLOWED.',
    definedAt: '#/paths/~1graphql/get/responses/405',
    requests: () => ({ response: unauthorized('/graphql', 'PUT') }),
    judge: ({ response }) => isProblem(response, 'METHOD_NOT_ALLOWED'),
  }),
  responseRule({
    id: 'method-not-allowed-names-methods',
    level: 'assumed',
    section: '4',
    sentence: 'A 405 names the methods of the path in Allow (RFC 9110, section 15.5.6).',
    definedAt: '#/components/headers/Allow',
    about: ({ status, spec }) => status === 405 && spec.path in routes,
    judge(exchange) {
      const methods = routes[exchange.spec.path as keyof typeof routes].methods.join(', ')
      return same(exchange, 'header Allow', methods, exchange.headers.get('allow'))
    },
  }),
  requestRule({
    id: 'path-before-method',
    level: 'must',
    section: '7.3',
    sentence: 'The path is checked before the method: an unknown path is 404 for any method.',
    definedAt: '#/components/responses/NotFound/description',
    requests: () => ({ response: unauthorized(postsPath, 'POST') }),
    judge: ({ response }) => isProblem(response, 'NOT_FOUND'),
  }),
  requestRule({
    id: 'path-before-key',
    level: 'must',
    section: '7.3',
    sentence:
      'The path is checked before the key: an unknown path is 404 without a key and with an invalid one.',
    definedAt: '#/components/responses/NotFound/description',
    requests: () => ({
      missing: { path: postsPath, key: null },
      invalid: unauthorized(postsPath, 'GET'),
    }),
    judge: ({ missing, invalid }) => [
      ...isProblem(missing, 'NOT_FOUND'),
      ...isProblem(invalid, 'NOT_FOUND'),
    ],
  }),
  requestRule({
    id: 'method-before-key',
    level: 'must',
    section: '7.3',
    sentence:
      'The method is checked before the key: a wrong method is 405 without a key and with an invalid one.',
    definedAt: '#/components/responses/MethodNotAllowed/description',
    requests: () => ({
      missing: { path: mePath, method: 'POST', key: null },
      invalid: unauthorized(mePath, 'POST'),
    }),
    judge: ({ missing, invalid }) => [
      ...isProblem(missing, 'METHOD_NOT_ALLOWED'),
      ...isProblem(invalid, 'METHOD_NOT_ALLOWED'),
    ],
  }),
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
    judge: ({ missing, invalid }) => [
      ...isProblem(missing, 'MISSING_API_KEY'),
      ...isProblem(invalid, 'INVALID_API_KEY'),
    ],
  }),
  requestRule({
    id: 'preflight',
    level: 'assumed',
    section: '4.1',
    sentence: 'A CORS preflight gets 204 and allows any origin and the methods of the path.',
    definedAt: '#/components/responses/Preflight',
    requests: () => ({
      response: {
        path: mePath,
        method: 'OPTIONS',
        key: null,
        headers: { Origin: 'https://page.example', 'Access-Control-Request-Method': 'GET' },
      },
    }),
    judge({ response }) {
      requireStatus(response, 204)
      const methods = response.headers.get('access-control-allow-methods')
      return [
        ...same(
          response,
          'header Access-Control-Allow-Origin',
          '*',
          response.headers.get('access-control-allow-origin'),
        ),
        ...findingUnless(
          methods?.includes('GET') ?? false,
          response,
          'header Access-Control-Allow-Methods',
          'GET',
          methods,
        ),
      ]
    },
  }),
]
