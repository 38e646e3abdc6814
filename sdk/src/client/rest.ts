import type { paths } from '@photofeed/openapi'
import createOpenApiClient, {
  type Client as OpenApiClient,
  serializePrimitiveParam,
} from 'openapi-fetch'
import type { ApiError } from '../errors/api-error.ts'
import { plainHeaders } from './check-options.ts'
import { UnreadableBodyError } from '../errors/errors.ts'
import { findFailure } from '../errors/failure.ts'
import { isObject } from './json.ts'
import type { FeedOptions, RequestOptions } from './options.ts'
import type { Pace } from './pace.ts'
import { CompleteResponse } from './response.ts'
import { createTransport, type Transport } from './transport.ts'

/** The REST client: openapi-fetch's, typed by the paths of openapi.yaml. */
export type RestClient = OpenApiClient<paths>

type RestPath = '/api/v1/me' | '/api/v1/accounts' | '/api/v1/rss'

/** What openapi-fetch needs of a `Request`. Not every platform has one, and a real one rejects the options of frameworks. */
class PlainRequest {
  declare readonly method: string
  declare readonly headers: Headers
  declare readonly signal?: AbortSignal
  declare readonly body?: unknown
  declare readonly redirect?: string
  readonly url: string

  constructor(url: string, init: object) {
    Object.assign(this, init)
    this.url = url
  }

  /** A middleware may return a real one. */
  static [Symbol.hasInstance](value: unknown) {
    return isObject(value) && 'url' in value && 'method' in value
  }

  /** For `new Request(request)` and `fetch(request)` in a middleware. */
  toString() {
    return this.url
  }
}

/** Encodes names too, because some proxies reject brackets. */
function querySerializer(query: Readonly<Record<string, unknown>>): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value ?? []].flat()) {
      parts.push(serializePrimitiveParam(encodeURIComponent(name), `${each}`))
    }
  }
  return parts.join('&')
}

/** What sends the requests of a feed. */
export interface Client {
  readonly transport: Transport
  readonly rest: RestClient
}

/** Creates the REST client. Only this file uses openapi-fetch. */
export function createClient(options: FeedOptions, pace: Pace): Client {
  const transport = createTransport(options, pace)
  const rest = createOpenApiClient<paths>({
    baseUrl: transport.baseUrl,
    fetch: sendBy(transport),
    Request: PlainRequest as unknown as typeof Request,
    querySerializer,
  })
  return { transport, rest }
}

/** Returns the `fetch` of openapi-fetch. What is no part of a request is an option of `fetch`. */
function sendBy(transport: Transport, options: RequestOptions = {}) {
  const send = async (request: PlainRequest) => {
    const { url, method, headers, body, signal, redirect, ...others } = request
    // openapi-fetch sets the default, which not every platform knows.
    if (redirect !== 'follow') Object.assign(others, { redirect })
    return transport(url, {
      ...{ signal, ...options, method, headers },
      body:
        body && typeof body !== 'string'
          ? await (request as unknown as Request).text()
          : (body as string | undefined),
      fetchOptions: { ...others, ...options.fetchOptions },
    })
  }
  return send as unknown as typeof fetch
}

/**
 * Sends a request with the options of a call. Returns what `parse` makes of the body, and the response.
 *
 * @throws ApiError for an error of the service, UnreadableBodyError for a body of which `parse` makes null
 */
export async function readRest<Data>(
  { transport, rest }: Client,
  path: RestPath,
  query: Readonly<Record<string, readonly string[]>>,
  options: RequestOptions,
  parse: (body: unknown) => Data | null,
): Promise<{ data: Data; response: CompleteResponse }> {
  const result = await rest.GET(path, {
    params: { query },
    parseAs: path === '/api/v1/rss' ? 'text' : 'json',
    fetch: sendBy(transport, options),
  })
  const body: unknown = result.data ?? result.error
  const text = () => (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''))
  let response = result.response as unknown as CompleteResponse
  if (response.failure === undefined) {
    // A middleware made it.
    const { status, headers } = response
    const info = () => ({ status, headers: plainHeaders(headers) })
    response = new CompleteResponse(status, headers, info, text())
    response.failure = response.ok ? null : (findFailure(response, transport) as ApiError)
  }
  if (response.failure) throw response.failure
  const data = parse(body)
  if (data !== null) return { data, response }
  throw new UnreadableBodyError({ ...response.info, body: transport.redact(text()) })
}
