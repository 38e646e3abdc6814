import { request } from 'node:http'
import { createPageCache, handleFeedRequest, listen, serve } from '@photofeed/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { describeRequest } from '../../src/http/service.ts'
import { MediaStoreProblem } from '../../src/media/file-store.ts'
import { startAdminServer } from '../../src/operations/admin-server.ts'
import { createMetrics } from '../../src/operations/metrics.ts'
import { createReadiness } from '../../src/operations/readiness.ts'
import { testDatabases } from '../support/databases.ts'
import { account, keys } from '../support/feeds.ts'
import { saveAccount } from '../support/seed.ts'

const databases = testDatabases()

/** An admin server on a real port before a real database, and a media store that the test breaks. */
async function setUp() {
  const database = await databases.open()
  await saveAccount(database, account())
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  let mediaProblem: Error | null = null
  const { health } = database
  const media = {
    async check() {
      if (mediaProblem) throw mediaProblem
    },
  }
  const readiness = createReadiness({ health, media, onError, clock: () => 0, limitMs: 200 })
  const metrics = createMetrics({ clock: () => 0 })
  metrics.watchDatabase(health)
  metrics.watchReadiness(readiness)
  const admin = await startAdminServer({ host: '127.0.0.1', port: 0, metrics, readiness, onError })
  onTestFinished(admin.close)
  return {
    ...{ admin, database, readiness, metrics, errors },
    breakMedia: (problem: Error | null) => {
      mediaProblem = problem
    },
    async get(path: string, init?: RequestInit) {
      const response = await fetch(`${admin.url}${path}`, init)
      return [response.status, await response.text()]
    },
  }
}

test('health, and unknown paths', async () => {
  const { admin, get } = await setUp()
  expect(await get('/healthz')).toEqual([200, 'ok\n'])
  expect(await get('/healthz?x=1', { method: 'HEAD' })).toEqual([200, ''])
  expect(await get('/')).toEqual([404, 'Not found. Use /healthz, /readyz or /metrics.\n'])
  expect(await get('/toString')).toEqual([404, 'Not found. Use /healthz, /readyz or /metrics.\n'])
  const { headers } = await fetch(`${admin.url}/healthz`)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a foreign host name on the loopback address is rejected', async () => {
  const { admin } = await setUp()
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      request(`${admin.url}/metrics`, { headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
  expect(await statusFor('evil.example')).toBe(421)
  expect(await statusFor('localhost.evil.example:80')).toBe(421)
  expect(await statusFor('localhost:9')).toBe(200)
  expect(await statusFor('[::1]:9')).toBe(200)
})

test('readiness goes by the database; a broken media store only degrades', async () => {
  const { get, breakMedia, readiness, errors, database } = await setUp()
  const ok = { process: 'ok', database: 'ok', writes: 'ok', media: 'ok', clock: 'ok' }
  const report = async () => {
    const [status, body] = await get('/readyz')
    return [status, JSON.parse(String(body))]
  }
  expect(await get('/readyz')).toEqual([
    200,
    '{"status":"ready","checks":{"process":"ok","database":"ok","writes":"ok","media":"ok","clock":"ok"}}\n',
  ])
  const problem = new MediaStoreProblem('The media folder is gone.')
  breakMedia(problem)
  const degraded = [200, { status: 'degraded', checks: { ...ok, media: 'failing' } }]
  expect(await report()).toEqual(degraded)
  expect(await report()).toEqual(degraded)
  expect(errors).toEqual([problem])
  breakMedia(null)
  expect(await report()).toEqual([200, { status: 'ready', checks: ok }])

  readiness.stopping()
  expect(await report()).toEqual([
    503,
    { status: 'unready', checks: { ...ok, process: 'stopping' } },
  ])
  await database.close()
  expect(await report()).toMatchObject([
    503,
    { status: 'unready', checks: { database: 'failing' } },
  ])
})

test('a check that does not end counts as failing', async () => {
  const { database, errors } = await setUp()
  const { health } = database
  const media = { check: () => new Promise<void>(() => {}) }
  const onError = (error: unknown) => errors.push(error)
  expect(
    await createReadiness({ health, media, onError, clock: () => 0, limitMs: 20 }).report(),
  ).toEqual({
    status: 'degraded',
    checks: { process: 'ok', database: 'ok', writes: 'ok', media: 'failing', clock: 'ok' },
  })
  expect(errors).toEqual([new Error('There was no response within 20 ms.')])
})

test('metrics name routes, never keys, and go on without the database', async () => {
  const { get, database, metrics } = await setUp()
  const listening = await listen('127.0.0.1', 0)
  onTestFinished(listening.close)
  const context = {
    ...{ store: database.store, baseUrl: listening.url, cdnUrl: listening.url },
    ...{ supportEmail: 'a@b.example', production: false, pages: createPageCache() },
    onError() {},
  }
  listening.server.prependListener('request', (request, response) =>
    metrics.observe(describeRequest(request), response),
  )
  serve(listening.server, {
    context,
    feed: (request, response, target) => handleFeedRequest(request, response, target, context),
    media: async (_, response) => void response.writeHead(404).end(),
    site: (_, response) => response.end('site'),
  })
  const key = `?api_key=${keys.premium}`
  for (const path of [
    '/api/v1/me',
    '/api/v1/me',
    `/api/v1/${keys.premium}`,
    `/media/${keys.premium}.jpg`,
  ]) {
    await (await fetch(`${listening.url}${path}${key}`)).text()
  }
  await fetch(`${listening.url}/${keys.premium}${key}`, { method: 'PROPFIND' })

  const [status, body] = await get('/metrics')
  const lines = String(body).split('\n')
  const ours = (start: string) => lines.filter((line) => line.startsWith(start))
  expect(status).toBe(200)
  expect(ours('photofeed_http_requests_total')).toEqual([
    'photofeed_http_requests_total{method="GET",route="/api/v1/me",status="200"} 2',
    'photofeed_http_requests_total{method="GET",route="unknown",status="404"} 1',
    'photofeed_http_requests_total{method="GET",route="media",status="404"} 1',
    'photofeed_http_requests_total{method="other",route="site",status="200"} 1',
  ])
  expect(ours('photofeed_http_request_duration_seconds_count{')).toHaveLength(4)
  expect(ours('photofeed_check_up')).toEqual([
    'photofeed_check_up{check="process"} 1',
    'photofeed_check_up{check="database"} 1',
    'photofeed_check_up{check="writes"} 1',
    'photofeed_check_up{check="media"} 1',
    'photofeed_check_up{check="clock"} 1',
  ])
  expect(ours('photofeed_late_work')).toHaveLength(5)
  expect(ours('photofeed_process_resident_memory_bytes')).toHaveLength(1)
  expect(body).not.toContain(keys.premium)

  await database.close()
  const [, without] = await get('/metrics')
  expect(without).toContain('\nphotofeed_check_up{check="database"} 0\n')
  expect(without).toContain('\nphotofeed_process_resident_memory_bytes ')
  expect(without).not.toMatch(/^photofeed_(jobs|late_work|connections)[ {]/m)
})
