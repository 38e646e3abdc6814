import type { ServerResponse } from 'node:http'
import type { Registry } from '@prometheus-io/client'
import type { CurrentRequest } from '../log.ts'
import { metricsIn } from './metric-kinds.ts'

type HttpObserver = (request: CurrentRequest, response: ServerResponse) => void

/** Returns the observer that counts requests and how long their responses take; `clock` is in milliseconds. */
export function observeHttp(registry: Registry, clock: () => number): HttpObserver {
  const { counter, histogram } = metricsIn(registry)
  const requests = counter(
    'http_requests_total',
    'Requests by the status of their responses; "aborted" if the client left before the end.',
    ['method', 'route', 'status'],
  )
  const durations = histogram(
    'http_request_duration_seconds',
    'From the head of a request to the end of its response.',
    ['route'],
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  )

  return ({ method, route }, response) => {
    const startedAt = clock()
    response.on('close', () => {
      const status = response.writableFinished ? String(response.statusCode) : 'aborted'
      requests.inc({ method, route, status })
      durations.observe({ route }, (clock() - startedAt) / 1000)
    })
  }
}
