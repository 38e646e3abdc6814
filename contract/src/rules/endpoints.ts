import { routes } from '@photofeed/openapi'
import { paths, type RequestSpec, unknownKey } from '../http/request-spec.ts'
import { every, everyProblem, requestJudgment, rule, rulesOf } from '../judging/rule.ts'

/** Named by the specification as a path that is not there. */
const postsPath = '/api/v1/posts'

const { graphql: _, ...restPaths } = paths
/** Gateways and small servers reject rarer methods on their own. */
const otherMethods = ['PUT', 'PATCH', 'DELETE']

/** Nobody is authorized by the unknown key, so a server that lets such a method through changes nothing. */
const unauthorized = (path: string, method: string) => ({ path, method, key: unknownKey })

const ofEach = (all: readonly string[], parts: Partial<RequestSpec>): RequestSpec[] =>
  all.map((path) => ({ path, ...parts }))

const invalid = { 'page[size]': 'many', sort: 'likes' }
const notFound = '#/components/examples/NOT_FOUND'

const headJudgment = (all: readonly string[]) =>
  requestJudgment({
    requests: () => ofEach(all, { method: 'HEAD' }),
    judge: every((response, expect) => expect.status(response, 405)),
  })

const methodsJudgment = (path: string, ...requests: RequestSpec[]) =>
  everyProblem('METHOD_NOT_ALLOWED', () => [
    ...requests,
    ...otherMethods.map((method) => unauthorized(path, method)),
  ])

const methodRules = Object.entries(restPaths).map(([name, path]) => {
  const place = `#/paths/~1api~1v1~1${name}/get/responses/405`
  const sentence = `${path} rejects POST, PUT, PATCH and DELETE with 405 METHOD_NOT_ALLOWED.`
  const judgment = methodsJudgment(path, { path, method: 'POST' })
  return rule([`${name}-methods`, 'must', '4', place, sentence], judgment)
})

// biome-ignore format: a row for each rule
const facts = [
  ['unknown-paths', 'must', '4', notFound,
    `Any other path under /api/, ${postsPath} among them, gets 404 NOT_FOUND.`],
  ['paths-are-exact', 'must', '4', notFound,
    'A path with a slash at its end, two slashes, a parameter after a semicolon, or in other case is another path: 404 NOT_FOUND, and no redirect.'],
  ['head-is-no-get', 'must', '4', '#/components/responses/MethodNotAllowed',
    'HEAD is a method other than GET: 405 on a REST endpoint, without a body.'],
  ['graphql-methods', 'assumed', '4', '#/paths/~1graphql/get/responses/405',
    '/graphql responds to methods other than GET and POST with 405 METHOD_NOT_ALLOWED.'],
  ['graphql-head', 'assumed', '4', '#/paths/~1graphql/get/responses/405',
    '/graphql responds to HEAD with 405 too.'],
  ['options-without-origin', 'assumed', '4', '#/components/responses/MethodNotAllowed',
    'OPTIONS that is not a preflight gets 405 METHOD_NOT_ALLOWED.'],
  ['rare-methods', 'should', '4', '#/components/responses/MethodNotAllowed',
    'A method that servers have no code for, like PROPFIND, gets 405 METHOD_NOT_ALLOWED too. Something in front may reject it on its own.'],
  ['path-first', 'must', '7.3', '#/components/responses/NotFound/description',
    'The path is checked before the method, the key and the parameters: an unknown path is 404 whatever else is wrong.'],
  ['method-before-key', 'must', '7.3', '#/components/responses/MethodNotAllowed/description',
    'The method is checked before the key and the parameters: a wrong method is 405 with any key, parameters and headers.'],
  ['key-before-parameters', 'must', '7.3', '#/components/responses/Unauthorized',
    'The key is checked before the parameters: a missing or invalid key is 401 whatever parameters are sent.'],
  ['preflight', 'assumed', '4.1', '#/components/responses/Preflight',
    'A CORS preflight gets 204 and allows any origin and the methods of the path; that of /graphql allows Content-Type too.'],
] as const

/** Section 4 and 7.3: what there is, and what is checked first. */
export const endpoints = [
  ...rulesOf(facts, {
    'unknown-paths': everyProblem('NOT_FOUND', () => [
      { path: postsPath },
      { path: `${postsPath}/1` },
      { path: '/api/v2/me' },
      { path: '/api/no-such-endpoint' },
      { path: `${paths.me}/posts` },
      { path: '/api/me' },
      { path: `${paths.me}.json` },
      { path: `${paths.rss}.xml` },
      { path: `${paths.accounts}/1` },
    ]),
    'paths-are-exact': everyProblem('NOT_FOUND', () => [
      { path: `${paths.me}/` },
      { path: '/api//v1/me' },
      { path: '/api/v1//me' },
      { path: `${paths.me};x=1` },
      { path: '/api/v1/ME' },
      { path: '/api/V1/me' },
      { path: `${paths.rss}/` },
      { path: `${paths.accounts}/` },
    ]),
    'head-is-no-get': headJudgment(Object.values(restPaths)),
    'graphql-methods': methodsJudgment(paths.graphql),
    'graphql-head': headJudgment([paths.graphql]),
    'options-without-origin': everyProblem('METHOD_NOT_ALLOWED', () =>
      ofEach(Object.keys(routes), { method: 'OPTIONS' }),
    ),
    'rare-methods': everyProblem('METHOD_NOT_ALLOWED', () => [unauthorized(paths.me, 'PROPFIND')]),
    'path-first': everyProblem('NOT_FOUND', () => [
      unauthorized(postsPath, 'POST'),
      unauthorized('/api/v2/me', 'DELETE'),
      { path: postsPath, key: null },
      unauthorized(postsPath, 'GET'),
      { path: postsPath, key: unknownKey, query: invalid },
      { path: postsPath, query: invalid },
    ]),
    'method-before-key': everyProblem('METHOD_NOT_ALLOWED', () => [
      ...Object.values(restPaths).flatMap((path) => [
        { path, method: 'POST', key: null },
        unauthorized(path, 'POST'),
      ]),
      { ...unauthorized(paths.me, 'POST'), query: invalid },
      { path: paths.me, method: 'POST', query: invalid },
      { path: paths.me, method: 'POST', headers: { 'X-HTTP-Method-Override': 'GET' } },
    ]),
    'key-before-parameters': requestJudgment({
      requests: () => ({
        missing: { path: paths.me, key: null, query: invalid },
        unknown: { path: paths.me, key: unknownKey, query: invalid },
      }),
      judge({ missing, unknown }, expect) {
        expect.problem(missing, 'MISSING_API_KEY')
        expect.problem(unknown, 'INVALID_API_KEY')
      },
    }),
    preflight: requestJudgment({
      requests: () =>
        ofEach(Object.keys(routes), {
          method: 'OPTIONS',
          key: null,
          headers: {
            Origin: 'https://page.example',
            'Access-Control-Request-Method': 'GET',
            'Access-Control-Request-Headers': 'content-type',
          },
        }),
      judge: every((response, expect) => {
        const { path } = response.spec
        expect.status(response, 204)
        expect.header(response, 'Access-Control-Allow-Origin', '*')
        const allows = (what: string, name: string) => {
          const allowed = response.headers.get(`Access-Control-Allow-${what}`)
          const all = (allowed ?? '').split(',').map((one) => one.trim().toLowerCase())
          const isAllowed = all.includes('*') || all.includes(name.toLowerCase())
          expect.that(isAllowed, response, `header Access-Control-Allow-${what}`, name, allowed)
        }
        for (const method of routes[path as keyof typeof routes].methods) allows('Methods', method)
        // The media type of a query by POST.
        if (path === paths.graphql) allows('Headers', 'Content-Type')
      }),
    }),
  }),
  ...methodRules,
]
