import { altered, type Mutant, onHeaders, pathOf } from './mutant.ts'

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

export const errorMutants: Mutant[] = [
  {
    breaks: 'error-media-type',
    defect: 'errors are application/json',
    handle: onHeaders(
      (request, response) => isError(request, response) && acceptsAnything(request),
      (headers) => headers.set('content-type', 'application/json'),
    ),
  },
  {
    breaks: 'error-media-type',
    defect: 'a feed reader gets errors as XML',
    async handle(request, respond) {
      const response = await respond(request)
      if (!request.headers.get('accept')?.includes('rss') || response.ok) return response
      const headers = (all: Headers) => all.set('content-type', 'application/xml')
      return altered(response, { headers })
    },
  },
  {
    breaks: 'error-document',
    defect: 'the failure of the service has an empty body',
    async handle(request, respond) {
      const response = await respond(request)
      return response.status === 500 ? altered(response, { body: '{"errors":[]}' }) : response
    },
  },
  {
    breaks: 'error-status-agrees',
    defect: 'the entry of a 405 says 400',
    handle: onErrors(405, ({ errors }) => {
      errors[0].status = '400'
    }),
  },
  {
    breaks: 'error-title',
    defect: 'the title of a 404 is another',
    handle: onErrors(404, ({ errors }) => {
      errors[0].title = 'No Such Page'
    }),
  },
  {
    breaks: 'error-source-on-validation-only',
    defect: 'a 401 names the parameter',
    handle: onErrors(401, ({ errors }) => {
      errors[0].source = { parameter: 'api_key' }
    }),
  },
  {
    breaks: 'error-not-cached',
    defect: 'errors may be cached for a minute',
    handle: onHeaders(isError, (headers) => headers.set('cache-control', 'max-age=60, public')),
  },
  {
    breaks: 'internal-server-error',
    defect: 'the failure of the service has another code',
    handle: onErrors(500, ({ errors }) => {
      errors[0].code = 'SERVER_ERROR'
    }),
  },
  {
    breaks: 'no-429',
    defect: 'too many wrong paths are 429',
    async handle(request, respond) {
      const response = await respond(request)
      if (pathOf(request) !== '/api/v2/me') return response
      const body = (await response.text()).replace('"404"', '"429"')
      return altered(response, { status: 429, body })
    },
  },
  {
    breaks: 'no-rate-limit-headers',
    defect: 'responses count down a rate limit',
    handle: onHeaders(
      () => true,
      (headers) => headers.set('x-ratelimit-remaining', '59'),
    ),
  },
]
