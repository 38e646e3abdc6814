import { type HttpHandler, http } from 'msw'
import { type MockControls, serviceOf } from '../mock-controls.ts'
import { createRouter, type Route } from './addresses.ts'
import { respondToRequest } from './mock-fetch.ts'

/** A preflight of happy-dom, which loses these headers. The service responds to other OPTIONS requests with 405. */
export function isBarePreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && !headers.has('access-control-request-method')
}

/** Allows everything, of which happy-dom needs all. */
export function barePreflight(): Response {
  const anything = ['Origin', 'Methods', 'Headers'].map((name) => [
    `Access-Control-Allow-${name}`,
    '*',
  ])
  return new Response(null, { status: 204, headers: Object.fromEntries(anything) })
}

/** The addresses of a mock, and its responses. */
export interface ServedMock {
  findRoute(url: string): Route | null
  respond(request: Request, route: Route): Promise<Response>
}

/** @throws {UserError} for an object that is not a mock */
export function serveMock(mock: MockControls): ServedMock {
  const service = serviceOf(mock)
  const { baseUrl } = service.context
  const findServed = createRouter(service.context)
  const isOfPage = new URL(baseUrl).origin === globalThis.location?.origin
  return {
    /** At the address of the page, other paths are the page's own; below another address, no request reaches the network. */
    findRoute(url) {
      const served = findServed(url)
      const isBelow = !isOfPage && (url === baseUrl || /^[/?#]/.test(url.slice(baseUrl.length)))
      if (served || !isBelow || !url.startsWith(baseUrl)) return served
      return { kind: 'unknown', path: url.slice(baseUrl.length), query: '' }
    },
    async respond(request, route) {
      if (isBarePreflight(request)) return barePreflight()
      const { signal } = request
      // Safari cannot transfer a stream from the worker to the page.
      return respondToRequest(service, { request, route, signal, toBody: (bytes) => bytes })
    },
  }
}

/** Creates a handler that responds from the mocks that there are when a request is sent. */
export function createHandler(mocks: () => Iterable<ServedMock>): HttpHandler {
  function find({ url }: Request) {
    for (const mock of mocks()) {
      const route = mock.findRoute(url)
      if (route) return { mock, route }
    }
    return null
  }
  return http.all(
    ({ request }) => ({ matches: find(request) !== null, params: {} }),
    async ({ request }) => {
      const found = find(request)
      return found?.mock.respond(request, found.route)
    },
  )
}

/**
 * Returns the handlers of a mock for a server or a worker of MSW, beside your own. They respond to every request below
 * `baseUrl`, so that none of them reaches the network. Works with MSW 2 and 3.
 *
 * @example
 * const mock = createMock({ baseUrl: 'https://feed.test' })
 * const server = setupServer(...mswHandlers(mock), ...ownHandlers)
 *
 * @throws {UserError} for an object that is not a mock
 */
export function mswHandlers(mock: MockControls): HttpHandler[] {
  const served = serveMock(mock)
  return [createHandler(() => [served])]
}
