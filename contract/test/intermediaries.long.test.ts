import { describe, expect, test } from 'vitest'
import { type CheckOptions, checkContract, type Report } from '../src/index.ts'
import { mutants } from './mutants/index.ts'
import { altered, type Respond } from './mutants/mutant.ts'
import { remembered } from './mutants/remembered.ts'
import { mockOfFile } from './support/conforming-server.ts'

const mock = await mockOfFile()
const accounts = { premium: mock.key('refreshing-token') }
const service = remembered((request) => fetch(request))

/** Checks the mock behind something that sees each request and its number. */
function behind(
  respond: (request: Request, number: number) => Promise<Response>,
  options: Partial<CheckOptions> = {},
): Promise<Report> {
  let number = 0
  return checkContract({
    ...{ url: mock.url, accounts, ...options },
    fetch: (input, init) => {
      number += 1
      return respond(new Request(input, init), number)
    },
  })
}

const page = (status: number, headers: Record<string, string> = {}) =>
  new Response(`<html><body>${status}</body></html>`, { status, headers })

const outcomesOf = ({ rules }: Report, outcome: string) =>
  rules.filter((rule) => rule.outcome === outcome).map(({ id }) => id)

const skippedBy = ({ rules }: Report, cause: string) =>
  rules.filter((rule) => rule.cause === cause).map(({ id }) => id)

/** That no rule failed, what is in front of the service, and why the run is undecided. */
function expectFacts(report: Report, verdict: string, kinds: string[], causes: string[]): void {
  expect([report.verdict, report.summary.fail]).toEqual([verdict, 0])
  expect(report.intermediaries.map(({ kind }) => kind)).toEqual(kinds)
  expect(report.undecided.map(({ cause }) => cause)).toEqual(causes)
}

test('a deployment that drops connections is undecided', async () => {
  const dropped = new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
  const report = await behind((request, number) =>
    number > 60 ? Promise.reject(dropped) : service(request),
  )
  expectFacts(report, 'undecided', [], ['no-response'])
  expect(report.undecided[0]?.reason).toBe(
    'A request got no response: the connection was reset. Check that what is named here responds; if it is slow, raise --timeout or lower --concurrency. Then run it again.',
  )
})

test('a body that is too deep or too long is not parsed', async () => {
  const report = await behind(async (request) => {
    const response = await service(request)
    const isFeed = request.url.includes('/rss') && response.ok
    return isFeed
      ? altered(response, { body: (await response.text()) + '<a>'.repeat(40) })
      : response
  })
  expect(outcomesOf(report, 'fail')).toEqual(['rss-is-rss-2'])
  expect(report.rules.find(({ id }) => id === 'rss-items')).toMatchObject({
    cause: 'shape',
    reason: 'It reads body, for which rss-is-rss-2 fails.',
  })
})

describe('what responds in place of the service breaks no rule', () => {
  test.each([
    ['firewall', 'A firewall or proxy rejected requests', () => page(403)],
    [
      'rate-limit',
      'Something limits the rate of requests (429). Lower --concurrency',
      () => Response.json({ message: 'Too many requests' }, { status: 429 }),
    ],
    ['gateway', 'A gateway responded', () => page(502)],
    [
      'basic-auth',
      "Pass --header 'Authorization: Basic …'",
      () => page(401, { 'WWW-Authenticate': 'Basic realm="staging"' }),
    ],
    [
      'redirect',
      'Give the address that responds.',
      () => page(301, { Location: 'https://login.example/' }),
    ],
  ])('%s: the run is undecided, and says what to do', async (kind, sentence, response) => {
    // Each 502 is requested again after a pause, so few rules are enough.
    const report = await behind(
      async (request, number) => (number > 20 ? response() : service(request)),
      { only: ['graphql-*'] },
    )
    expectFacts(report, 'undecided', [kind], ['intermediary'])
    expect(report.undecided[0]?.reason).toContain(sentence)
  })

  test('the headers of the options open basic authentication, and are in no report', async () => {
    const authorization = `Basic ${btoa('team:staging-secret')}`
    const guarded: Respond = async (request) => {
      if (request.headers.get('authorization') !== authorization)
        return page(401, { 'WWW-Authenticate': 'Basic' })
      const headers = [...request.headers].filter(([name]) => name !== 'authorization')
      return service(new Request(request, { headers }))
    }
    const report = await behind(guarded, { headers: { Authorization: authorization } })
    // Rules that send an Authorization header of their own do not reach the service.
    expect(skippedBy(report, 'intermediary').every((id) => /authorization|header/.test(id))).toBe(
      true,
    )
    expect(report.summary.fail).toBe(0)
    expect(JSON.stringify(report)).not.toContain(authorization)
  })
})

describe('a cache', () => {
  const headAsGet =
    (headers: Record<string, string>): Respond =>
    async (request) => {
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const { url, headers: sent } = request
      const body = request.body ? await request.text() : null
      const response = await service(new Request(url, { method, headers: sent, body }))
      return altered(response, {
        headers: (all) => {
          for (const [name, value] of Object.entries(headers)) all.set(name, value)
        },
      })
    }

  test.each([{ server: 'nginx/1.26.0' }, { via: '1.1 varnish', age: '3' }])(
    'that turns HEAD into GET leaves this rule undecided, and the run passes: %j',
    async (headers) => {
      const report = await behind(headAsGet(headers))
      expectFacts(report, 'passed', ['cache'], [])
      expect(skippedBy(report, 'intermediary')).toEqual(['head-is-no-get', 'graphql-head'])
    },
  )

  test('that nothing shows explains nothing', async () => {
    expect(outcomesOf(await behind(headAsGet({})), 'fail')).toEqual(['head-is-no-get'])
  })

  test.each(['0', '1200'])('explains no difference by Age: %s alone', async (age) => {
    const mutant = mutants.find(({ breaks }) => breaks === 'cursors-lead-through-all')
    const report = await behind(
      async (request) => {
        const response = await (mutant as NonNullable<typeof mutant>).handle(request, service)
        return altered(response, { headers: (all) => all.set('age', age) })
      },
      { accounts: { premium: mock.key('premium') } },
    )
    expect(outcomesOf(report, 'fail')).toContain('cursors-lead-through-all')
  })

  test('with old responses is passed by, where they differ from new ones', async () => {
    const isStored = (url: string) => /me\?api_key=[0-9a-f]{64}$/.test(url)
    const report = await behind(async (request) => {
      const response = await service(request)
      if (!isStored(request.url) || !response.ok) return response
      const json = await response.json()
      // The post was removed since.
      json.posts[0] = { ...json.posts[0], id: 'removed' }
      return altered(response, {
        body: JSON.stringify(json),
        headers: (all) => all.set('age', '1800'),
      })
    })
    expectFacts(report, 'passed', ['cache'], [])
  })
})

describe('a deployment that lacks endpoints', () => {
  const notApplicable =
    (path: string): Respond =>
    (request) =>
      service(
        new URL(request.url).pathname === path
          ? new Request(new URL('/api/none', request.url))
          : request,
      )

  test.each([
    ['/graphql', 'graphql-post'],
    ['/api/v1/rss', 'rss-items'],
    ['/api/v1/accounts', 'accounts-methods'],
  ])('is undecided without %s, and breaks no rule', async (path, rule) => {
    const report = await behind(notApplicable(path))
    expectFacts(report, 'undecided', ['partial'], ['intermediary'])
    expect(report.undecided[0]?.reason).toBe(
      `The deployment has no ${path}: it implements a part of the service. To check the rest alone, pass the rules that need it to --skip.`,
    )
    expect(skippedBy(report, 'intermediary')).toContain(rule)
  })

  test('passes when the rules that need them are skipped', async () => {
    const { undecided } = await behind(notApplicable('/graphql'))
    const skip = Object.fromEntries((undecided[0]?.rules ?? []).map((id) => [id, 'No GraphQL.']))
    const report = await behind(notApplicable('/graphql'), { skip })
    expectFacts(report, 'passed', ['partial'], [])
  })
})
