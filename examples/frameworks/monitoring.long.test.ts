import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMockServer } from '../../mock-server/src/node.ts'
import { packPackages } from '../../test-support/installed-app.ts'

test('OpenTelemetry and Sentry see each attempt, and never the key', {
  timeout: 300_000,
}, async () => {
  const sdk = await packPackages('sdk')
  const mock = await startMockServer({ warnings: 'off' })
  const sentry = await startSentry()
  onTestFinished(async () => {
    sentry.close()
    await mock.close()
    await sdk.remove()
  })
  const key = mock.key('server-error')
  const app = await sdk.install(join(import.meta.dirname, 'monitoring'), {
    PHOTOFEED_URL: mock.url,
    PHOTOFEED_KEY: key,
    SENTRY_DSN: sentry.dsn,
  })

  const spans = await app.run('opentelemetry')
  expect(spans.match(/'http\.request\.resend_count': \d/g)).toEqual(
    [0, 1, 2].map((count) => `'http.request.resend_count': ${count}`),
  )
  // In the spans of the SDK's attempts, and in those of `fetch`.
  expect(spans.match(/'http\.response\.status_code': 500/g)).toHaveLength(6)
  expect(spans.match(/'url\.query': '\?page%5Bsize%5D=1'/g)).toHaveLength(3)
  expect(spans.match(/'exception\.type': 'INTERNAL_SERVER_ERROR'/g)).toHaveLength(3)
  expect(spans).toContain(`'url.full': '${mock.url}/api/v1/me?page%5Bsize%5D=1&api_key=<redacted>'`)

  await app.run('sentry')
  const events = sentry.received.flatMap((line) => {
    const { exception, breadcrumbs = [] } = JSON.parse(line)
    return exception ? [{ exception, breadcrumbs }] : []
  })
  const [event] = events
  expect(events).toHaveLength(1)
  expect(event?.exception.values[0].type).toBe('InternalServerError')
  const own = event?.breadcrumbs.filter(
    ({ category }: { category: string }) => category === 'photofeed',
  )
  expect(own.map(({ data }: { data: object }) => data)).toMatchObject(
    [1, 2, 3].map((attempt) => ({ attempt, status_code: 500 })),
  )

  expect([spans, ...sentry.received].filter((text) => text.includes(key))).toEqual([])
})

/** What receives the events of Sentry: lines of JSON. */
async function startSentry() {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push(...Buffer.concat(chunks).toString().split('\n'))
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { dsn: `http://public@127.0.0.1:${port}/1`, received, close: () => server.close() }
}
