import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, Histogram, type Registry } from 'prom-client'
import { methodName, routeName } from '../http/route-name.ts'

export type HttpObserver = (request: IncomingMessage, response: ServerResponse) => void

const startedAt = Symbol('startedAt')
type TimedResponse = ServerResponse & { [startedAt]: number }

/** Returns the observer that counts requests and how long their responses take; `clock` is in milliseconds. */
export function observeHttp(registry: Registry, clock: () => number): HttpObserver {
  const registers = [registry]
  const requests = new Counter({
    name: 'photofeed_http_requests_total',
    help: 'Requests by the status of their responses; "aborted" if the client left before the end.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'photofeed_http_request_duration_seconds',
    help: 'From the head of a request to the end of its response.',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })

  // One listener for all responses; `this` is the response.
  function count(this: TimedResponse) {
    const { method = '', url = '' } = this.req
    const route = routeName(url)
    const status = this.writableFinished ? String(this.statusCode) : 'aborted'
    requests.inc({ method: methodName(method), route, status })
    durations.observe({ route }, (clock() - this[startedAt]) / 1000)
  }

  return (_request, response) => {
    const timed = response as TimedResponse
    timed[startedAt] = clock()
    timed.on('close', count)
  }
}
