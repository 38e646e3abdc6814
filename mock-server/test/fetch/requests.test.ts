import { beforeEach, expect, test } from 'vitest'
import { createMock } from '../../src/index.ts'
import { type MockMatchers, matchers } from '../../src/matchers.ts'

declare module 'vitest' {
  interface Matchers<R, T> extends MockMatchers<R> {}
}

expect.extend(matchers)
const baseUrl = 'https://photofeed.test'
let now = 1000
const mock = createMock({ baseUrl, warnings: 'off', clock: () => now })
beforeEach(() => mock.reset())
const send = (path: string, scenario = 'premium', query = '') =>
  mock.fetch(`${baseUrl}${path}?api_key=${mock.key(scenario)}${query}`)

test('requests are an array, with those of an endpoint, of a scenario and since another one', async () => {
  await send('/api/v1/me')
  now += 1000
  await send('/api/v1/rss')
  await send('/api/v1/me', 'free')
  const { requests } = mock
  const [first, second, third] = requests
  expect(requests).toHaveLength(3)
  expect(requests.of('me')).toEqual([first, third])
  expect(requests.of('me').for('free')).toEqual([third])
  expect(first && requests.since(first)).toEqual([second, third])
  expect(requests.since(now)).toEqual([second, third])
  expect(requests.for('empty')).toEqual([])
})

test('waitForRequest resolves with an earlier and with a later request', async () => {
  await send('/api/v1/rss')
  expect(await mock.waitForRequest({ endpoint: 'rss' })).toEqual(mock.requests[0])
  const waiting = mock.waitForRequest({ endpoint: 'me', query: { 'page[cursor]': '*' } })
  const paged = mock.waitForRequest(({ query }) => query['page[size]'] === '7')
  await send('/api/v1/me')
  await send('/api/v1/me', 'free', '&page[cursor]=abc')
  await send('/api/v1/me', 'premium', '&page[size]=7')
  expect((await waiting).scenario).toBe('free')
  expect((await paged).scenario).toBe('premium')
})

test('waitForRequest rejects with the latest requests', async () => {
  await expect(mock.waitForRequest({ endpoint: 'me' }, { timeout: 5 })).rejects.toThrow(
    'No request was {"endpoint":"me"} within 5 ms. There were no requests.',
  )
  await send('/api/v1/rss', 'free', '&limit=3')
  await expect(mock.waitForRequest(() => false, { timeout: 5 })).rejects.toThrow(
    'No request met the function within 5 ms. The latest requests: GET /api/v1/rss?limit=3 200 (free).',
  )
})

test('toHaveRequested compares endpoint, facts, parameters and number', async () => {
  await send('/api/v1/me', 'premium', '&page[size]=3')
  await send('/api/v1/me', 'free')
  expect(mock).toHaveRequested('me')
  expect(mock).toHaveRequested('me', { times: 2 })
  expect(mock).toHaveRequested('me', {
    scenario: 'premium',
    query: { 'page[size]': '3' },
    times: 1,
  })
  expect(mock).not.toHaveRequested('rss')
  expect(mock).not.toHaveRequested('me', { status: 500 })
  expect(() => expect(mock).toHaveRequested('me', { times: 1 })).toThrow(
    'Exactly 1 of the requests should be {"endpoint":"me"}, but 2 are. The latest requests: GET /api/v1/me?page[size]=3 200 (premium), GET /api/v1/me 200 (free).',
  )
})
