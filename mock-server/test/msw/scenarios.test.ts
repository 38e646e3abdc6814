import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenarios } from '../../src/accounts/scenarios.ts'
import { createMswMock } from '../../src/index.ts'
import { expectations, expectScenario } from '../support/scenario-expectations.ts'

const now = Date.UTC(2026, 10, 20, 9)
const mock = createMswMock({ baseUrl: 'https://feed.test', clock: () => now })
const server = setupServer(...mock.handlers)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

test.each(scenarios.filter(({ name }) => expectations[name]))(
  '$name responds as specified for its state',
  async (scenario) => {
    await expectScenario('https://feed.test', scenario, now)
  },
)

test('paths and methods come before the key, and a preflight has a response', async () => {
  const none = await fetch('https://feed.test/api/v1/posts')
  expect([none.status, (await none.json()).errors[0].code]).toEqual([404, 'NOT_FOUND'])
  const post = await fetch('https://feed.test/api/v1/me', { method: 'POST' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET'])
  const missing = await fetch('https://feed.test/api/v1/me')
  expect([missing.status, (await missing.json()).errors[0].code]).toEqual([401, 'MISSING_API_KEY'])
  const preflight = await fetch('https://feed.test/graphql', {
    method: 'OPTIONS',
    headers: { Origin: 'https://site.test', 'Access-Control-Request-Method': 'POST' },
  })
  expect([preflight.status, await preflight.text()]).toEqual([204, ''])
})

test('a validator gets a 304 without a body', async () => {
  const url = `https://feed.test/api/v1/me?api_key=${mock.key('free')}`
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  const again = await fetch(url, { headers: { 'If-None-Match': etag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
})

test('requests to other addresses reach the network', async () => {
  await expect(fetch('https://other.test/api/v1/me')).rejects.toThrow()
  await expect(fetch('https://feed.test/docs')).rejects.toThrow()
})
