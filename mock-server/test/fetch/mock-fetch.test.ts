import { createFeed, NetworkError } from '@photofeed/sdk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMock } from '../../src/index.ts'

const baseUrl = 'https://feed.test'
const now = Date.UTC(2026, 10, 20, 9)
const mock = createMock({ baseUrl, clock: () => now, warnings: 'off' })
const { fetch } = mock
const me = (scenario: string, query = '') =>
  `${baseUrl}/api/v1/me?api_key=${mock.key(scenario)}${query}`

test('responds to the SDK without MSW and without a port', async () => {
  const feed = createFeed({ baseUrl, apiKey: mock.key('premium'), fetch: mock.fetch })
  const { posts } = await feed.me({ pageSize: 3 })
  expect(posts).toHaveLength(3)
  expect((await fetch(new URL(me('free')))).url).toBe(me('free'))
  const picture = await fetch(posts[0]?.sizes?.['320'] ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000)
})

test('responds to URLs of the platform, and to paths like those of the API with 404', async () => {
  const { posts } = await (await fetch(me('unstored-media'))).json()
  expect((await fetch(posts[0].mediaUrl)).headers.get('content-type')).toMatch(/^image|^video/)
  for (const path of ['/api', '/api/v2/me', '/API/v1/me', '/graphql/', '/GraphQL']) {
    expect([path, (await fetch(`${baseUrl}${path}`)).status]).toEqual([path, 404])
  }
})

test('other addresses are rejected with the ones that it serves', async () => {
  const rejection = fetch('https://other.test/api/v1/me?api_key=secret')
  await expect(rejection).rejects.toThrow(TypeError)
  await expect(rejection).rejects.toThrow(
    'The mock does not serve https://other.test/api/v1/me. It serves https://feed.test/api/…, https://feed.test/graphql, https://feed.test/platform/… and https://feed.test/media/…',
  )
  await expect(fetch(`${baseUrl}/docs`)).rejects.toThrow('does not serve')
})

test.each(['network-error', 'empty-reply'])('%s is a TypeError', async (scenario) => {
  await expect(fetch(me(scenario))).rejects.toThrow(TypeError)
  const feed = createFeed({ baseUrl, apiKey: mock.key(scenario), fetch })
  await expect(feed.me({ maxRetries: 0 })).rejects.toThrow(NetworkError)
})

test('an aborted signal ends a request, a delay and a body', async () => {
  const reason = new Error('unmounted')
  const before = mock.requests.length
  await expect(fetch(me('free'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(mock.requests).toHaveLength(before)
  const delayed = new AbortController()
  const response = fetch(me('slow'), { signal: delayed.signal })
  delayed.abort(reason)
  expect(mock.requests.at(-1)).toMatchObject({ status: null, aborted: true, scenario: 'slow' })
  await expect(response).rejects.toBe(reason)
  const dripped = new AbortController()
  const body = (await fetch(me('slow-drip'), { signal: dripped.signal })).text()
  dripped.abort(reason)
  await expect(body).rejects.toBe(reason)
})

const start = (options = {}) => createMock({ baseUrl, print: () => {}, ...options })
const mistake = (key: string) => `${baseUrl}/api/v1/me?api_key=${key}&foo=1`

test('a request that began before a reset is not logged after it, and warns before it', async () => {
  const mock = start()
  mock.fault('premium', { delay: 20 })
  const response = mock.fetch(mistake(mock.key('premium')))
  expect(() => mock.verify()).toThrow('The parameter "foo" is ignored.')
  expect((await response).status).toBe(200)
  expect(mock.requests).toEqual([])
  mock.verify()
})

test('an aborted request is logged immediately, one from before a reset never', async () => {
  const mock = start()
  mock.fault('premium', { delay: 20 })
  const first = new AbortController()
  const second = new AbortController()
  const url = mistake(mock.key('premium'))
  const responses = [first, second].map(({ signal }) => mock.fetch(url, { signal }))
  first.abort()
  expect(mock.requests).toMatchObject([{ status: null, aborted: true, fault: { delay: 20 } }])
  mock.reset()
  second.abort()
  const results = await Promise.allSettled(responses)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(mock.requests).toEqual([])
  mock.verify()
})

test('a delay ends with the request that was aborted', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const mock = start()
  mock.fault('premium', { delay: 60_000 })
  const url = `${baseUrl}/api/v1/me?api_key=${mock.key('premium')}`
  const controller = new AbortController()
  const response = mock.fetch(url, { signal: controller.signal })
  expect(vi.getTimerCount()).toBe(1)
  controller.abort()
  expect(vi.getTimerCount()).toBe(0)
  await expect(response).rejects.toThrow('aborted')
})
