import { type Mutant, onHeaders, pathOf } from './mutant.ts'
import { onQuietPage } from './quiet-account.ts'

const paths = {
  me: '/api/v1/me',
  accounts: '/api/v1/accounts',
  rss: '/api/v1/rss',
  graphql: '/graphql',
}
const successOf = (path: string) => (request: Request, response: Response) =>
  pathOf(request) === path && response.status === 200
const status = (response: Response) => response.headers.get('x-service-account-status')

export const headerMutants: Mutant[] = [
  ...(['me', 'accounts'] as const).map(
    (name): Mutant => ({
      breaks: `${name}-content-type`,
      defect: `${paths[name]} responds with the media type of JSON:API`,
      handle: onHeaders(successOf(paths[name]), (headers) =>
        headers.set('content-type', 'application/vnd.api+json'),
      ),
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
  {
    breaks: 'me-status-header',
    defect: 'a connection that is refreshing its token has no status header',
    handle: onHeaders(
      (request, response) =>
        successOf(paths.me)(request, response) && status(response) === 'refreshing_token',
      (headers) => headers.delete('x-service-account-status'),
    ),
  },
  {
    breaks: 'me-status-agrees',
    defect: 'the body says ready where the header says refreshing_token',
    handle: onQuietPage((page) => {
      page.status = 'ready'
    }),
  },
  {
    breaks: 'me-last-fetched-header',
    defect: 'an account that was never fetched has no X-Last-Fetched-At',
    handle: onHeaders(
      (request, response) =>
        successOf(paths.me)(request, response) && status(response) === 'importing',
      (headers) => headers.delete('x-last-fetched-at'),
    ),
  },
  {
    breaks: 'me-last-fetched-agrees',
    defect: 'an account that was never fetched has null in X-Last-Fetched-At',
    handle: onHeaders(
      (request, response) =>
        successOf(paths.me)(request, response) &&
        response.headers.get('x-last-fetched-at') === 'Never',
      (headers) => headers.set('x-last-fetched-at', 'null'),
    ),
  },
  {
    breaks: 'stale-when-broken',
    defect: 'a broken connection is not explained',
    handle: onHeaders(successOf(paths.me), (headers) => headers.delete('x-service-feed-stale')),
  },
  {
    breaks: 'stale-only-when-broken',
    defect: 'X-Service-Feed-Stale is always there, and empty while all is well',
    handle: onHeaders(
      (request, response) =>
        successOf(paths.me)(request, response) && !response.headers.has('x-service-feed-stale'),
      (headers) => headers.set('x-service-feed-stale', ''),
    ),
  },
  {
    breaks: 'cache-seconds',
    defect: 'shared caches may store responses for a day',
    handle: onHeaders(successOf(paths.me), (headers) =>
      headers.set('cache-control', 'max-age=86400, public'),
    ),
  },
]
