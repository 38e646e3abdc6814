/** A service with one mistake: it changes the responses of the mock. */
export interface Mutant {
  readonly id: string
  readonly label: string
  readonly change: (response: Response, request: Request) => Promise<Response> | Response
}

async function replaceText(
  response: Response,
  replace: (text: string) => string,
): Promise<Response> {
  const text = replace(await response.text())
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(text, { status: response.status, headers })
}

function withHeader(response: Response, name: string, value: string | null): Response {
  const headers = new Headers(response.headers)
  if (value === null) headers.delete(name)
  else headers.set(name, value)
  const { status } = response
  return new Response(status === 204 || status === 304 ? null : response.body, { status, headers })
}

const isJson = (response: Response) => (response.headers.get('content-type') ?? '').includes('json')

export const mutants: readonly Mutant[] = [
  { id: 'none', label: 'No mistake', change: (response) => response },
  {
    id: 'key-code',
    label: 'Missing key is "invalid"',
    change: (response) =>
      response.status === 401
        ? replaceText(response, (text) => text.replace('MISSING_API_KEY', 'INVALID_API_KEY'))
        : response,
  },
  {
    id: 'has-more',
    label: 'hasMore is always true',
    change: (response, { url }) =>
      url.includes('/api/v1/me') && response.status === 200
        ? replaceText(response, (text) => text.replace('"hasMore":false', '"hasMore":true'))
        : response,
  },
  {
    id: 'cached-errors',
    label: 'Errors are cached',
    change: (response) =>
      response.status >= 400 && isJson(response)
        ? withHeader(response, 'Cache-Control', 'max-age=3600, public')
        : response,
  },
  {
    id: 'no-cors',
    label: 'No CORS',
    change: (response) => withHeader(response, 'Access-Control-Allow-Origin', null),
  },
  {
    id: 'string-counts',
    label: 'Counts are strings',
    change: (response, { url }) =>
      url.includes('/api/v1/me') && response.status === 200
        ? replaceText(response, (text) => text.replaceAll(/"likeCount":(\d+)/g, '"likeCount":"$1"'))
        : response,
  },
]
