import { UserError } from '@photofeed/core'
import { platformPrefix } from '../endpoints.ts'
import { bodyParts } from '../responses/body-parts.ts'
import type { Incoming } from '../responses/exchange.ts'
import type { Service } from '../service.ts'

export type MockFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * Creates a `fetch` that is responded to by a mock. Rejects as `fetch` does: with the reason of an aborted signal, and with
 * a TypeError for a broken connection and for an address that the mock does not serve.
 */
export function createMockFetch(service: Service): MockFetch {
  return async (input, init = {}) => {
    if (typeof Response === 'undefined') throw new UserError(noFetch)
    const isRequest = typeof input === 'object' && 'clone' in input
    const signal = init.signal ?? (isRequest ? input.signal : undefined)
    signal?.throwIfAborted()
    // The signal of jsdom is not one of Node, which its `Request` rejects.
    const own = isRequest ? input : new URL(input, globalThis.location?.href)
    const request = new Request(own, { ...init, signal: null })
    const route = service.findRoute(request.url)
    if (!route) throw new TypeError(unservedText(request.url, service.context))
    const response = await respondToRequest(service, { request, route, signal, toBody: toLazyBody })
    signal?.throwIfAborted()
    if (response.type === 'error')
      throw new TypeError('fetch failed: the mock broke the connection')
    return Object.defineProperty(response, 'url', { value: request.url })
  }
}

const noFetch = 'jest-environment-jsdom hides fetch: use jest-fixed-jsdom.'

function unservedText(url: string, { baseUrl, cdnUrl }: Service['context']): string {
  // The query string may contain a key.
  const [address] = url.split(/[?#]/, 1)
  return `The mock does not serve ${address}. It serves ${baseUrl}/api/…, ${baseUrl}/graphql, ${baseUrl}${platformPrefix}/… and ${cdnUrl}/…: send other requests with the global fetch, or set the option baseUrl.`
}

interface RequestParts {
  request: Request
  route: Pick<Incoming, 'kind' | 'path' | 'query'>
  signal: AbortSignal | undefined
  toBody(bytes: Uint8Array<ArrayBuffer>): BodyInit
}

/** Responds to `mock.fetch` and to the handlers of MSW; every broken connection is `Response.error()`. */
export async function respondToRequest(
  service: Service,
  { request, route, signal, toBody }: RequestParts,
): Promise<Response> {
  const method = request.method.toUpperCase()
  const { response, delivery } = await service.respond({
    ...route,
    method,
    signal,
    header: (name) => request.headers.get(name) ?? undefined,
    async readBody(limit) {
      const body = await request.text()
      return new TextEncoder().encode(body).length > limit ? null : body
    },
  })
  if (delivery === 'cut' || delivery === 'none') return Response.error()
  const { status, headers, body } = response
  if (body === null) return new Response(null, { status, headers })
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  // Without a length, Node dies when a test leaves a large body unread (nodejs/undici#5360).
  const init = { status, headers: { ...headers, 'Content-Length': String(bytes.length) } }
  if (method === 'HEAD') return new Response(null, init)
  if (delivery === 'whole') return new Response(toBody(bytes), init)
  return new Response(createBodyStream(bodyParts(bytes, delivery, signal), signal), init)
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

/** Creates a body of parts, which fails when they do or when the signal aborts. */
function createBodyStream(
  parts: ReturnType<typeof bodyParts>,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true })
    },
    async pull(controller) {
      const { done, value } = await parts.next()
      if (signal?.aborted) return
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await parts.return(undefined)),
  })
}
