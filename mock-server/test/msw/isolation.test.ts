import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, createMock } from '../../src/index.ts'
import { mswHandlers } from '../../src/msw.ts'

const one = createMock({ baseUrl: 'https://one.test' })
const other = createMock({ baseUrl: 'https://other.test/feed' })
const server = setupServer(...mswHandlers(one), ...mswHandlers(other))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

async function statusOf(baseUrl: string, apiKey: string) {
  const response = await fetch(`${baseUrl}/api/v1/me?api_key=${apiKey}`)
  return [response.status, response.headers.get('x-service-account-status')]
}

test('two mocks in one process do not see each other', async () => {
  const key = one.key('premium')
  one.transition('premium', 'disconnect')
  expect(await statusOf('https://one.test', key)).toEqual([401, null])
  expect(await statusOf('https://other.test/feed', key)).toEqual([200, 'ready'])
  expect(one.requests).toHaveLength(1)
  expect(other.requests).toHaveLength(1)
})

test('reset restores every account and removes the copies', async () => {
  const { name, apiKey } = one.copy('free')
  one.reset()
  expect(await statusOf('https://one.test', one.key('premium'))).toEqual([200, 'ready'])
  expect(await statusOf('https://one.test', apiKey)).toEqual([401, null])
  expect(() => one.key(name)).toThrow('No scenario is named "free-copy-1"')
  expect(one.requests.map(({ status }) => status)).toEqual([200, 401])
})

test('a copy has a name that no account has', () => {
  const mock = createMock({ accounts: [account({ scenario: 'premium-copy-2' })] })
  const names = ['premium', 'premium', 'premium-copy-2'].map((name) => mock.copy(name).name)
  expect(names).toEqual(['premium-copy-1', 'premium-copy-3', 'premium-copy-2-copy-1'])
})

test('one copy can be reset alone', async () => {
  const { name, apiKey } = one.copy('premium')
  one.transition(name, 'regenerate')
  one.transition('free', 'expire')
  one.reset(name)
  expect(await statusOf('https://one.test', apiKey)).toEqual([200, 'ready'])
  expect(await statusOf('https://one.test', one.key('free'))).toEqual([200, 'invalid_token'])
})
