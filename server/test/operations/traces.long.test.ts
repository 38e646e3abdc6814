// OpenTelemetry's instrumentation with the file that the package has for operators, loaded as the guide says.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { npmInstall } from '../../../test-support/npm-install.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startProcess } from '../support/commands.ts'
import { dueAccount } from '../support/due-account.ts'
import { serveHttp } from '../support/http/serve-http.ts'

/** A collector of traces on a real port. Returns its address and what it received. */
async function startCollector() {
  const bodies: string[] = []
  const { url } = await serveHttp(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  return { url, received: () => bodies.join('\n') }
}

test('traces have requests, and requests to the platform, without keys and tokens', {
  timeout: 300_000,
}, async () => {
  const folder = await tempFolder()
  await npmInstall(
    folder,
    '@opentelemetry/auto-instrumentations-node@0.82.0',
    '@opentelemetry/sdk-node@0.300.0',
  )
  const file = join(folder, 'tracing.mjs')
  await copyFile(fileURLToPath(new URL('../../deploy/tracing.mjs', import.meta.url)), file)
  const collector = await startCollector()
  for (const [name, value] of [
    ['NODE_OPTIONS', `--import ${file}`],
    ['OTEL_SERVICE_NAME', 'photofeed'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', collector.url],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json'],
    ['OTEL_NODE_RESOURCE_DETECTORS', 'env,host'],
    ['OTEL_METRICS_EXPORTER', 'none'],
    ['OTEL_LOGS_EXPORTER', 'none'],
  ] as const) {
    vi.stubEnv(name, value)
  }
  onTestFinished(() => void vi.unstubAllEnvs())
  const { args, apiKey, token, status } = await dueAccount()
  const server = await startProcess(...args)
  await expect.poll(() => status(server.ready.url), { timeout: 60_000 }).toBe('ready')
  expect(await server.stop()).toBe(0)

  const received = collector.received()
  expect(received).toContain('{"stringValue":"/api/v1/me"}')
  expect(received).toMatch(
    /"url\.full","value":\{"stringValue":"http:\/\/127\.0\.0\.1:\d+\/graph\/me"/,
  )
  expect(received).not.toContain(apiKey)
  expect(received).not.toContain(token)
})
