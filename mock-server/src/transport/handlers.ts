import { type HttpHandler, http } from 'msw'
import { type MockControls, serviceOf } from '../mock-controls.ts'
import type { Service } from '../service.ts'
import type { Route } from './addresses.ts'
import { respondToRequest } from './mock-fetch.ts'

/** A preflight of happy-dom, which loses these headers. The service responds to other OPTIONS requests with 405. */
export function isBarePreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && !headers.has('access-control-request-method')
}

/** Allows everything, of which happy-dom needs all. */
export function barePreflight(): Response {
  const names = ['Origin', 'Methods', 'Headers']
  const headers = names.map((name): [string, string] => [`Access-Control-Allow-${name}`, '*'])
  return new Response(null, { status: 204, headers })
}

/** At the address of the page, other paths are the page's own; below another address, no request reaches the network. */
function findRoute({ context, findRoute }: Service, url: string): Route | null {
  const { baseUrl } = context
  const served = findRoute(url)
  const isOfPage = new URL(baseUrl).origin === globalThis.location?.origin
  if (served || isOfPage || !url.startsWith(baseUrl)) return served
  const path = url.slice(baseUrl.length)
  return /^$|^[/?#]/.test(path) ? { kind: 'unknown', path, query: '' } : null
}

/** Creates a handler that responds from the services that there are when a request is sent. */
export function createHandler(services: () => Iterable<Service>): HttpHandler {
  function find({ url }: Request) {
    for (const service of services()) {
      const route = findRoute(service, url)
      if (route) return { service, route }
    }
    return null
  }
  return http.all(
    ({ request }) => ({ matches: find(request) !== null, params: {} }),
    async ({ request }) => {
      const found = find(request)
      if (!found) return undefined
      if (isBarePreflight(request)) return barePreflight()
      const { service, route } = found
      const { signal } = request
      // Safari cannot transfer a stream from the worker to the page.
      return respondToRequest(service, { request, route, signal, toBody: (bytes) => bytes })
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
  const service = serviceOf(mock)
  return [createHandler(() => [service])]
}
