import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../src/index.ts'
import { ran } from '../cli/in-process.ts'
import { startConformingServer } from '../support/conforming-server.ts'
import { fileWith, type HarEntry, harOf, linesOf, recorded } from './recorder.ts'

let mock: Awaited<ReturnType<typeof startConformingServer>>
/** Pages of a Premium and a Free account, and every other endpoint. */
let traffic: HarEntry[]

beforeAll(async () => {
  mock = await startConformingServer()
  const premium = `api_key=${mock.key('premium')}`
  const body = JSON.stringify({ query: '{ me { username } }' })
  traffic = await recorded(
    `${mock.url}/api/v1/me?${premium}&include[]=children`,
    `${mock.url}/api/v1/me?${premium}&filter[type]=video&page[size]=5&sort=published_at`,
    `${mock.url}/api/v1/me?${premium}&sort=likes`,
    `${mock.url}/api/v1/me?api_key=${mock.key('free')}`,
    `${mock.url}/api/v1/accounts?${premium}`,
    `${mock.url}/api/v1/rss?${premium}`,
    `${mock.url}/api/v1/me`,
    new Request(`${mock.url}/graphql?${premium}`, { method: 'POST', body }),
  )
})
afterAll(() => mock.close())

const copy = (entries: HarEntry[] = traffic): HarEntry[] => structuredClone(entries)

/** Changes the body of one of the responses. */
function changed(index: number, change: (text: string) => string): HarEntry[] {
  const entries = copy()
  const { content } = (entries[index] as HarEntry).response
  content.text = change(String(content.text))
  content.size = Buffer.byteLength(content.text)
  return entries
}

async function judged(text: string | Uint8Array, ...options: string[]) {
  const file = await fileWith(text)
  const { code, stdout, stderr } = await ran(['har', file, ...options, '--reporter', 'json'])
  const report: Report | null = stdout === '' ? null : JSON.parse(stdout)
  const outcomes = new Map(report?.rules.map((rule) => [rule.id, rule.outcome]))
  const failed = [...outcomes].filter(([, outcome]) => outcome === 'fail').map(([id]) => id)
  return { code, stdout, stderr: stderr.replaceAll(file, 'FILE'), report, outcomes, failed }
}

describe('recorded traffic of a conforming deployment passes', () => {
  test.for([
    ['HAR', harOf],
    ['JSON lines', linesOf],
  ] as const)('as %s', async ([, written]) => {
    const { code, report, failed, outcomes } = await judged(written(copy()))
    expect(failed).toEqual([])
    expect(code).toBe(0)
    expect(report).toMatchObject({ url: mock.url, requests: 8 })
    expect(
      report?.accounts.map(({ name, state, plan, status }) => [name, state, plan, status]),
    ).toEqual([
      ['account-1', 'readable', 'premium', 'ready'],
      ['account-2', 'readable', 'free', 'ready'],
      ['without-key', 'broken', null, null],
    ])
    for (const id of ['children-on-request', 'free-next-cursor', 'oldest-first', 'error-title'])
      expect([id, outcomes.get(id)]).toEqual([id, 'pass'])
    // It sends requests of its own.
    expect(outcomes.has('cursor-alias')).toBe(false)
  })

  test('accounts have the names that are given with their keys', async () => {
    const { report } = await judged(harOf(traffic), '--account', `shop=${mock.key('premium')}`)
    expect(report?.accounts.map(({ name }) => name)).toEqual(['shop', 'account', 'without-key'])
  })

  test('with bodies as base64, or compressed as they were sent', async () => {
    const entries = copy()
    for (const [index, { response }] of entries.entries()) {
      const bytes = Buffer.from(String(response.content.text))
      response.content.text = (index % 2 ? gzipSync(bytes) : bytes).toString('base64')
      response.content.encoding = 'base64'
    }
    expect(await judged(harOf(entries))).toMatchObject({
      code: 0,
      failed: [],
      stderr: expect.not.stringContaining('left out'),
    })
  })
})

test('a response that violates a rule fails, in a report without keys', async () => {
  const entries = changed(0, (text) => text.replace('"hasMore":true', '"hasMore":false'))
  const url = (entries[0] as HarEntry).request.url
  // An encoded key is the same key.
  ;(entries[0] as HarEntry).request.url = url.replace(
    /api_key=./,
    (one) => `${one.slice(0, -1)}%${one.charCodeAt(8).toString(16)}`,
  )
  const { code, failed, report, stdout, stderr } = await judged(harOf(entries))
  expect(code).toBe(1)
  expect(failed).toEqual(['has-more-agrees'])
  expect(report?.rules.find(({ id }) => id === 'has-more-agrees')?.findings).toEqual([
    {
      curl: `curl -i -g "${mock.url}/api/v1/me?api_key=\${PHOTOFEED_KEY_ACCOUNT_1}&include[]=children"`,
      ...{ account: 'account-1', method: 'GET', path: '/api/v1/me', status: 200 },
      ...{ at: 'pagination.hasMore', expected: 'true', got: 'false' },
    },
  ])
  for (const key of Object.values(mock.accounts))
    expect(stdout + stderr).not.toContain(key.slice(0, 12))
})

test('headers of requests, which may be secret, are in no report', async () => {
  const entries = changed(0, (text) => text.replace('"hasMore":true', '"hasMore":false'))
  entries[0]?.request.headers.push({ name: 'cookie', value: 'session=1234' })
  expect((await judged(harOf(entries))).stdout).not.toContain('session=1234')
})

test('--only, --skip, --fail-on and --baseline apply', async () => {
  const text = harOf(changed(0, (body) => body.replace('"hasMore":true', '"hasMore":false')))
  const only = await judged(text, '--only', 'has-more-agrees', '--only', 'no-totals')
  expect([...only.outcomes]).toEqual([
    ['has-more-agrees', 'fail'],
    ['no-totals', 'pass'],
  ])
  const skip = await judged(text, '--skip', 'has-more-agrees=known')
  expect([skip.code, skip.outcomes.get('has-more-agrees')]).toEqual([0, 'skipped'])
  const baseline = await fileWith('')
  const written = await judged(text, '--baseline', baseline, '--update-baseline')
  expect([written.code, JSON.parse(await readFile(baseline, 'utf8')).violations]).toEqual([
    0,
    { 'has-more-agrees': ['account-1 GET /api/v1/me 200: pagination.hasMore'] },
  ])
  expect((await judged(text, '--baseline', baseline)).code).toBe(0)
})

describe('what cannot be judged is left out, with a reason', () => {
  const without = (change: (content: HarEntry['response']['content']) => void) => {
    const entries = copy()
    change((entries[0] as HarEntry).response.content)
    return judged(harOf(entries))
  }

  test('a response without its body', async () => {
    const { code, report, stderr } = await without((content) => {
      delete content.text
    })
    expect([code, report?.requests]).toEqual([0, 7])
    expect(stderr).toContain('1 response left out: without a body: record with content.')
  })

  test('a body that was cut short', async () => {
    const { code, stderr } = await without((content) => {
      content.text = content.text?.slice(0, 1000) ?? ''
    })
    expect(code).toBe(0)
    expect(stderr).toContain('1 response left out: with a body that was cut short.')
  })

  test('a request that was aborted', async () => {
    const entries = copy()
    for (const { response } of entries.slice(0, 2)) response.status = 0
    expect((await judged(harOf(entries))).stderr).toContain(
      '2 responses left out: without a status',
    )
  })
})

describe('nothing was checked', () => {
  test.for([
    ['a HAR without entries', () => harOf([])],
    ['a HAR of another service', () => harOf(copy().map((entry) => elsewhere(entry, '/v2/posts')))],
    [
      'GraphQL of another service',
      () => harOf(copy().map((entry) => elsewhere(entry, '/graphql'))),
    ],
    [
      'no response with a body',
      () =>
        harOf(
          copy().map((entry) => {
            delete entry.response.content.text
            return entry
          }),
        ),
    ],
  ] as const)('%s', async ([, text]) => {
    const { code, stdout, stderr } = await judged(text())
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toMatch(/^Nothing was checked: /m)
  })

  function elsewhere(entry: HarEntry, path: string): HarEntry {
    entry.request.url = `https://other.example${path}`
    return entry
  }
})

test('of several deployments one is chosen', async () => {
  const other = copy(traffic.slice(0, 1)).map((entry) => {
    entry.request.url = entry.request.url.replace(mock.url, 'https://feed.example/base')
    return entry
  })
  const text = harOf([...traffic, ...other])
  const { code, stderr } = await judged(text)
  expect([code, stderr]).toEqual([
    2,
    `The traffic is with several deployments: ${mock.url}, https://feed.example/base. Name one with --url.\n`,
  ])
  const chosen = await judged(text, '--url', 'https://feed.example/base/')
  expect([chosen.code, chosen.report?.requests]).toEqual([0, 1])
})

test('rules that send requests of their own cannot be chosen alone', async () => {
  const { code, stderr } = await judged(harOf(traffic), '--only', 'cursor-alias')
  expect([code, stderr]).toEqual([
    2,
    'The chosen rules send requests of their own: check the deployment itself.\n',
  ])
})

describe('a broken file is a mistake in its use, without a stack trace', () => {
  const form = 'FILE is neither a HAR 1.2 (log.entries) nor JSON lines with request and response.\n'
  test.for([
    ['an empty file', '', form],
    ['no JSON', '<html>', form],
    ['half a HAR', '{"log": {"entries": [{"req', form],
    ['JSON of another form', '[1, 2]', form],
    ['no entries', '{"log": {"entries": {}}}', form],
    ['nested without end', '['.repeat(100_000), form],
    ['bytes that are no text', new Uint8Array([0, 255, 254, 31, 139]), form],
    [
      'a broken line',
      '{"request": {}, "response": {}}\n{',
      'FILE has no request with its response in line 2.\n',
    ],
  ] as const)('%s', async ([, text, message]) => {
    expect(await judged(text)).toMatchObject({ code: 2, stdout: '', stderr: message })
  })

  test('one that is not there', async () => {
    const { code, stderr } = await ran(['har', '/no-such-folder/feed.har'])
    expect([code, stderr]).toEqual([2, '/no-such-folder/feed.har cannot be read (ENOENT).\n'])
  })

  test('entries of any form', async () => {
    const [entry] = copy()
    const strange: unknown[] = [
      ...[null, 1, {}, { request: null, response: {} }, { request: {}, response: {} }],
      { request: { url: 'http://[' }, response: {} },
      {
        request: { ...entry?.request, method: 7, headers: 'x' },
        response: {
          status: 200,
          headers: [null, { name: ':status' }, { name: 'a b', value: {} }],
          content: 'text',
        },
      },
      { request: entry?.request, response: { status: 1e9, content: null } },
      { request: entry?.request, response: { status: 200, headers: {}, content: { text: 5 } } },
    ]
    const { code, stderr } = await judged(harOf(strange))
    expect(code).toBe(4)
    expect(stderr).not.toMatch(/\n +at /)
  })
})
