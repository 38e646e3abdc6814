import type { FaultName, ScenarioName } from '@photofeed/core/scenarios'
import { connectionStatuses, plans, problems } from '@photofeed/openapi'
import { expect } from 'vitest'
import type { scenarios } from '../../src/accounts/scenarios.ts'
import { send } from './mock-client.ts'

export type Scenario = (typeof scenarios)[number]

/** The responses of a scenario on every interface. */
interface Expectation {
  status: number
  /** Posts on the first page of /me, by default. */
  posts?: number
  /** Whether the account has more of them. Default: false. */
  hasMore?: boolean
}

const rejected: Expectation = { status: 401 }
const ordinary: Expectation = { status: 200, posts: 24 }

/** The tests of faults check the other scenarios. */
const complete: Record<Exclude<ScenarioName, FaultName> | 'server-error', Expectation> = {
  premium: { status: 200, posts: 100, hasMore: true },
  free: { status: 200, posts: 6 },
  importing: { status: 200, posts: 0 },
  'importing-partial': ordinary,
  'refreshing-token': ordinary,
  'invalid-token': { status: 200, posts: 48 },
  'free-invalid-token': { status: 200, posts: 6 },
  empty: { status: 200, posts: 0 },
  'unstored-media': ordinary,
  'withheld-video': { status: 200, posts: 12 },
  'null-profile': { status: 200, posts: 9 },
  'page-boundary': { status: 200, posts: 100 },
  disconnected: rejected,
  regenerated: rejected,
  'server-error': { status: 500 },
  'expired-media': ordinary,
  'missing-image': ordinary,
}
export const expectations: Partial<Record<ScenarioName, Expectation>> = complete

/** Requests all four interfaces and checks status, service headers and what the state means. */
export async function expectScenario(baseUrl: string, scenario: Scenario, now: number) {
  const { status, posts, hasMore = false } = expectations[scenario.name] as Expectation
  const key = `api_key=${scenario.apiKey}`
  const [me, accounts, rss, graphql] = await Promise.all([
    send(`${baseUrl}/api/v1/me?${key}`),
    send(`${baseUrl}/api/v1/accounts?${key}`),
    send(`${baseUrl}/api/v1/rss?${key}`),
    send(`${baseUrl}/graphql?${key}`, {
      method: 'POST',
      body: JSON.stringify({
        query: '{ me { username status posts { id } pagination { hasMore } } }',
      }),
    }),
  ])
  const responses = [me, accounts, rss, graphql]
  expect(responses.map((response) => response.status)).toEqual([status, status, status, status])
  if (status !== 200) return expectProblem(responses, status)

  const { stale } = connectionStatuses[scenario.status]
  for (const { headers } of responses) {
    expect(headers.get('x-service-account-status')).toBe(scenario.status)
    expect(headers.get('x-service-feed-stale')).toBe(stale)
    expect(headers.get('cache-control')).toBe('no-cache, private')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  }
  const lastFetch = lastFetchOf(scenario, now)
  expect(me.headers.get('x-last-fetched-at')).toBe(lastFetch ?? 'Never')
  expect(me.json).toMatchObject({ status: scenario.status, lastFetchAt: lastFetch })
  expect(me.json.posts).toHaveLength(posts ?? Number.NaN)
  expect(me.json.pagination.perPage).toBe(plans[scenario.plan].defaultPageSize)
  expect(me.json.pagination.hasMore).toBe(hasMore)
  expect(me.json.pagination.hasMore).toBe(me.json.pagination.nextCursor !== null)

  const { posts: _, pagination: __, ...attributes } = me.json
  expect(accounts.json).toEqual({
    data: { type: 'accounts', id: expect.stringMatching(/^\d+$/), attributes },
  })
  expect(rss.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const guids = [...rss.text.matchAll(/<guid isPermaLink="false">(\d+)<\/guid>/g)]
  const ids = me.json.posts.map(({ id }: { id: string }) => id)
  expect(guids.map(([, id]) => id)).toEqual(ids)
  expect(graphql.json).toEqual({
    data: {
      me: {
        username: me.json.username,
        status: scenario.status,
        posts: ids.map((id: string) => ({ id })),
        pagination: { hasMore: me.json.pagination.hasMore },
      },
    },
  })
}

function expectProblem(responses: Awaited<ReturnType<typeof send>>[], status: number) {
  const code = status === 401 ? 'INVALID_API_KEY' : 'INTERNAL_SERVER_ERROR'
  const { title, detail } = problems[code]
  for (const { headers, json } of responses) {
    expect(headers.get('content-type')).toBe('application/vnd.api+json')
    expect(headers.get('cache-control')).toBe('no-store, private')
    expect(json).toEqual({
      errors: [
        {
          status: String(status),
          code,
          title,
          detail: detail.replace('<SUPPORT_EMAIL>', 'support@photofeed.example'),
        },
      ],
    })
  }
}

function lastFetchOf({ status }: Scenario, now: number): string | null {
  if (status === 'importing') return null
  const days = status === 'invalid_token' ? 150 : 0
  return `${new Date(now - days * 86_400_000).toISOString().slice(0, 19)}+00:00`
}
