import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMock } from '../../src/index.ts'
import { mswHandlers } from '../../src/msw.ts'
import { stateOf } from '../support/state.ts'

let now = Date.UTC(2026, 10, 20, 9)
const mock = createMock({ baseUrl: 'https://feed.test', clock: () => now, warnings: 'off' })
const server = setupServer(...mswHandlers(mock))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => mock.reset())
afterAll(() => server.close())

async function me(apiKey: string) {
  const response = await fetch(`https://feed.test/api/v1/me?api_key=${apiKey}`)
  const json = await response.json()
  return { status: json.status, posts: json.posts.length, lastFetchAt: json.lastFetchAt }
}

const nowText = () => `${new Date(now).toISOString().slice(0, 19)}+00:00`

test('an import finishes after a time on the clock', async () => {
  const key = mock.key('importing')
  mock.transition('importing', 'finish-import', { afterMilliseconds: 5000 })
  now += 4999
  expect(await me(key)).toMatchObject({ status: 'importing' })
  now += 1
  expect(await me(key)).toEqual({ status: 'ready', posts: 24, lastFetchAt: nowText() })
})

test('what is due has happened for everyone who looks, without a request', () => {
  const old = mock.key('premium')
  const moment = { afterMilliseconds: 5000 }
  mock.transition('premium', 'regenerate', moment)
  mock.transition('free', 'expire', moment)
  mock.transition('importing', 'finish-import', { ...moment, afterRequests: 3 })
  mock.posts('empty').publish({}, moment)
  now += 5000
  expect(mock.key('premium')).not.toBe(old)
  const statusOf = (name: string) => mock.scenarios.find((listed) => listed.name === name)?.status
  expect([statusOf('free'), statusOf('importing')]).toEqual(['invalid_token', 'ready'])
  const states = stateOf(mock).scenarios.filter(({ name }) => name === 'free' || name === 'empty')
  expect(states).toMatchObject([{ status: 'invalid_token', scheduled: [] }, { scheduled: [] }])
  mock.transition('free', 'reconnect')
  expect(statusOf('free')).toBe('ready')
})

test('a change after a request happens once its response was sent, and is no part of it', async () => {
  const key = mock.key('premium')
  mock.latency(200)
  mock.transition('premium', 'expire', { afterRequests: 1 })
  const response = me(key)
  const statusNow = () => mock.scenarios.find(({ name }) => name === 'premium')?.status
  const left = () => stateOf(mock).scenarios[0]?.scheduled[0]?.requestsLeft
  await expect.poll(left, { interval: 5 }).toBe(0)
  expect(statusNow()).toBe('ready')
  expect(await response).toMatchObject({ status: 'ready' })
  expect(statusNow()).toBe('invalid_token')
})

test('an expired token breaks only the connection; reconnecting repairs it', async () => {
  const key = mock.key('premium')
  const before = await me(key)
  mock.transition('premium', 'expire')
  expect(await me(key)).toEqual({ ...before, status: 'invalid_token' })
  now += 60_000
  expect(mock.transition('premium', 'reconnect').apiKey).toBe(key)
  expect(await me(key)).toEqual({ status: 'ready', posts: 100, lastFetchAt: nowText() })
})

test('the validator changes with the account', async () => {
  const url = `https://feed.test/api/v1/me?api_key=${mock.key('premium')}`
  const etag = (await fetch(url)).headers.get('etag')
  mock.transition('premium', 'expire')
  expect((await fetch(url)).headers.get('etag')).not.toBe(etag)
})
