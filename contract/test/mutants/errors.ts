import { altered, type Mutant, mutantsOf, onHeaders, pathOf } from './mutant.ts'

// biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
function onErrors(status: number, change: (body: any) => void): Mutant['handle'] {
  return async (request, respond) => {
    const response = await respond(request)
    if (response.status !== status || request.method === 'HEAD') return response
    const body = await response.json()
    change(body)
    return altered(response, { body: JSON.stringify(body) })
  }
}

const isError = (_: Request, response: Response) => response.status >= 400
const acceptsAnything = (request: Request) => !request.headers.has('accept')

/** Those who accept something get errors of its kind. */
const errorsFor = (accept: string, type: string) =>
  onHeaders(
    ({ headers }, { ok }) => !ok && Boolean(headers.get('accept')?.includes(accept)),
    (headers) => headers.set('content-type', type),
  )

export const errorMutants = mutantsOf({
  'error-media-type: errors are application/json': onHeaders(
    (request, response) => isError(request, response) && acceptsAnything(request),
    (headers) => headers.set('content-type', 'application/json'),
  ),
  'error-media-type: a feed reader gets errors as XML': errorsFor('rss', 'application/xml'),
  'error-media-type: a browser gets error pages': errorsFor('xhtml', 'text/html'),
  'error-document: the failure of the service has an empty body': async (request, respond) => {
    const response = await respond(request)
    return response.status === 500 ? altered(response, { body: '{"errors":[]}' }) : response
  },
  'error-status-agrees: the entry of a 405 says 400': onErrors(405, ({ errors }) => {
    errors[0].status = '400'
  }),
  'error-title: the title of a 404 is another': onErrors(404, ({ errors }) => {
    errors[0].title = 'No Such Page'
  }),
  'error-source-on-validation-only: a 401 names the parameter': onErrors(401, ({ errors }) => {
    errors[0].source = { parameter: 'api_key' }
  }),
  'error-not-cached: errors may be cached for a minute': onHeaders(isError, (headers) =>
    headers.set('cache-control', 'max-age=60, public'),
  ),
  'internal-server-error: the failure of the service has another code': onErrors(
    500,
    ({ errors }) => {
      errors[0].code = 'SERVER_ERROR'
    },
  ),
  'no-429: too many wrong paths are 429': async (request, respond) => {
    const response = await respond(request)
    if (pathOf(request) !== '/api/v2/me') return response
    const body = (await response.text()).replace('"404"', '"429"')
    return altered(response, { status: 429, body })
  },
  'no-rate-limit-headers: responses count down a rate limit': onHeaders(
    () => true,
    (headers) => headers.set('x-ratelimit-remaining', '59'),
  ),
})
