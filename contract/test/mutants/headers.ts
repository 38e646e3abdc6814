import { paths } from '../../src/http/request-spec.ts'
import { type Mutant, mutantsOf, onHeaders, onResponse, pathOf, set, successOf } from './mutant.ts'
import { onQuietPage } from './quiet-account.ts'

const jsonApi = 'application/vnd.api+json'
const [statusHeader, fetchedHeader] = ['x-service-account-status', 'x-last-fetched-at']

/** A successful page with a header of this value; null if it has none. */
const pageWith = (name: string, value: string | null) => (request: Request, response: Response) =>
  successOf(paths.me)(request, response) && response.headers.get(name) === value
const acceptsJsonApi = (request: Request, response: Response) =>
  successOf(paths.me)(request, response) && request.headers.get('accept') === jsonApi
const isFound = (request: Request, response: Response) =>
  request.headers.has('if-none-match') && response.status === 200

export const headerMutants: Mutant[] = [
  ...Object.entries(paths).flatMap(([name, path]) =>
    mutantsOf({
      [`${name}-cors: ${path} lets only one origin read`]: onHeaders(
        (request) => pathOf(request) === path,
        { 'access-control-allow-origin': 'https://photofeed.example' },
      ),
    }),
  ),
  ...(['accounts', 'rss', 'graphql'] as const).flatMap((name) =>
    mutantsOf(
      {
        [`${name}-headers: ${paths[name]} has no ${statusHeader}`]: statusHeader,
        [`${name}-headers: ${paths[name]} has no ${fetchedHeader}`]: fetchedHeader,
      },
      (header) => onHeaders(successOf(paths[name]), { [header]: null }),
    ),
  ),
  // biome-ignore format: a row for each mutant
  ...mutantsOf({
    'me-content-type: /api/v1/me has the media type of JSON:API': onHeaders(successOf(paths.me), { 'content-type': jsonApi }),
    'accounts-content-type: /api/v1/accounts has the media type of JSON:API': onHeaders(successOf(paths.accounts), { 'content-type': jsonApi }),
    'preflight: GraphQL does not allow Content-Type': onHeaders(({ method }) => method === 'OPTIONS', { 'access-control-allow-headers': 'Authorization' }),
    'conditional-requests: any If-None-Match gets 304': onResponse(isFound, ({ headers }) => new Response(null, { status: 304, headers })),
    'body-is-plain-utf-8: the media type declares ISO-8859-1': onHeaders(successOf(paths.me), { 'content-type': 'application/json; charset=ISO-8859-1' }),
    'stale-when-broken: RSS does not explain a broken connection': onHeaders(successOf(paths.rss), { 'x-service-feed-stale': null }),
    'me-content-type: who accepts JSON:API gets its media type': onHeaders(acceptsJsonApi, { 'content-type': jsonApi }),
    'me-status-header: a connection that is refreshing its token has no status header': onHeaders(pageWith(statusHeader, 'refreshing_token'), { [statusHeader]: null }),
    'me-status-agrees: the body says ready where the header says refreshing_token': onQuietPage(set('status', 'ready')),
    'me-last-fetched-header: an account that was never fetched has no X-Last-Fetched-At': onHeaders(pageWith(statusHeader, 'importing'), { [fetchedHeader]: null }),
    'me-last-fetched-agrees: an account that was never fetched has null in X-Last-Fetched-At': onHeaders(pageWith(fetchedHeader, 'Never'), { [fetchedHeader]: 'null' }),
    'stale-when-broken: a broken connection is not explained': onHeaders(successOf(paths.me), { 'x-service-feed-stale': null }),
    'stale-only-when-broken: X-Service-Feed-Stale is always there, and empty while all is well': onHeaders(pageWith('x-service-feed-stale', null), { 'x-service-feed-stale': '' }),
    'cache-seconds: shared caches may store responses for a day': onHeaders(successOf(paths.me), { 'cache-control': 'max-age=86400, public' }),
  }),
]
