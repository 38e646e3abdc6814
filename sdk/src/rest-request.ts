import type { paths } from '@photofeed/openapi'
import { serializePrimitiveParam } from 'openapi-fetch'
import type { Client } from './client.ts'
import type { HttpRequest } from './options.ts'
import { type MeRequest, optionNames, parameterNames } from './parameters.ts'

type RestPath = '/api/v1/me' | '/api/v1/accounts'

/** Creates a REST request. Only this file uses openapi-fetch; the client sends the request. */
export function createRestRequest(
  { baseUrl, credentials }: Pick<Client, 'baseUrl' | 'credentials'>,
  path: RestPath & keyof paths,
  request: MeRequest = {},
): HttpRequest {
  let query = ''
  for (const name of optionNames) {
    // Values of other types are sent, so that the service rejects them. Some proxies reject brackets.
    for (const value of [request[name] ?? []].flat()) {
      query += `${serializePrimitiveParam(encodeURIComponent(parameterNames[name]), `${value}`)}&`
    }
  }
  return { url: `${baseUrl}${path}?${query}${credentials}` }
}
