import type { FaultName } from '@photofeed/core/scenarios'
import { createFeed, NetworkError, UnreadableBodyError } from '@photofeed/sdk'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMockFeed } from '../../src/index.ts'

const baseUrl = 'https://feed.test'
const mock = createMockFeed({ baseUrl, warnings: 'strict' })
const server = setupServer(...mock.handlers)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => mock.reset())
afterAll(() => server.close())

const me = (scenario: string) => `${baseUrl}/api/v1/me?api_key=${mock.key(scenario)}`

async function whole() {
  const answer = await fetch(me('refreshing-token'))
  return answer.text()
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
  expect(await response.text()).toContain('This is not the service you asked for.')
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
async function fourCodes(scenario: FaultName) {
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

test('any account can be given a fault, and be made well', async () => {
  mock.fault('premium', 'html-proxy')
  expect((await fetch(me('premium'))).status).toBe(502)
  mock.fault('premium', null)
  expect((await fetch(me('premium'))).status).toBe(200)
})

test('the SDK meets each fault as it should', async () => {
  const feed = (scenario: string) => createFeed({ baseUrl, apiKey: mock.key(scenario) })
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 })
  try {
    expect((await feed('fails-twice').me()).posts).toHaveLength(24)
    await expect(feed('network-error').me()).rejects.toThrow(NetworkError)
    await expect(feed('truncated').me()).rejects.toThrow(UnreadableBodyError)
    await expect(feed('html-proxy-200').me()).rejects.toThrow(UnreadableBodyError)
  } finally {
    vi.useRealTimers()
  }
})
