import { unknownKey } from '../../src/http/request-spec.ts'
import { changed, instead, keyOf, type Mutant, mutantsOf, pathOf } from './mutant.ts'

const restPaths = { me: '/api/v1/me', accounts: '/api/v1/accounts', rss: '/api/v1/rss' }
const endpoints = [...Object.values(restPaths), '/graphql']
const hasKey = (request: Request) => ![null, unknownKey].includes(keyOf(request))
const toMe = (request: Request) => changed(request, { path: restPaths.me })

const isPath = (path: string) => (request: Request) => pathOf(request) === path
const asGet = (request: Request) => changed(request, { method: 'GET' })
const isPost = (request: Request) => request.method === 'POST'

const reads = (path: string) => (request: Request) =>
  isPost(request) && pathOf(request) === path && hasKey(request)

// biome-ignore format: a row for each mutant
const asOthers = mutantsOf<Parameters<typeof instead>>({
  ...Object.fromEntries(Object.entries(restPaths).map(([name, path]) => [`${name}-methods: POST ${path} reads`, [reads(path), asGet]])),
  'unknown-paths: /api/v1/posts responds like /api/v1/me': [
    (request) => pathOf(request) === '/api/v1/posts' && hasKey(request) && !request.headers.get('accept')?.includes('json'), toMe],
  'unknown-paths: /api/v2/me responds like /api/v1/me': [isPath('/api/v2/me'), toMe],
  'paths-are-exact: two slashes are one': [
    (request) => pathOf(request).includes('//'), (request) => changed(request, { path: pathOf(request).replace('//', '/') })],
  'paths-are-exact: letter case does not matter': [isPath('/api/v1/ME'), toMe],
  'head-is-no-get: HEAD gets the response of GET': [({ method }) => method === 'HEAD', asGet],
  'path-first: POST to an unknown path is 405': [(request) => isPost(request) && !endpoints.includes(pathOf(request)), toMe],
  'path-first: an unknown path without a valid key is 401': [
    (request) => !isPost(request) && pathOf(request) === '/api/v1/posts' && !hasKey(request), toMe],
  'method-before-key: POST without a valid key is 401': [
    (request) => isPost(request) && pathOf(request) === restPaths.me && !hasKey(request), asGet],
}, (row) => instead(...row))

export const endpointMutants: Mutant[] = [
  ...asOthers,
  ...mutantsOf({
    'paths-are-exact: a path with a slash at its end is redirected': async (request, respond) => {
      const path = pathOf(request)
      if (!/^\/api\/.*\/$/.test(path)) return respond(request)
      const headers = { location: path.slice(0, -1), 'access-control-allow-origin': '*' }
      return new Response(null, { status: 301, headers })
    },
  }),
]
