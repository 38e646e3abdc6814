import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, Histogram, type Registry } from 'prom-client'
import { methodName, routeName } from './route-names.ts'

/** Sees a request before it is answered. */
export type HttpObserver = (request: IncomingMessage, response: ServerResponse) => void

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Counts requests and how long their answers take; `clock` is in milliseconds. The observer goes in front of the
 * server's own listener: `server.prependListener('request', observer)`.
 */
export function createHttpMetrics(registry: Registry, clock: () => number): HttpObserver {
  const requests = new Counter({
    name: 'photofeed_http_requests_total',
    help: 'Requests by the status of their answers; "aborted" when the client left before the end.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'photofeed_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: seconds,
    registers: [registry],
  })
  return ({ method = '', url = '' }, response) => {
    const start = clock()
    response.once('close', () => {
      const route = routeName(url)
      const status = response.writableFinished ? String(response.statusCode) : 'aborted'
      requests.inc({ method: methodName(method), route, status })
      durations.observe({ route }, (clock() - start) / 1000)
    })
  }
}
