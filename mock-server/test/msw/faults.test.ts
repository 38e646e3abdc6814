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

test('slow: the answer takes three seconds and is whole', async () => {
  const began = performance.now()
  const answer = await fetch(me('slow'))
  expect(performance.now() - began).toBeGreaterThanOrEqual(2990)
  expect((await answer.json()).posts).toHaveLength(24)
})

test('slow-drip: the body arrives in pieces and is whole', async () => {
  const answer = await fetch(me('slow-drip'))
  const chunks: Uint8Array[] = []
  await answer.body?.pipeTo(new WritableStream({ write: (chunk) => void chunks.push(chunk) }))
  expect(chunks.length).toBeGreaterThan(10)
  expect(JSON.parse(Buffer.concat(chunks).toString()).posts).toHaveLength(24)
})

test.each(['network-error', 'empty-reply'])('%s: the request fails', async (scenario) => {
  await expect(fetch(me(scenario))).rejects.toThrow(TypeError)
  expect(mock.requests.map(({ status, fault }) => ({ status, fault }))).toEqual([
    { status: null, fault: scenario },
  ])
})

test('connection-reset: the body fails in the middle', async () => {
  const answer = await fetch(me('connection-reset'))
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow(TypeError)
})

test('truncated: a 200 whose JSON ends in the middle', async () => {
  const answer = await fetch(me('truncated'))
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(text.length).toBeGreaterThan(1000)
  expect(text.slice(0, 13)).toBe((await whole()).slice(0, 13))
})

test.each([
  ['html-proxy', 502],
  ['html-proxy-200', 200],
] as const)('%s: a page of HTML with %d', async (scenario, status) => {
  const answer = await fetch(me(scenario))
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toContain('This is not the service you asked for.')
})

test('fails-twice: two times the specified 500, then as usual, and again after a reset', async () => {
  const answers = async () => {
    const seen: unknown[] = []
    for (const _ of [1, 2, 3, 4]) {
      const answer = await fetch(me('fails-twice'))
      const { errors } = await answer.json()
      seen.push(errors?.[0].code ?? answer.status)
    }
    return seen
  }
  const expected = ['INTERNAL_SERVER_ERROR', 'INTERNAL_SERVER_ERROR', 200, 200]
  expect(await answers()).toEqual(expected)
  mock.reset('fails-twice')
  expect(await answers()).toEqual(expected)
})

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
