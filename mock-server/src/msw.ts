import { type FeedRequest, isFeedPath } from '@photofeed/core'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { splitBody } from './fault-response.ts'
import type { MediaRequest, MediaResponse } from './media.ts'
import {
  controlsOf,
  createMock,
  type Mock,
  type MockControls,
  type MockOptions,
  platformPrefix,
} from './mock.ts'
import { type MockResponse, pause } from './respond.ts'

/** A photofeed service for MSW. */
export interface MockFeed extends MockControls {
  /** For `setupServer(...mock.handlers)` in Node and `setupWorker(...mock.handlers)` in a browser. */
  readonly handlers: HttpHandler[]
}

/**
 * Creates a photofeed service in memory, with an account for each state, plan and fault.
 *
 * @example
 * const mock = createMockFeed({ baseUrl: 'https://feed.test' })
 * const server = setupServer(...mock.handlers)
 * const feed = createFeed({ baseUrl: 'https://feed.test', apiKey: mock.key('premium') })
 *
 * @throws {UserError} when an option is invalid; its message lists the valid values
 */
export function createMockFeed(options: MockOptions = {}): MockFeed {
  const mock = createMock(options)
  return Object.assign(controlsOf(mock), { handlers: createHandlers(mock) })
}

/** Creates handlers for the API, the platform's URLs and media; other requests pass through. */
function createHandlers(mock: Mock): HttpHandler[] {
  const { baseUrl, cdnUrl } = mock.context
  return [
    http.all(matchBelow(baseUrl, isFeedPath), async ({ request, params }) =>
      toResponse(await mock.respond(toFeedRequest(request, params))),
    ),
    http.all(matchBelow(`${baseUrl}${platformPrefix}`), async ({ request, params }) =>
      toMediaResponse(await mock.respondPlatform(params, toMediaRequest(request))),
    ),
    http.all(matchBelow(cdnUrl), async ({ request, params }) =>
      toMediaResponse(await mock.respondMedia(params.path, toMediaRequest(request))),
    ),
  ]
}

type Target = Pick<FeedRequest, 'path' | 'query'>

/** Returns a predicate for the URLs below an address. The resolver gets their path and query string as `params`. */
function matchBelow(address: string, isMatch = (_path: string) => true) {
  return ({ request: { url } }: { request: Request }) => {
    const params = targetOf(url.slice(address.length))
    return { matches: url.startsWith(`${address}/`) && isMatch(params.path), params }
  }
}

function targetOf(rest: string): Target {
  const [withoutFragment = ''] = rest.split('#', 1)
  const mark = withoutFragment.indexOf('?')
  if (mark < 0) return { path: withoutFragment, query: '' }
  return { path: withoutFragment.slice(0, mark), query: withoutFragment.slice(mark + 1) }
}

function headerOf({ headers }: Request): (name: string) => string | undefined {
  return (name) => headers.get(name) ?? undefined
}

function toMediaRequest(request: Request): MediaRequest {
  return { method: request.method, header: headerOf(request) }
}

function toFeedRequest(request: Request, target: Target): FeedRequest {
  return {
    ...target,
    method: request.method.toUpperCase(),
    header: headerOf(request),
    async readBody(limit) {
      const text = await request.text()
      return new TextEncoder().encode(text).length > limit ? null : text
    },
  }
}

/** For `fetch`, every broken connection is the same error. */
function toResponse({ response, delivery }: MockResponse): Response {
  const { status, headers, body } = response
  if (delivery === 'cut' || delivery === 'none') return HttpResponse.error()
  if (body === null) return new HttpResponse(null, { status, headers })
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return new HttpResponse(delivery === 'whole' ? bytes : createDripStream(bytes, delivery), {
    status,
    // Without a length, Node dies when a test leaves a large body unread (nodejs/undici#5360).
    headers: { ...headers, 'Content-Length': String(bytes.length) },
  })
}

function toMediaResponse({ status, headers, body }: MediaResponse): Response {
  return new HttpResponse(body, { status, headers })
}

/** Creates a body of small parts; for `reset` the first half, then an error. */
function createDripStream(
  bytes: Uint8Array,
  delivery: 'drip' | 'reset',
): ReadableStream<Uint8Array> {
  const { parts, pauseMilliseconds, isComplete } = splitBody(bytes, delivery)
  return new ReadableStream({
    async pull(controller) {
      const part = parts.shift()
      if (part) {
        controller.enqueue(part)
        await pause(pauseMilliseconds)
      } else if (isComplete) controller.close()
      else controller.error(new TypeError('The connection was reset'))
    },
  })
}
