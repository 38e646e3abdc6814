import type { paths } from '@photofeed/openapi'
import { createFinalURL, createQuerySerializer } from 'openapi-fetch'
import type { Client } from './client.ts'
import type { HttpRequest } from './options.ts'
import { createMeQuery, type MeRequest } from './parameters.ts'

type RestPath = '/api/v1/me' | '/api/v1/accounts'

// Without an object style, openapi-fetch omits values of other types. They are sent, so that the service rejects them.
const serialize = createQuerySerializer({ object: { style: 'form', explode: false } })

/** Creates a REST request. Only this file uses openapi-fetch; the client sends the request. */
export function createRestRequest(
  { baseUrl, credentials }: Pick<Client, 'baseUrl' | 'credentials'>,
  path: RestPath & keyof paths,
  request: MeRequest = {},
): HttpRequest {
  const url = createFinalURL(path, {
    baseUrl,
    params: { query: { ...createMeQuery(request), ...credentials } },
    // No path of the service has parameters.
    pathSerializer: String,
    // openapi-fetch leaves the brackets of names unescaped, which some proxies reject.
    querySerializer: (query) => serialize(query).replace(/[[\]]/g, encodeURIComponent),
  })
  return { url }
}
