import type { FaultName } from '@photofeed/core/scenarios'
import { createFeed, ValidationError } from '@photofeed/sdk'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMock, UserError } from '../../src/index.ts'
import { mswHandlers } from '../../src/msw.ts'

const baseUrl = 'https://feed.test'
const mock = createMock({ baseUrl, warnings: 'strict' })
const server = setupServer(...mswHandlers(mock))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => mock.reset())
afterAll(() => server.close())

const me = (scenario: string) => `${baseUrl}/api/v1/me?api_key=${mock.key(scenario)}`

async function whole() {
  const response = await fetch(me('refreshing-token'))
  return response.text()
}

async function fails(scenario: FaultName) {
  await expect(fetch(me(scenario))).rejects.toThrow(TypeError)
  expect(mock.requests.map(({ status, fault }) => ({ status, fault }))).toEqual([
    { status: null, fault: scenario },
  ])
}

async function html(scenario: FaultName, status: number) {
  const response = await fetch(me(scenario))
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toContain('This page comes from a gateway')
}

const cases: Record<FaultName, () => Promise<void>> = {
  async slow() {
    const began = performance.now()
    const response = await fetch(me('slow'))
    expect(performance.now() - began).toBeGreaterThanOrEqual(2990)
    expect((await response.json()).posts).toHaveLength(24)
  },
  async 'slow-drip'() {
    const response = await fetch(me('slow-drip'))
    const chunks: Uint8Array[] = []
    await response.body?.pipeTo(new WritableStream({ write: (chunk) => void chunks.push(chunk) }))
    expect(chunks.length).toBeGreaterThan(10)
    expect(JSON.parse(Buffer.concat(chunks).toString()).posts).toHaveLength(24)
  },
  'network-error': () => fails('network-error'),
  'empty-reply': () => fails('empty-reply'),
  async 'connection-reset'() {
    const response = await fetch(me('connection-reset'))
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow(TypeError)
  },
  async truncated() {
    const response = await fetch(me('truncated'))
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(text.length).toBeGreaterThan(1000)
    expect(text.slice(0, 13)).toBe((await whole()).slice(0, 13))
  },
  'html-proxy': () => html('html-proxy', 502),
  'html-proxy-200': () => html('html-proxy-200', 200),
  async 'fails-twice'() {
    const expected = ['INTERNAL_SERVER_ERROR', 'INTERNAL_SERVER_ERROR', 200, 200]
    expect(await fourCodes('fails-twice')).toEqual(expected)
    mock.reset('fails-twice')
    expect(await fourCodes('fails-twice')).toEqual(expected)
  },
  async 'server-error'() {
    expect(await fourCodes('server-error')).toEqual(Array(4).fill('INTERNAL_SERVER_ERROR'))
  },
}

test.each(Object.entries(cases))('%s', (_, check) => check())

/** What four requests return: the code of an error, else the status. */
async function fourCodes(scenario: string) {
  const codes: unknown[] = []
  for (const _ of [1, 2, 3, 4]) {
    const response = await fetch(me(scenario))
    const { errors } = await response.json()
    codes.push(errors?.[0].code ?? response.status)
  }
  return codes
}

test('paths and methods still come first', async () => {
  const query = `?api_key=${mock.key('fails-twice')}`
  expect((await fetch(`${baseUrl}/api/v1/posts${query}`)).status).toBe(404)
  expect((await fetch(`${baseUrl}/api/v1/me${query}`, { method: 'PUT' })).status).toBe(405)
  expect((await fetch(me('fails-twice'))).status).toBe(500)
})

test('a fault has values: a gateway that is busy once, for one endpoint', async () => {
  const url = (path: string) => `${baseUrl}${path}?api_key=${mock.key('premium')}`
  const delay = { min: 1, max: 20 }
  const fault = { status: 503, retryAfter: 2, delay, times: 1, when: { endpoint: 'rss' } } as const
  mock.fault('premium', fault)
  expect((await fetch(url('/api/v1/me'))).status).toBe(200)
  const busy = await fetch(url('/api/v1/rss'))
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await busy.text()).toContain('<h1>Status 503</h1>')
  expect((await fetch(url('/api/v1/rss'))).status).toBe(200)
  expect(mock.requests.map(({ path, fault }) => [path, fault])).toEqual([
    ['/api/v1/me', null],
    ['/api/v1/rss', fault],
    ['/api/v1/rss', null],
  ])
})

test('a status of the contract has its body, and a body can be empty or truncated', async () => {
  mock.fault('premium', { status: 413 })
  expect((await (await fetch(me('premium'))).json()).errors[0].code).toBe('CONTENT_TOO_LARGE')
  mock.fault('premium', { status: 500, times: 1 })
  expect(await fourCodes('premium')).toEqual(['INTERNAL_SERVER_ERROR', 200, 200, 200])
  mock.fault('premium', { status: 502, body: 'empty' })
  const empty = await fetch(me('premium'))
  expect([empty.status, await empty.text()]).toEqual([502, ''])
  mock.fault('premium', { status: 401, body: 'truncated' })
  const cut = await fetch(me('premium'))
  expect([cut.status, (await cut.text()).startsWith('{"errors"')]).toEqual([401, true])
})

test('422 is an invalid parameter', async () => {
  mock.fault('premium', { status: 422 })
  const feed = createFeed({ baseUrl, apiKey: mock.key('premium') })
  await expect(feed.me()).rejects.toThrow(ValidationError)
  expect((await (await fetch(me('premium'))).json()).errors).toEqual([
    {
      status: '422',
      code: 'VALIDATION_ERROR',
      title: 'Invalid Parameter',
      detail: 'The selected format is invalid.',
      source: { parameter: 'page[size]' },
    },
  ])
})

test('faults that cannot be are errors of TypeScript', () => {
  const impossible = () => {
    // @ts-expect-error A closed connection has no status.
    mock.fault('premium', { status: 503, body: 'cut' })
    // @ts-expect-error Retry-After needs a status.
    mock.fault('premium', { delay: 5, retryAfter: 2 })
    // @ts-expect-error A field fails in a response of the service.
    mock.fault('premium', { field: 'me', status: 500 })
    // @ts-expect-error It changes nothing.
    mock.fault('premium', { times: 2 })
    // @ts-expect-error Pictures have no parameters.
    mock.fault('premium', { status: 503, when: { media: 'image', query: {} } })
    // @ts-expect-error Only media are pictures.
    mock.fault('premium', { status: 503, when: { media: 'image', endpoint: 'me' } })
  }
  expect(impossible).toThrow(UserError)
})

test.each([
  ['slwo', 'The fault must be one of slow, slow-drip, '],
  [{ stauts: 503 }, "The fault's stauts is not a known field: did you mean status?"],
  [{ status: 503, when: { endpoint: 'rsss' } }, 'did you mean rss?'],
  [{ status: 302 }, "The fault's status must be a status from 400 to 599, or 200, but is 302."],
  [{ status: 200 }, 'status 200 needs the body html or empty'],
  [{ times: 2 }, "The fault's settings change nothing: add status, delay, body or field."],
  [{ retryAfter: 2, delay: 5 }, 'retryAfter needs a status, such as 503.'],
  [{ status: 503, body: 'none' }, 'body none cannot have status beside it: remove one of them.'],
  [{ delay: '50-' }, 'delay must be milliseconds, like 200 or { "min": 100, "max": 400 }, but is'],
  [{ status: 503, times: 0 }, "The fault's times must be at least 1, but is 0."],
  [
    { status: 503, when: { media: 'image', endpoint: 'me' } },
    'when.media has no endpoint me: remove one of them.',
  ],
  [
    { status: 503, when: { endpoint: 'media', query: {} } },
    'when.media cannot have query beside it: remove one of them.',
  ],
  [{ status: 503, when: { query: 'page' } }, 'when.query must be parameters with their values'],
  [{ field: 'me', status: 500 }, 'field cannot have status beside it: remove one of them.'],
  [
    { field: 'me', when: { endpoint: 'rss' } },
    'field is a part of GraphQL: set the endpoint graphql',
  ],
])('the fault %j is rejected with what is right', (fault, message) => {
  expect(() => mock.fault('premium', fault as FaultName)).toThrow(UserError)
  expect(() => mock.fault('premium', fault as FaultName)).toThrow(message)
})

test('an override shows one scenario to every key, until it ends', async () => {
  const status = async () => {
    const response = await fetch(me('premium'))
    return response.headers.get('x-service-account-status')
  }
  mock.override('invalid-token')
  expect(await status()).toBe('invalid_token')
  expect((await fetch(`${baseUrl}/api/v1/me?api_key=wrong&page[size]=2`)).status).toBe(200)
  expect(mock.requests.at(-1)).toMatchObject({ scenario: 'invalid-token' })
  mock.override('disconnected')
  expect((await fetch(me('premium'))).status).toBe(401)
  mock.override(null)
  expect(await status()).toBe('ready')
  mock.override('free')
  mock.reset()
  expect(await status()).toBe('ready')
})
