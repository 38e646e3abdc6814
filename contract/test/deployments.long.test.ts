import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type CheckOptions, checkContract, type Report } from '../src/index.ts'
import { accountOptions } from './cli/in-process.ts'
import { altered } from './mutants/mutant.ts'
import { mockOfFile, startConformingServer, startDemo } from './support/conforming-server.ts'
import { edgeCache } from './support/edge-cache.ts'

const mock = await mockOfFile()

const ofMock = (changes: Partial<CheckOptions> = {}) =>
  checkContract({ url: mock.url, accounts: mock.accounts, ...changes })
const outcomesOf = ({ rules }: Report, outcome: string) =>
  rules.filter((rule) => rule.outcome === outcome).map(({ id }) => id)
const everything = { fail: 0, warning: 0, skipped: 0 }

describe('a conforming deployment passes, with every rule decided', () => {
  test('the mock, within 3,000 requests', async () => {
    const report = await ofMock()
    expect(report.summary).toMatchObject(everything)
    expect(report.requests).toBeLessThanOrEqual(3000)
  })

  test('the mock, with seven keys in 250 MB', async () => {
    const bin = fileURLToPath(new URL('../bin/photofeed-contract.js', import.meta.url))
    const printMemory =
      "process.on('exit', () => console.error(process.resourceUsage().maxRSS, 'kB'))"
    const keys = Object.fromEntries(Object.entries(mock.accounts).slice(0, 7))
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      ...['--import', `data:text/javascript,${encodeURIComponent(printMemory)}`, bin, mock.url],
      ...accountOptions(keys),
    ])
    expect(stdout).toContain('Passed: all required rules hold.')
    expect(Number(/(\d+) kB/.exec(stderr)?.[1])).toBeLessThan(250_000)
  })

  test.each(['free', 'importing-partial', 'null-profile', 'invalid-token'])(
    'the mock, with the key of %s alone',
    async (name) => {
      const report = await ofMock({ accounts: { [name]: mock.key(name) } })
      expect(report).toMatchObject({ verdict: 'passed', leftOut: 0 })
      expect(report.summary).toMatchObject({ fail: 0, warning: 0 })
    },
  )

  test('the reference server', async () => {
    const { url, accounts, stop } = await startDemo()
    const report = await checkContract({ url, accounts }).finally(stop)
    expect(report.summary).toMatchObject(everything)
  })
})

test('one key of a Free account leaves rules open, and says what would decide them', async () => {
  const report = await ofMock({ accounts: { free: mock.key('free') } })
  expect(report.summary).toMatchObject({ fail: 0, warning: 0 })
  expect(report.rules.find(({ id }) => id === 'cursors-lead-through-all')).toMatchObject({
    ...{ outcome: 'skipped', cause: 'account' },
    reason:
      'It needs a key of an account on Premium, with at least 3 posts, with an account on Premium with 8 posts or more.',
  })
  expect(report.rules.find(({ id }) => id === 'filters-combine')?.outcome).toBe('pass')
})

describe('an edge cache that stores responses for an hour', () => {
  test('serves older responses beside newer ones: differences are skipped, nothing fails', async () => {
    const serverAt = (time: string) =>
      startConformingServer({ clock: () => Date.parse(time), dates: 'relative' })
    const older = await serverAt('2026-01-05T08:00:00Z')
    const newer = await serverAt('2026-02-05T08:00:00Z')
    const cache = edgeCache({
      cached: older.url,
      isCached: (url) => !url.includes('page%5Bsize%5D=3'),
    })
    const report = await checkContract({
      url: newer.url,
      accounts: newer.accounts,
      fetch: cache,
    }).finally(() => Promise.all([older.close(), newer.close()]))
    expect(outcomesOf(report, 'fail')).toEqual([])
    expect(report.rules.find(({ id }) => id === 'graphql-equals-rest')).toMatchObject({
      outcome: 'skipped',
      cause: 'changed',
    })
  })

  test('fails for what one response shows by itself', async () => {
    const report = await ofMock({
      async fetch(input, init) {
        const response = await fetch(input, init)
        const isPage = String(input).includes('/api/v1/me') && response.ok
        const headers = (all: Headers) => {
          all.set('age', '1200')
          all.delete('x-service-account-status')
        }
        return isPage ? altered(response, { headers }) : response
      },
    })
    expect(outcomesOf(report, 'fail')).toEqual(['me-status-header'])
  })
})

test('a budget that is too small leaves rules undecided, and says so', async () => {
  const report = await ofMock({ accounts: { premium: mock.key('premium') }, maxRequests: 20 })
  expect(report.requests).toBe(20)
  expect(report.rules.find(({ id }) => id === 'graphql-post')).toMatchObject({
    outcome: 'skipped',
    cause: 'limit',
    reason: 'The limit of 20 requests was reached. Raise --max-requests.',
  })
})

test('a rule about single responses is judged on those of the whole run, also alone', async () => {
  const report = await ofMock({
    accounts: { premium: mock.key('premium') },
    only: ['error-not-cached'],
    async fetch(input, init) {
      const response = await fetch(input, init)
      return response.status === 405
        ? altered(response, { headers: (all) => all.set('cache-control', 'max-age=60') })
        : response
    },
  })
  expect(report.rules.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['error-not-cached', 'fail'],
  ])
})
