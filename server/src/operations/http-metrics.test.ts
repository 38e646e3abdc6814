import { once } from 'node:events'
import { connect } from 'node:net'
import { listen } from '@photofeed/core/node'
import { Registry } from '@prometheus-io/client'
import { expect, onTestFinished, test } from 'vitest'
import { describeRequest } from '../http/service.ts'
import { observeHttp } from './http-metrics.ts'

test('requests are counted by route and status, also those whose client left, and their durations by route', async () => {
  let now = 0
  const registry = new Registry()
  const observe = observeHttp(registry, () => now)
  const { server, url, close } = await listen('127.0.0.1', 0)
  onTestFinished(close)
  server.on('request', (request, response) => observe(describeRequest(request), response))
  const took = [1, 2, 250, 11_000, 0]
  server.on('request', (request, response) => {
    now += took.shift() ?? 0
    if (request.url === '/stays') return
    response.statusCode = request.url === '/' ? 200 : 404
    response.end(request.url === '/large' ? Buffer.alloc(1 << 25) : '')
  })
  await fetch(url)
  await fetch(`${url}/api/v1/me?api_key=secret`)
  await fetch(url)
  const leaver = connect(Number(new URL(url).port), '127.0.0.1')
  leaver.write('GET /stays HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(server, 'request')
  leaver.destroy()
  // Its response is written whole, but only the beginning of it was sent.
  const early = connect(Number(new URL(url).port), '127.0.0.1')
  early.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(early, 'data')
  early.destroy()
  await expect.poll(() => registry.metrics()).toContain('_seconds_count{route="site"} 4')

  const scraped = await registry.metrics()
  const me = 'route="/api/v1/me"'
  expect(scraped.match(/^photofeed_http_requests_total.*$/gm)).toEqual([
    'photofeed_http_requests_total{method="GET",route="site",status="200"} 2',
    `photofeed_http_requests_total{method="GET",${me},status="404"} 1`,
    'photofeed_http_requests_total{method="GET",route="site",status="aborted"} 2',
  ])
  expect(scraped.match(/^photofeed_http_request_duration_seconds_(?:sum|count).*$/gm)).toEqual([
    'photofeed_http_request_duration_seconds_sum{route="site"} 11.251',
    'photofeed_http_request_duration_seconds_count{route="site"} 4',
    `photofeed_http_request_duration_seconds_sum{${me}} 0.002`,
    `photofeed_http_request_duration_seconds_count{${me}} 1`,
  ])
})
