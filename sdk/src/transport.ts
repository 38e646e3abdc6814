import { apiKey as keyParameter, type paths } from '@photofeed/openapi'
import createOpenapiClient from 'openapi-fetch'
import type { Client, Send } from './client.ts'
import { jsonOrText } from './json.ts'
import type { MeQuery } from './parameters.ts'

/** What came back: the parsed JSON of the body, or its text when it is no JSON. */
export interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

type RestPath = '/api/v1/me' | '/api/v1/accounts'

export type Transport = (
  path: RestPath,
  query: MeQuery,
  send: Send,
  signal: AbortSignal,
) => Promise<Answer>

/** The one file that knows openapi-fetch. */
export function createTransport({ baseUrl, apiKey }: Client): Transport {
  const client = createOpenapiClient<paths>({
    baseUrl,
    // openapi-fetch leaves brackets raw, which some proxies refuse.
    querySerializer: (query) => serialise({ ...query, [keyParameter.parameter]: apiKey }),
  })

  return async (path, query, send, signal) => {
    const { data, error, response } = await client.GET(path, {
      params: { query },
      parseAs: 'text',
      fetch: send,
      signal,
    })
    const { ok, status, headers } = response
    // The presence of `error` proves nothing: it is undefined or '' when the body is empty.
    return { ok, status, headers, body: ok ? jsonOrText(data ?? '') : (error ?? '') }
  }
}

function serialise(query: Record<string, unknown>) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  }
  return search.toString()
}
