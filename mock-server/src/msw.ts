import { type HttpHandler, http } from 'msw'
import { type MockControls, serviceOf } from './mock-controls.ts'
import { createRouter } from './transport/addresses.ts'
import { respondToRequest } from './transport/mock-fetch.ts'
import { barePreflight, isBarePreflight } from './transport/preflight.ts'

export { UserError } from '@photofeed/core'

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
  const { baseUrl } = service.context
  const findServed = createRouter(service.context)
  const isOfPage = new URL(baseUrl).origin === globalThis.location?.origin
  /** At the address of the page, other paths are the page's own; below another address, no request reaches the network. */
  function findRoute(url: string) {
    const served = findServed(url)
    const isBelow = !isOfPage && (url === baseUrl || /^[/?#]/.test(url.slice(baseUrl.length)))
    if (served || !isBelow || !url.startsWith(baseUrl)) return served
    return { kind: 'unknown' as const, path: url.slice(baseUrl.length), query: '' }
  }
  const match = ({ request }: { request: Request }) => {
    const route = findRoute(request.url)
    return { matches: route !== null, params: { ...route } }
  }
  const handler = http.all(match, async ({ request }) => {
    const route = findRoute(request.url)
    if (!route) return undefined
    if (isBarePreflight(request)) return barePreflight()
    const { signal } = request
    // Safari cannot transfer a stream from the worker to the page.
    return respondToRequest(service, { request, route, signal, toBody: (bytes) => bytes })
  })
  return [handler]
}
