import { existsSync } from 'node:fs'
import type { FaultName, ScenarioName } from '@photofeed/core/scenarios'
import { connectionStatuses, plans } from '@photofeed/openapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import repository from '../../../package.json' with { type: 'json' }
import { scenarios } from '../../src/accounts/scenarios.ts'
import { type MockServer, startMockServer } from '../../src/node.ts'

type Scenario = (typeof scenarios)[number]

const now = Date.UTC(2026, 10, 20, 9)
let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({ clock: () => now, warnings: 'off' })
})
afterAll(() => mock.close())

/** The first page of each scenario: the status, and the number of posts; `more` when there are further pages. */
const pages: Record<Exclude<ScenarioName, FaultName> | 'server-error', [number, number?, 'more'?]> =
  {
    premium: [200, 100, 'more'],
    free: [200, 6],
    importing: [200, 0],
    'importing-partial': [200, 24],
    'refreshing-token': [200, 24],
    'invalid-token': [200, 48],
    'free-invalid-token': [200, 6],
    empty: [200, 0],
    'unstored-media': [200, 24],
    'withheld-video': [200, 12],
    'null-profile': [200, 9],
    'hostile-text': [200, 100, 'more'],
    'page-boundary': [200, 100],
    disconnected: [401],
    regenerated: [401],
    'server-error': [500],
    'expired-media': [200, 24],
    'missing-image': [200, 24],
  }

test.each(Object.entries(pages))('%s responds as its state says', async (name, page) => {
  const { apiKey, status, plan } = scenarios.find((listed) => listed.name === name) as Scenario
  const response = await fetch(`${mock.url}/api/v1/me?api_key=${apiKey}`)
  const body = await response.json()
  const [expected, posts = 0, more] = page
  expect(response.status).toBe(expected)
  if (expected !== 200) {
    const code = expected === 401 ? 'INVALID_API_KEY' : 'INTERNAL_SERVER_ERROR'
    expect(body.errors[0].code).toBe(code)
    return
  }
  const days = status === 'invalid_token' ? 150 : 0
  const fetchedAt = `${new Date(now - days * 86_400_000).toISOString().slice(0, 19)}+00:00`
  const lastFetchAt = status === 'importing' ? null : fetchedAt
  expect(response.headers.get('x-service-account-status')).toBe(status)
  expect(response.headers.get('x-service-feed-stale')).toBe(connectionStatuses[status].stale)
  expect(response.headers.get('x-last-fetched-at')).toBe(lastFetchAt ?? 'Never')
  expect(body).toMatchObject({ status, lastFetchAt })
  expect(body.posts).toHaveLength(posts)
  expect(body.pagination).toMatchObject({
    perPage: plans[plan].defaultPageSize,
    hasMore: more !== undefined,
    nextCursor: more ? expect.any(String) : null,
  })
})

test('other paths have a page of their own', async () => {
  const none = await fetch(`${mock.url}/nothing`)
  expect([none.status, none.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await none.text()).toContain('<a href="/__mock">')
})

test('the page that errors of the API name is that of the documentation', async () => {
  const missing = await (await fetch(`${mock.url}/api/v1/posts`)).json()
  const [, url = ''] = /See (\S+)\.$/.exec(missing.errors[0].detail) ?? []
  const { status, headers } = await fetch(url, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([302, `${repository.homepage}reference/rest/`])
  expect(existsSync('docs/src/content/docs/reference/rest.mdx')).toBe(true)
})

test('an idle connection stays open for a minute', async () => {
  const response = await fetch(`${mock.url}/nothing`)
  expect(response.headers.get('keep-alive')).toBe('timeout=72')
})
