import { platformPrefix } from '../endpoints.ts'
import { splitBody } from '../faults/fault-response.ts'
import type { Mock } from '../mock.ts'
import type { Incoming, MockResponse } from '../responses/exchange.ts'
import { pause } from '../responses/pause.ts'
import { createRouter } from './addresses.ts'

/** The signature of `fetch`. */
export type MockFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The parts of a `Request` that a response depends on. */
interface WebRequest extends Pick<Request, 'method' | 'text'> {
  header(name: string): string | null
  headers(): Record<string, string>
  signal: AbortSignal | undefined
}

type Route = Pick<Incoming, 'kind' | 'path' | 'query'>

/**
 * Creates a `fetch` that is responded to by a mock. Rejects as `fetch` does: with the reason of an aborted signal, and with
 * a TypeError for a broken connection and for an address that the mock does not serve.
 */
export function createMockFetch(mock: Mock): MockFetch {
  const respond = createWebResponder(mock, toLazyBody)
  const findRoute = createRouter(mock.context)
  return async (input, init) => {
    const { url, ...request } = readRequest(input, init)
    request.signal?.throwIfAborted()
    const route = findRoute(url)
    if (!route) throw new TypeError(unservedText(url, mock.context))
    const response = await respond(request, route)
    request.signal?.throwIfAborted()
    if (response.type === 'error')
      throw new TypeError('fetch failed: the mock broke the connection')
    return Object.defineProperty(response, 'url', { value: url })
  }
}

/** Creates a `Request` only when it is needed, because that takes longer than the response. */
function readRequest(
  input: string | URL | Request,
  init: RequestInit = {},
): WebRequest & { url: string } {
  if (typeof input === 'object' && 'clone' in input) return fromRequest(new Request(input, init))
  const { href } = new URL(input, globalThis.location?.href)
  if (init.body != null) return fromRequest(new Request(href, init))
  const { method = 'GET', headers, signal } = init
  const sent = headers && new Headers(headers)
  return {
    url: href,
    method: method.toUpperCase(),
    header: (name) => sent?.get(name) ?? null,
    headers: () => Object.fromEntries(sent ?? []),
    signal: signal ?? undefined,
    text: async () => '',
  }
}

function fromRequest(request: Request): WebRequest & { url: string } {
  return { ...toWebRequest(request), url: request.url }
}

/** Returns a function that responds to the requests of a handler of MSW; a broken connection is `Response.error()`. */
export function createRequestResponder(mock: Mock) {
  const respond = createWebResponder(mock, (bytes) => bytes)
  return (request: Request, route: Route) => respond(toWebRequest(request), route)
}

function toWebRequest(request: Request): WebRequest {
  return {
    method: request.method.toUpperCase(),
    header: (name) => request.headers.get(name),
    headers: () => Object.fromEntries(request.headers),
    signal: request.signal,
    text: () => request.text(),
  }
}

function unservedText(url: string, { baseUrl, cdnUrl }: Mock['context']): string {
  // The query string may contain a key.
  const [address] = url.split(/[?#]/, 1)
  return `The mock does not serve ${address}. It serves ${baseUrl}/api/…, ${baseUrl}/graphql, ${baseUrl}${platformPrefix}/… and ${cdnUrl}/…: send other requests with the global fetch, or set the option baseUrl.`
}

type ToBody = (bytes: Uint8Array<ArrayBuffer>) => BodyInit

/** Creates the function that responds to `mock.fetch` and to the handlers of MSW. */
function createWebResponder(mock: Mock, toBody: ToBody) {
  return async ({ method, header, headers, signal, text }: WebRequest, route: Route) => {
    async function readBody(limit: number): Promise<string | null> {
      const body = await text()
      return new TextEncoder().encode(body).length > limit ? null : body
    }
    const sent = await mock.respond({
      ...route,
      method,
      signal,
      headers,
      header: (name) => header(name) ?? undefined,
      readBody,
    })
    return toResponse(sent, { method, signal, toBody })
  }
}

/** `Response` copies bytes, which takes longer than the rest of a cached page. A stream copies them when they are read. */
function toLazyBody(bytes: Uint8Array<ArrayBuffer>): BodyInit {
  if (bytes.length < 16_384 || typeof ReadableStream === 'undefined') return bytes
  const pull = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(bytes.slice())
    controller.close()
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}

/** For `fetch`, every broken connection is the same error. */
function toResponse(
  { response, delivery }: MockResponse,
  { method, signal, toBody }: Pick<WebRequest, 'method' | 'signal'> & { toBody: ToBody },
): Response {
  const { status, headers, body } = response
  if (delivery === 'cut' || delivery === 'none') return Response.error()
  if (body === null) return new Response(null, { status, headers })
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  // Without a length, Node dies when a test leaves a large body unread (nodejs/undici#5360).
  const init = { status, headers: { ...headers, 'Content-Length': String(bytes.length) } }
  if (method === 'HEAD') return new Response(null, init)
  if (delivery === 'whole') return new Response(toBody(bytes), init)
  return new Response(createBodyStream(splitBody(bytes, delivery), signal), init)
}

/** Creates a body of small parts; for `reset` the first half, then an error. It ends with the signal. */
function createBodyStream(
  { parts, pauseMilliseconds, isComplete }: ReturnType<typeof splitBody>,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  const cancelled = new AbortController()
  const end = AbortSignal.any(signal ? [signal, cancelled.signal] : [cancelled.signal])
  return new ReadableStream({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true })
    },
    async pull(controller) {
      const part = parts.shift()
      if (part) {
        controller.enqueue(part)
        await pause(pauseMilliseconds, end)
      } else if (end.aborted) return
      else if (isComplete) controller.close()
      else controller.error(new TypeError('The connection was reset'))
    },
    cancel: () => cancelled.abort(),
  })
}
