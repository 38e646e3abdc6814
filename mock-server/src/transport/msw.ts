import { type HttpHandler, http } from 'msw'
import { createMock, type Mock } from '../mock.ts'
import { controlsOf, type MockControls } from '../mock-controls.ts'
import type { MockOptions } from '../mock-options.ts'
import { createRouter } from './addresses.ts'
import { createMockFetch, type MockFetch, respondToRequest } from './mock-fetch.ts'

/** A photofeed service for MSW. */
export interface MswMock extends MockControls {
  /** For `setupServer(...mock.handlers)` in Node and `setupWorker(...mock.handlers)` in a browser. */
  readonly handlers: HttpHandler[]
  /** The service as a function, without MSW: `createFeed({ fetch: mock.fetch })`. */
  readonly fetch: MockFetch
}

/**
 * Creates a photofeed service in memory, with an account for each state, plan and fault.
 *
 * @example
 * const mock = createMswMock({ baseUrl: 'https://feed.test' })
 * const server = setupServer(...mock.handlers)
 * const feed = createFeed({ baseUrl: 'https://feed.test', apiKey: mock.key('premium') })
 *
 * @throws {UserError} when an option is invalid; its message lists the valid values
 */
export function createMswMock(options: MockOptions = {}): MswMock {
  const mock = createMock(options)
  return Object.assign(controlsOf(mock), {
    handlers: [createHandler(mock)],
    fetch: createMockFetch(mock),
  })
}

function createHandler(mock: Mock): HttpHandler {
  const findRoute = createRouter(mock.context)
  const match = ({ request }: { request: Request }) => {
    const route = findRoute(request.url)
    return { matches: route !== null, params: { ...route } }
  }
  return http.all(match, async ({ request }) => {
    const route = findRoute(request.url)
    if (!route) return undefined
    if (isBarePreflight(request)) return barePreflight()
    const { signal } = request
    // Safari cannot transfer a stream from the worker to the page.
    return respondToRequest(mock, { request, route, signal, toBody: (bytes) => bytes })
  })
}

/** A preflight of happy-dom, which loses these headers. The service responds to other OPTIONS requests with 405. */
function isBarePreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && !headers.has('access-control-request-method')
}

function barePreflight(): Response {
  const anything = ['Origin', 'Methods', 'Headers'].map((name) => [
    `Access-Control-Allow-${name}`,
    '*',
  ])
  return new Response(null, { status: 204, headers: Object.fromEntries(anything) })
}
