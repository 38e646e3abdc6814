import { beforeEach, expect, test } from 'vitest'
import { createMock, type MockControls } from '../../src/index.ts'
import { stateOf } from '../support/state.ts'

const baseUrl = 'https://photofeed.test'
let now = Date.UTC(2026, 10, 20, 9)
const mock = createMock({ baseUrl, clock: () => now, warnings: 'off' })
beforeEach(() => mock.reset())

type Transition = Parameters<MockControls['transition']>[1]

/** The status of the connection and the number of posts, or the status of the error. */
async function read(name: string, apiKey = mock.key(name)) {
  const response = await mock.fetch(`${baseUrl}/api/v1/me?api_key=${apiKey}`)
  const { status, posts } = await response.json()
  return response.ok ? `${status} ${posts.length}` : response.status
}

const statusOf = (name: string) => mock.scenarios.find((listed) => listed.name === name)?.status

test.each<[scenario: string, transitions: Transition[], states: unknown[]]>([
  ['importing', ['refresh', 'finish-import'], ['importing 0', 'ready 24']],
  ['importing-partial', ['refresh', 'finish-import'], ['importing 24', 'ready 48']],
  [
    'importing-partial',
    ['expire', 'reconnect', 'finish-import'],
    ['invalid_token 24', 'importing 24', 'ready 48'],
  ],
  [
    'importing-partial',
    ['disconnect', 'connect', 'finish-import'],
    [401, 'importing 0', 'ready 48'],
  ],
  ['invalid-token', ['reconnect', 'refresh-token'], ['ready 48', 'refreshing_token 48']],
  ['refreshing-token', ['refresh', 'expire'], ['ready 24', 'invalid_token 24']],
  ['null-profile', ['regenerate', 'disconnect', 'connect'], ['ready 9', 401, 'importing 0']],
])('%s after %j', async (name, transitions, expected) => {
  const states: unknown[] = []
  for (const transition of transitions) {
    mock.transition(name, transition)
    states.push(await read(name))
  }
  expect(states).toEqual(expected)
})

test.each<[scenario: string, transition: Transition, reason: string]>([
  ['premium', 'reconnect', 'its connection is not broken'],
  ['premium', 'connect', 'it is connected'],
  ['premium', 'finish-import', 'it is not importing'],
  ['invalid-token', 'refresh-token', 'its status is invalid_token'],
  ['disconnected', 'expire', 'it is disconnected: only `connect` is possible'],
])('%s cannot %s, now or later', (name, transition, reason) => {
  for (const moment of [{}, { afterRequests: 1 }]) {
    const message = `${name} cannot ${transition} because ${reason}.`
    expect(() => mock.transition(name, transition, moment)).toThrow(message)
  }
})

test('a scheduled transition that has become impossible is skipped', async () => {
  mock.transition('premium', 'expire', { afterRequests: 1 })
  mock.transition('premium', 'refresh-token', { afterRequests: 2 })
  const states = [await read('premium'), await read('premium'), await read('premium')]
  expect(states).toEqual(['ready 100', 'invalid_token 100', 'invalid_token 100'])
})

test('the state counts when a response is sent, the requests when they arrive', async () => {
  mock.latency(30)
  mock.transition('premium', 'expire', { afterRequests: 1 })
  const first = read('premium')
  const second = read('premium')
  expect(await Promise.all([first, second])).toEqual(['invalid_token 100', 'invalid_token 100'])
})

test('a post can be removed before its import is finished', async () => {
  const own = mock.scope()
  own.transition('importing', 'finish-import')
  const me = `${baseUrl}/api/v1/me?api_key=${own.key('importing')}`
  const page = await (await mock.fetch(me)).json()
  mock.posts('importing').remove(page.posts[0].id)
  mock.transition('importing', 'finish-import')
  expect(await read('importing')).toBe('ready 23')
})

test('what is due has happened for everyone who looks, without a request', () => {
  const old = mock.key('premium')
  mock.transition('premium', 'regenerate', { afterRequests: 0 })
  expect(mock.key('premium')).not.toBe(old)
  mock.transition('free', 'expire', { afterRequests: 0 })
  expect(statusOf('free')).toBe('invalid_token')
  mock.posts('empty').publish({}, { afterRequests: 0 })
  expect(stateOf(mock).scenarios.flatMap(({ scheduled }) => scheduled)).toEqual([])
})

test('a change after a request happens once its response was sent, and is no part of it', async () => {
  mock.latency(200)
  mock.transition('premium', 'expire', { afterRequests: 1 })
  const response = read('premium')
  const left = () => stateOf(mock).scenarios[0]?.scheduled[0]?.requestsLeft
  await expect.poll(left, { interval: 5 }).toBe(0)
  expect(statusOf('premium')).toBe('ready')
  expect(await response).toBe('ready 100')
  expect(statusOf('premium')).toBe('invalid_token')
})

test('an expired token changes the status and the validator only; reconnecting repairs it', async () => {
  const url = `${baseUrl}/api/v1/me?api_key=${mock.key('premium')}`
  const before = await mock.fetch(url)
  mock.transition('premium', 'expire')
  const after = await mock.fetch(url)
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  expect(await after.json()).toEqual({ ...(await before.json()), status: 'invalid_token' })
  now += 60_000
  expect(mock.transition('premium', 'reconnect').apiKey).toBe(mock.key('premium'))
  const { status, lastFetchAt } = await (await mock.fetch(url)).json()
  const time = `${new Date(now).toISOString().slice(0, 19)}+00:00`
  expect([status, lastFetchAt]).toEqual(['ready', time])
})
