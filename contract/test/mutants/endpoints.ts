import { unknownKey } from '../../src/http/request-spec.ts'
import { changed, keyOf, type Mutant, mutantsOf, pathOf } from './mutant.ts'

const restPaths = { me: '/api/v1/me', accounts: '/api/v1/accounts', rss: '/api/v1/rss' }
const endpoints = [...Object.values(restPaths), '/graphql']
const hasKey = (request: Request) => ![null, unknownKey].includes(keyOf(request))
const isMethod = (request: Request, method: string) => request.method === method
const toMe = (request: Request) => changed(request, { path: restPaths.me })

/** Understands some requests as others. */
function instead(
  applies: (request: Request) => boolean,
  change: (request: Request) => Request,
): Mutant['handle'] {
  return (request, respond) => respond(applies(request) ? change(request) : request)
}

export const endpointMutants: Mutant[] = [
  ...mutantsOf({
    'unknown-paths: /api/v1/posts responds like /api/v1/me': instead(
      (request) =>
        pathOf(request) === '/api/v1/posts' &&
        hasKey(request) &&
        !request.headers.get('accept')?.includes('image'),
      toMe,
    ),
    'unknown-paths: /api/v2/me responds like /api/v1/me': instead(
      (request) => pathOf(request) === '/api/v2/me',
      toMe,
    ),
  }),
  ...Object.entries(restPaths).map(
    ([name, path]): Mutant => ({
      breaks: `${name}-methods`,
      defect: `POST ${path} reads`,
      handle: instead(
        (request) => isMethod(request, 'POST') && pathOf(request) === path && hasKey(request),
        (request) => changed(request, { method: 'GET' }),
      ),
    }),
  ),
  ...mutantsOf({
    'paths-are-exact: two slashes are one': instead(
      (request) => pathOf(request).includes('//'),
      (request) => changed(request, { path: pathOf(request).replace('//', '/') }),
    ),
    'paths-are-exact: a path with a slash at its end is redirected': async (request, respond) => {
      const path = pathOf(request)
      if (!/^\/api\/.*\/$/.test(path)) return respond(request)
      const headers = { location: path.slice(0, -1), 'access-control-allow-origin': '*' }
      return new Response(null, { status: 301, headers })
    },
    'paths-are-exact: letter case does not matter': instead(
      (request) => pathOf(request) === '/api/v1/ME',
      toMe,
    ),
    'head-is-no-get: HEAD gets the response of GET': instead(
      (request) => isMethod(request, 'HEAD'),
      (request) => changed(request, { method: 'GET' }),
    ),
    'path-first: POST to an unknown path is 405': instead(
      (request) => isMethod(request, 'POST') && !endpoints.includes(pathOf(request)),
      toMe,
    ),
    'path-first: an unknown path without a valid key is 401': instead(
      (request) =>
        isMethod(request, 'GET') && pathOf(request) === '/api/v1/posts' && !hasKey(request),
      toMe,
    ),
    'method-before-key: POST without a valid key is 401': instead(
      (request) =>
        isMethod(request, 'POST') && pathOf(request) === restPaths.me && !hasKey(request),
      (request) => changed(request, { method: 'GET' }),
    ),
  }),
]
