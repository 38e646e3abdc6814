import {
  altered,
  type Change,
  mutantsOf,
  onBody,
  onHeaders,
  onResponse,
  pathOf,
  set,
} from './mutant.ts'

const onErrors = (status: number, change: Change) =>
  onBody((request, response) => response.status === status && request.method !== 'HEAD', change)

const isError = (_: Request, response: Response) => response.status >= 400
const isPlainError = (request: Request, response: Response) =>
  isError(request, response) && !request.headers.has('accept')

/** Those who accept something get errors of its kind. */
const errorsFor = (accept: string, type: string) =>
  onHeaders(({ headers }, { ok }) => !ok && Boolean(headers.get('accept')?.includes(accept)), {
    'content-type': type,
  })

// biome-ignore format: a row for each mutant
export const errorMutants = mutantsOf({
  'error-media-type: errors are application/json': onHeaders(isPlainError, { 'content-type': 'application/json' }),
  'error-media-type: a feed reader gets errors as XML': errorsFor('rss', 'application/xml'),
  'error-media-type: who accepts JSON gets errors as application/json': errorsFor('json', 'application/json'),
  'error-media-type: who accepts only images gets 406': onResponse(({ headers }) => headers.get('accept') === 'application/xml', () => new Response('', { status: 406 })),
  'error-media-type: a browser gets error pages': errorsFor('xhtml', 'text/html'),
  'error-document: the failure of the service has an empty body': onErrors(500, set('errors', [])),
  'error-status-agrees: the entry of a 405 says 400': onErrors(405, set('errors.0.status', '400')),
  'error-title: the title of a 404 is another': onErrors(404, set('errors.0.title', 'No Such Page')),
  'error-source-on-validation-only: a 401 names the parameter': onErrors(401, set('errors.0.source', { parameter: 'api_key' })),
  'error-not-cached: errors may be cached for a minute': onHeaders(isError, { 'cache-control': 'max-age=60, public' }),
  'internal-server-error: the failure of the service has another code': onErrors(500, set('errors.0.code', 'SERVER_ERROR')),
  'no-429: too many wrong paths are 429': onResponse((request) => pathOf(request) === '/api/v2/me', async (response) =>
    altered(response, { status: 429, body: (await response.text()).replace('"404"', '"429"') })),
  'no-rate-limit-headers: responses count down a rate limit': onHeaders(() => true, { 'x-ratelimit-remaining': '59' }),
})
