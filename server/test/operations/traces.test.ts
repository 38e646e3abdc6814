import { text } from 'node:stream/consumers'
import { listen } from '@photofeed/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { startProcess } from '../support/commands.ts'
import { dueAccount } from '../support/due-account.ts'

/** A span in the JSON of OTLP: https://opentelemetry.io/docs/specs/otlp/ */
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** A collector of traces on a real port. */
async function startCollector() {
  const bodies: string[] = []
  const { server, url, close } = await listen('127.0.0.1', 0)
  onTestFinished(close)
  server.on('request', async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  return {
    url: `${url}/v1/traces`,
    text: () => bodies.join('\n'),
    resources: () => bodies.flatMap((body) => JSON.parse(body).resourceSpans),
    spans: (): Span[] =>
      bodies.flatMap((body) =>
        // biome-ignore lint/suspicious/noExplicitAny: the JSON of OTLP
        JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: any) =>
          // biome-ignore lint/suspicious/noExplicitAny: the JSON of OTLP
          scopeSpans.flatMap(({ spans }: any) => spans),
        ),
      ),
  }
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const [internal, serverSide, client] = [1, 2, 3]

test('traces have requests, queries, requests to the platform and runs of jobs, without keys', async () => {
  const collector = await startCollector()
  const { args, apiKey, token, status } = await dueAccount()
  const server = await startProcess<{ url: string }>(...args, '--trace-url', collector.url)
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  const { url } = server.ready
  await expect.poll(() => status(url), { timeout: 30_000 }).toBe('ready')
  const foreign = '0af7651916cd43dd8448eb211c80319c'
  const response = await fetch(`${url}/api/v1/me?api_key=${apiKey}&page[size]=7`, {
    headers: { traceparent: `00-${foreign}-b7ad6b7169203331-01` },
  })
  expect(response.status).toBe(200)
  await fetch(`${url}/${apiKey}`)
  // The last spans are sent before the process ends.
  expect(await server.stop()).toBe(0)

  const spans = collector.spans()
  const childrenOf = ({ spanId, traceId }: Span) =>
    spans.filter((span) => span.parentSpanId === spanId && span.traceId === traceId)
  const id = response.headers.get('X-Request-Id')
  const request = spans.find((span) => attributesOf(span)['photofeed.request_id'] === id)
  if (!request) throw new Error('The request has no span.')
  expect(request).toMatchObject({ name: 'GET /api/v1/me', kind: serverSide })
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/v1/me',
    'http.response.status_code': 200,
    'photofeed.request_id': id,
  })
  const [query] = childrenOf(request)
  if (!query) throw new Error('The request has no query.')
  expect(query).toMatchObject({ name: 'SELECT', kind: client })
  expect(attributesOf(query)).toEqual({
    'db.system.name': 'sqlite',
    'db.query.text': expect.stringMatching(/^select .*\?/),
  })
  expect(spans.find(({ name }) => name === 'GET site')).toBeDefined()

  const run = spans.find((span) => span.name === 'run posts')
  if (!run) throw new Error('The job has no span.')
  expect(run).toMatchObject({ kind: internal })
  expect(run.parentSpanId ?? '').toBe('')
  expect(attributesOf(run)).toMatchObject({
    'photofeed.attempt': 1,
    'photofeed.result': 'succeeded',
  })
  const children = childrenOf(run).map(({ name }) => name)
  expect(children).toContain('platform: posts')
  expect(children).toContain('SELECT')

  const resource = collector.resources()[0].resource
  expect(attributesOf(resource)).toMatchObject({
    'service.name': 'photofeed',
    'service.version': packageJson.version,
    'photofeed.role': 'all',
  })
  for (const secret of [apiKey, token, foreign]) expect(collector.text()).not.toContain(secret)
})

test('a collector that does not respond changes nothing but the log', async () => {
  const { args, status } = await dueAccount()
  const url = 'http://127.0.0.1:1/v1/traces'
  const server = await startProcess<{ url: string }>(...args, '--trace-url', url)
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  await expect.poll(() => status(server.ready.url), { timeout: 30_000 }).toBe('ready')
  expect(await server.stop()).toBe(0)
  expect(server.stderr()).toContain(
    '"msg":"Traces are not sent: connect ECONNREFUSED 127.0.0.1:1. Check --trace-url."',
  )
})

test('a response of a collector that never ends does not keep the server from stopping', async () => {
  const { server: collector, url, close } = await listen('127.0.0.1', 0)
  collector.on('request', (_, response) => {
    const dripping = setInterval(() => response.write(' '), 100)
    response.once('close', () => clearInterval(dripping))
  })
  onTestFinished(async () => {
    collector.closeAllConnections()
    await close()
  })
  const data = ['--data', await tempFolder()]
  const server = await startProcess<{ url: string }>(...data, '--trace-url', `${url}/v1/traces`)
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  await fetch(`${server.ready.url}/accounts`)
  expect(await server.stop()).toBe(0)
  expect(server.stderr()).toContain('"msg":"Traces are not sent: Timeout. Check --trace-url."')
})
