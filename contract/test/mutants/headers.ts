import { paths } from '../../src/http/request-spec.ts'
import { type Mutant, mutantsOf, onHeaders, pathOf } from './mutant.ts'
import { onQuietPage } from './quiet-account.ts'

const jsonApi = 'application/vnd.api+json'
const successOf = (path: string) => (request: Request, response: Response) =>
  pathOf(request) === path && response.status === 200
const status = (response: Response) => response.headers.get('x-service-account-status')

export const headerMutants: Mutant[] = [
  ...(['me', 'accounts'] as const).map(
    (name): Mutant => ({
      breaks: `${name}-content-type`,
      defect: `${paths[name]} responds with the media type of JSON:API`,
      handle: onHeaders(successOf(paths[name]), (headers) => headers.set('content-type', jsonApi)),
    }),
  ),
  ...Object.entries(paths).map(
    ([name, path]): Mutant => ({
      breaks: `${name}-cors`,
      defect: `${path} lets only one origin read`,
      handle: onHeaders(
        (request) => pathOf(request) === path,
        (headers) => headers.set('access-control-allow-origin', 'https://photofeed.example'),
      ),
    }),
  ),
  ...(['accounts', 'rss', 'graphql'] as const).flatMap((name): Mutant[] =>
    ['x-service-account-status', 'x-last-fetched-at'].map((header) => ({
      breaks: `${name}-headers`,
      defect: `${paths[name]} has no ${header}`,
      handle: onHeaders(successOf(paths[name]), (headers) => headers.delete(header)),
    })),
  ),
  ...mutantsOf({
    'conditional-requests: any If-None-Match gets 304': async (request, respond) => {
      const response = await respond(request)
      const isConditional = request.headers.has('if-none-match') && response.status === 200
      return isConditional
        ? new Response(null, { status: 304, headers: response.headers })
        : response
    },
    'body-is-plain-utf-8: the media type declares ISO-8859-1': onHeaders(
      successOf(paths.me),
      (headers) => headers.set('content-type', 'application/json; charset=ISO-8859-1'),
    ),
    'stale-when-broken: RSS does not explain a broken connection': onHeaders(
      successOf(paths.rss),
      (headers) => headers.delete('x-service-feed-stale'),
    ),
    'me-content-type: who accepts JSON:API gets its media type': onHeaders(
      (request, response) =>
        successOf(paths.me)(request, response) && request.headers.get('accept') === jsonApi,
      (headers) => headers.set('content-type', jsonApi),
    ),
    'me-status-header: a connection that is refreshing its token has no status header': onHeaders(
      (request, response) =>
        successOf(paths.me)(request, response) && status(response) === 'refreshing_token',
      (headers) => headers.delete('x-service-account-status'),
    ),
    'me-status-agrees: the body says ready where the header says refreshing_token': onQuietPage(
      (page) => {
        page.status = 'ready'
      },
    ),
    'me-last-fetched-header: an account that was never fetched has no X-Last-Fetched-At': onHeaders(
      (request, response) =>
        successOf(paths.me)(request, response) && status(response) === 'importing',
      (headers) => headers.delete('x-last-fetched-at'),
    ),
    'me-last-fetched-agrees: an account that was never fetched has null in X-Last-Fetched-At':
      onHeaders(
        (request, response) =>
          successOf(paths.me)(request, response) &&
          response.headers.get('x-last-fetched-at') === 'Never',
        (headers) => headers.set('x-last-fetched-at', 'null'),
      ),
    'stale-when-broken: a broken connection is not explained': onHeaders(
      successOf(paths.me),
      (headers) => headers.delete('x-service-feed-stale'),
    ),
    'stale-only-when-broken: X-Service-Feed-Stale is always there, and empty while all is well':
      onHeaders(
        (request, response) =>
          successOf(paths.me)(request, response) && !response.headers.has('x-service-feed-stale'),
        (headers) => headers.set('x-service-feed-stale', ''),
      ),
    'cache-seconds: shared caches may store responses for a day': onHeaders(
      successOf(paths.me),
      (headers) => headers.set('cache-control', 'max-age=86400, public'),
    ),
  }),
]
