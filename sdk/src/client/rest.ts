import type { paths } from '@photofeed/openapi'
import createOpenApiClient, { serializePrimitiveParam } from 'openapi-fetch'
import { exchange } from './exchange.ts'
import type { FetchResponse, RequestOptions } from './options.ts'
import type { Client } from './transport.ts'

type RestPath = '/api/v1/me' | '/api/v1/accounts' | '/api/v1/rss'

/** Not every platform has a `Request`, and a real one rejects the options of frameworks. No caller ever gets this one. */
function PlainRequest(url: string) {
  return { url }
}

/** Encodes names too, because some proxies reject brackets. */
export function querySerializer(query: Readonly<Record<string, unknown>>): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(query))
    for (const each of [value ?? []].flat())
      parts.push(serializePrimitiveParam(encodeURIComponent(name), `${each}`))
  return parts.join('&')
}

let rest: ReturnType<typeof createOpenApiClient<paths>> | undefined

/** Reads a path with openapi-fetch. Returns what `parse` makes of the body, and the response. */
export function readRest<Data>(
  client: Client,
  path: RestPath,
  query: Readonly<Record<string, unknown>>,
  options: RequestOptions,
  parse: (text: string) => Data | null,
): Promise<{ data: Data; response: FetchResponse }> {
  rest ??= createOpenApiClient<paths>({
    Request: PlainRequest as unknown as typeof Request,
    querySerializer,
  })
  const { baseUrl } = client
  const { GET } = rest
  return exchange(
    client,
    options,
    (send) =>
      GET(path, { baseUrl, fetch: ({ url }) => send(url, {}), params: { query }, parseAs: 'text' }),
    parse,
  )
}
