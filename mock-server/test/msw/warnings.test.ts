import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMock } from '../../src/index.ts'
import { mswHandlers } from '../../src/msw.ts'

const baseUrl = 'https://feed.test'
const printed: string[] = []
const shared = { print: (text: string) => printed.push(text) }
const mock = createMock({ ...shared, baseUrl })
const strict = createMock({ ...shared, baseUrl: 'https://strict.test', warnings: 'strict' })
const silent = createMock({ ...shared, baseUrl: 'https://silent.test', warnings: 'off' })
const server = setupServer(...mswHandlers(mock), ...mswHandlers(strict), ...mswHandlers(silent))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  printed.length = 0
  mock.reset()
  strict.reset()
})
afterAll(() => server.close())

const key = mock.key('premium')
const keyed = (path: string, query = '') => `${path}?api_key=${key}${query && `&${query}`}`
const cursor = async (query: string) => {
  const response = await fetch(baseUrl + keyed('/api/v1/me', `page[size]=10&${query}`))
  return (await response.json()).pagination.nextCursor
}

interface Case {
  name: string
  target: string | (() => Promise<string>)
  init?: RequestInit
  status?: number
  warning: string
}

const cases: Case[] = [
  {
    name: 'a key in a header',
    target: '/api/v1/me',
    init: { headers: { Authorization: `Bearer ${key}` } },
    status: 401,
    warning:
      'The header authorization is never read. Send the key as the query parameter api_key, and nothing else.',
  },
  {
    name: 'a parameter that nothing reads',
    target: keyed('/api/v1/rss', 'limit=3'),
    warning: 'The parameter "limit" is ignored. /api/v1/rss reads only api_key.',
  },
  {
    name: 'a cursor with another ordering',
    target: async () => keyed('/api/v1/me', `sort=id&cursor=${await cursor('')}`),
    warning:
      'The cursor is of sort=-published_at, but this request has another sort, so it starts at the first page. Keep sort and filters on every page.',
  },
  {
    name: 'paging behind the last page',
    target: keyed('/api/v1/me', 'page[cursor]=null'),
    warning:
      'The cursor is "null", so the first page is returned again. Request a next page only while pagination.hasMore is true, whatever the number of posts.',
  },
]

const targetOf = async ({ target }: Case) => (typeof target === 'string' ? target : target())

test.each(cases)('$name is printed once, and only a strict mock rejects it', async (given) => {
  const { init, status = 200, warning } = given
  const target = await targetOf(given)
  const plain = await fetch(`https://silent.test${target}`, init)
  for (const _ of [1, 2]) {
    const response = await fetch(baseUrl + target, init)
    expect([response.status, plain.status]).toEqual([status, status])
  }
  expect(printed).toEqual([`[photofeed mock] ${warning}`])
  expect(mock.requests.at(-1)?.warnings).toEqual([warning])
  expect(() => mock.verify()).toThrow(warning)
  mock.reset()
  expect(() => mock.verify()).not.toThrow()
  const rejected = await fetch(`https://strict.test${target}`, init)
  expect(rejected.status).toBe(400)
  expect(await rejected.json()).toEqual({
    errors: [
      { status: '400', code: 'MOCK_WARNING', title: 'Warning of the mock', detail: warning },
    ],
  })
  expect(() => strict.verify()).toThrow(new Error(warning))
})

test('a strict test fails with the warning even if a fault would break the connection', async () => {
  strict.fault('premium', 'network-error')
  const response = await fetch(`https://strict.test${keyed('/api/v1/me', 'unknown=1')}`)
  expect(response.status).toBe(400)
})

test('verify clears what it throws, so that the next test starts clean', async () => {
  mock.fault('premium', 'html-proxy')
  await fetch(baseUrl + keyed('/api/v1/rss', 'limit=3'))
  expect(() => mock.verify()).toThrow('The parameter "limit" is ignored.')
  expect(() => mock.verify()).not.toThrow()
  expect((await fetch(baseUrl + keyed('/api/v1/rss'))).status).toBe(200)
  await fetch(baseUrl + keyed('/api/v1/rss', 'limit=3'))
  expect(() => mock.verify()).toThrow('The parameter "limit" is ignored.')
})

test('allowed parameters have no warning', async () => {
  const lenient = createMock({
    ...shared,
    baseUrl: 'https://lenient.test',
    warnings: 'strict',
    allowParameters: ['_', 'utm_*'],
  })
  server.use(...mswHandlers(lenient))
  const status = async (query: string) =>
    (await fetch(`https://lenient.test${keyed('/api/v1/me', query)}`)).status
  expect(await status('_=1795165200000&utm_source=mail')).toBe(200)
  expect(await status('utm=mail')).toBe(400)
})

test('correct requests have no warnings', async () => {
  for (const target of [
    keyed('/api/v1/me', 'page[size]=10&filter[publishedAfter]=2026-01-01T00:00:00%2B02:00'),
    keyed('/api/v1/me', 'include[]=children&include%5B%5D=comments&include[0]=children'),
    keyed('/api/v1/me', `cursor=${await cursor('')}`),
    keyed('/graphql', `query=${encodeURIComponent('{ me(first: 2) { pagination { perPage } } }')}`),
    keyed('/api/v1/accounts'),
  ]) {
    expect((await fetch(baseUrl + target)).status).toBe(200)
  }
  expect(printed).toEqual([])
  mock.verify()
})

test('keys that are not published are not logged', async () => {
  await fetch(`${baseUrl}/api/v1/me?x=1&api%5Fkey=${'1'.repeat(64)}&api_key[]=${'2'.repeat(64)}`)
  expect(mock.requests.at(-1)?.target).toBe(
    '/api/v1/me?x=1&api%5Fkey=<API_KEY>&api_key[]=<API_KEY>',
  )
  await fetch(baseUrl + keyed('/api/v1/me', 'page[size]=1'))
  expect(mock.requests.at(-1)?.target).toBe(keyed('/api/v1/me', 'page[size]=1'))
})
