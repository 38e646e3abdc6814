import { apiKey as keyParameter, type paths } from '@photofeed/openapi'
import createClient from 'openapi-fetch'
import { normaliseBaseUrl } from './base-url.ts'
import { NetworkError } from './errors/network-error.ts'
import type { FeedOptions } from './feed-options.ts'
import { jsonOrText } from './json.ts'
import type { MeQuery } from './parameters.ts'
import { type Redact, redactError } from './redaction.ts'

/** What came back: the parsed JSON of the body, or its text when it is no JSON. */
export interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export type Transport = (query: MeQuery, signal: AbortSignal) => Promise<Answer>

/** The one file that knows openapi-fetch. */
export function createTransport(
  { baseUrl, apiKey, fetch }: FeedOptions,
  redact: Redact,
): Transport {
  const client = createClient<paths>({
    baseUrl: normaliseBaseUrl(baseUrl),
    // Looked up at each request, so that what replaces the global later (a mock, a framework) is used.
    fetch: fetch ?? ((request) => globalThis.fetch(request)),
    // openapi-fetch leaves brackets raw, which some proxies refuse.
    querySerializer: (query) => serialise({ ...query, [keyParameter.parameter]: apiKey }),
  })

  return async (query, signal) => {
    try {
      const { data, error, response } = await client.GET('/api/v1/me', {
        params: { query },
        parseAs: 'text',
        signal,
      })
      // The presence of `error` proves nothing: it is undefined or '' when the body is empty.
      const body = response.ok ? jsonOrText(data ?? '') : (error ?? '')
      return { ok: response.ok, status: response.status, headers: response.headers, body }
    } catch (thrown) {
      throw new NetworkError(redactError(thrown, redact))
    }
  }
}

function serialise(query: Record<string, unknown>) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  }
  return search.toString()
}
