import type { paths } from '@photofeed/openapi'
import createOpenApiClient, { serializePrimitiveParam } from 'openapi-fetch'
import { createFailure, createUnreadable } from './failure.ts'
import type { FetchResponse, RequestOptions } from './options.ts'
import { acceptText, explainBody } from './response.ts'
import type { Client } from './transport.ts'

type RestPath = '/api/v1/me' | '/api/v1/accounts' | '/api/v1/rss'

/**
 * What openapi-fetch sends. Not every platform has a `Request`, and a real one rejects the options of frameworks. No caller
 * ever gets one.
 */
class PlainRequest {
  readonly url: string
  declare readonly headers: Headers
  declare readonly method: string

  constructor(url: string, init: object) {
    Object.assign(this, init)
    this.url = url
  }
}

/** Encodes names too, because some proxies reject brackets. */
export function querySerializer(query: Readonly<Record<string, unknown>>): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value ?? []].flat()) {
      parts.push(serializePrimitiveParam(encodeURIComponent(name), `${each}`))
    }
  }
  return parts.join('&')
}

/**
 * Reads a path with openapi-fetch, which sends each attempt. Returns what `parse` makes of the body, and the response.
 *
 * @throws ApiError for an error of the service, UnreadableBodyError for a body of which `parse` makes null
 */
export function readRest<Data>(
  client: Client,
  path: RestPath,
  query: Readonly<Record<string, readonly string[]>>,
  options: RequestOptions,
  parse: (text: string) => Data | null,
): Promise<{ data: Data; response: FetchResponse }> {
  return client.run(options, async (send) => {
    const rest = createOpenApiClient<paths>({
      baseUrl: client.baseUrl,
      // openapi-fetch sets a default for `redirect`.
      async fetch({ url, redirect: _, ...init }: PlainRequest & { redirect?: string }) {
        return acceptText(await send(url, init), client).response as Response
      },
      Request: PlainRequest as unknown as typeof Request,
      querySerializer,
    })
    const result = await rest
      .GET(path, { params: { query }, parseAs: 'text' })
      .catch((thrown) => explainBody(client, thrown))
    const response: FetchResponse = result.response
    const body = result.data ?? result.error ?? ''
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    if (response.status >= 300) throw createFailure(client, response, text)
    const data = parse(text)
    if (data === null) throw createUnreadable(client, response, text)
    return { data, response }
  })
}
