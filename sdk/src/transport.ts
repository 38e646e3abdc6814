import type { paths } from '@photofeed/openapi'
import createOpenapiClient, { createQuerySerializer } from 'openapi-fetch'
import type { Client, Send } from './client.ts'
import { jsonOrText } from './json.ts'
import type { MeQuery } from './parameters.ts'

/** What came back: the parsed JSON of the body, or its text when it is no JSON. */
export interface Answer {
  readonly response: Response
  readonly body: unknown
}

type RestPath = '/api/v1/me' | '/api/v1/accounts'

/** Prepares a request; what it gives sends it, once for each attempt. */
export type Transport = (
  path: RestPath,
  query: MeQuery,
) => (send: Send, signal: AbortSignal) => Promise<Answer>

/** The one file that knows openapi-fetch. */
export function createTransport({ baseUrl, credentials }: Client): Transport {
  // Else an object in place of a text, such as a Date, is left out; this way it is sent, and the service refuses it.
  const serialise = createQuerySerializer({ object: { style: 'form', explode: false } })
  const client = createOpenapiClient<paths>({
    baseUrl,
    querySerializer: (query) =>
      // openapi-fetch leaves the brackets of names raw, which some proxies refuse.
      serialise({ ...query, ...credentials }).replace(/[[\]]/g, encodeURIComponent),
  })

  return (path, query) => async (send, signal) => {
    const { data, error, response } = await client.GET(path, {
      params: { query },
      parseAs: 'text',
      fetch: send,
      signal,
    })
    // The presence of `error` proves nothing: it is undefined or '' when the body is empty.
    return { response, body: response.ok ? jsonOrText(data ?? '') : (error ?? '') }
  }
}
