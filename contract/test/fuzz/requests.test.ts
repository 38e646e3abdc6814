import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../../test-support/scope.ts'
import { checkContract } from '../../src/index.ts'
import { mutated, ran } from '../cli/in-process.ts'
import { altered, type Mutant, onJson, queryOf } from '../mutants/mutant.ts'
import { otherQuery } from '../mutants/other-query.ts'
import { filterPosts } from '../mutants/quiet-account.ts'
import { startConformingServer } from '../support/conforming-server.ts'

let mock: Awaited<ReturnType<typeof startConformingServer>>
beforeAll(async () => {
  mock = await startConformingServer()
})
afterAll(() => mock.close())

/** The fuzz, with one rule. */
async function fuzzed(seed: number, plan: 'premium' | 'free', mutant?: Mutant['handle']) {
  const { rules } = await checkContract({
    ...{ url: mock.url, accounts: { [plan]: mock.key(plan) }, fuzz: { requests: 300, seed } },
    only: ['no-posts-endpoint'],
    ...(mutant && {
      fetch: (input, init) => mutant(new Request(input, init), (request) => fetch(request)),
    }),
  })
  const found = rules.find(({ id }) => id === 'fuzz')
  const finding = found?.findings.find(({ path }) => path === '/api/v1/me')
  return {
    outcome: found?.outcome,
    hint: found?.hint,
    responses: found?.responses,
    curl: sentBy(finding?.curl),
    at: finding?.at,
  }
}

/** The query, without the address and the key. */
function sentBy(curl = ''): string {
  return decodeURIComponent(curl)
    .replace(/^.*\/api\/v1\/me\?api_key=\$\{\w+\}&?/, '')
    .replace(/"$/, '')
}

describe('a conforming server passes', () => {
  const seeds = Array.from({ length: runs(1, 30) }, (_, index) => index)
  test.for(
    seeds.flatMap(
      (seed) =>
        [
          [seed, 'premium'],
          [seed, 'free'],
        ] as const,
    ),
  )('seed %i on %s', async ([seed, plan]) => {
    const { outcome, curl, at, responses } = await fuzzed(seed, plan)
    expect([outcome, curl, at]).toEqual(['pass', '', undefined])
    expect(responses).toBeGreaterThanOrEqual(300)
  })
})

const isLater = (query: URLSearchParams) => query.has('page[cursor]')
const mePath = '/api/v1/me'

const defects: Record<string, Mutant['handle']> = {
  'publishedBefore is ignored beside a type': otherQuery(
    (query) => query.has('filter[type]'),
    (query) => query.delete('filter[publishedBefore]'),
  ),
  'the second page of CAROUSEL_ALBUM is empty': onJson(mePath, (page, request) => {
    const query = queryOf(request)
    if (/carousel/i.test(query.get('filter[type]') ?? '') && isLater(query))
      filterPosts(page, () => false)
  }),
  'id swaps the first two posts of a type': onJson(mePath, (page, request) => {
    const query = queryOf(request)
    if (query.get('sort') === 'id' && query.has('filter[type]') && page.posts.length > 1)
      page.posts.splice(0, 2, page.posts[1], page.posts[0])
  }),
  'sizes above 50 give 50 posts': otherQuery(
    (query) => Number(query.get('page[size]')) > 50 && Number(query.get('page[size]')) < 100,
    (query) => query.set('page[size]', '50'),
  ),
  'format is not validated beside sort': otherQuery(
    (query) => query.has('sort') && !/^(jpg|webp)$/.test(query.get('format') ?? ''),
    (query) => query.delete('format'),
  ),
  'an unknown cursor gives no posts': onJson(mePath, (page, request) => {
    const cursor = queryOf(request).get('page[cursor]')
    if (cursor !== null && cursor.length < 20) filterPosts(page, () => false)
  }),
}

/** The time of a parameter; invalid if there is none. */
function timeIn(query: URLSearchParams, name: string): Date {
  const text = query.get(name) ?? ''
  return new Date(/^\d{4}-/.test(text) ? text : Number.NaN)
}

/** The start of a month that is so many after the one of a time, in ISO 8601, some milliseconds later. */
function monthStart(time: Date, months: number, milliseconds = 0): string | null {
  if (Number.isNaN(time.getTime())) return null
  const start = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months)
  return new Date(start + milliseconds).toJSON()
}

/** Shows every post at the start of its month, so that many have the same time; filters fit to that. */
const monthly: Mutant['handle'] = async (request, respond) => {
  const response = await otherQuery(
    () => true,
    (query) => {
      const before = timeIn(query, 'filter[publishedBefore]')
      const after = timeIn(query, 'filter[publishedAfter]')
      if (!Number.isNaN(before.getTime()))
        query.set('filter[publishedBefore]', String(monthStart(before, 1, -1)))
      // A month whose start is before the time is left out.
      const isStart = after.toJSON() === monthStart(after, 0)
      if (!Number.isNaN(after.getTime()))
        query.set('filter[publishedAfter]', String(monthStart(after, isStart ? 0 : 1)))
    },
  )(request, respond)
  const text = await response.text()
  const body = text.replace(
    /("(?:timestamp|publishedAt)":"\d{4}-\d\d)-\d\dT[\d:]{8}\+00:00/g,
    '$1-01T00:00:00+00:00',
  )
  return altered(response, { body })
}

/** Of posts of the same time on a page, the first is last. */
const swapping = onJson(mePath, (page, request) => {
  const times = (index: number) => page.posts[index]?.timestamp
  if (queryOf(request).has('filter[type]') && times(0) === times(1))
    page.posts.splice(0, 2, page.posts[1], page.posts[0])
})

test('posts of the same time have one order, with a filter and without', async () => {
  expect(await fuzzed(1, 'premium', monthly)).toMatchObject({ outcome: 'pass', curl: '' })
  const swapped: Mutant['handle'] = (request, respond) =>
    swapping(request, (inner) => monthly(inner, respond))
  expect(await fuzzed(1, 'premium', swapped)).toMatchObject({ curl: 'filter[type]=IMAGE' })
})

describe('a defect is found and shrunk to the smallest request', () => {
  test.for(
    Object.entries({
      'publishedBefore is ignored beside a type':
        'filter[type]=IMAGE&filter[publishedBefore]=2026-02-14',
      'the second page of CAROUSEL_ALBUM is empty':
        'filter[type]=CAROUSEL_ALBUM&page[size]=1&page[cursor]=…',
      'id swaps the first two posts of a type': 'filter[type]=IMAGE&sort=id',
      'sizes above 50 give 50 posts': 'page[size]=51',
      'format is not validated beside sort': 'sort=-published_at&format=JPG',
      'an unknown cursor gives no posts': 'page[cursor]=no-such-cursor',
    }),
  )('%s', async ([defect, smallest]) => {
    const { outcome, curl, hint } = await fuzzed(7, 'premium', defects[defect])
    expect([outcome, curl.replace(/(page\[cursor\]=).{20,}/, '$1…')]).toEqual(['fail', smallest])
    expect(hint).toEqual(
      expect.stringMatching(
        /^These are the smallest requests that were found.* Repeat the run with --fuzz 300 --seed 7\.$/,
      ),
    )
  })
})

test('the command reports the request with its seed, and without the key', async () => {
  const handle = defects['sizes above 50 give 50 posts'] as Mutant['handle']
  const { code, stdout } = await ran(
    [
      mock.url,
      '--key',
      mock.key('premium'),
      '--only',
      'no-posts-endpoint',
      '--fuzz',
      '100',
      '--seed',
      '3',
    ],
    { fetch: mutated({ breaks: 'fuzz', defect: '', handle }) },
  )
  expect(code).toBe(1)
  expect(stdout).toContain(
    `curl -i -g "${mock.url}/api/v1/me?api_key=\${PHOTOFEED_KEY}&page%5Bsize%5D=99"`,
  )
  expect(stdout).toContain('--fuzz 100 --seed 3')
  expect(stdout).not.toContain(mock.key('premium').slice(0, 12))
})

test('a limit that ends the fuzz leaves the run undecided', async () => {
  const { code, stdout } = await ran([
    ...[mock.url, '--key', mock.key('premium'), '--only', 'no-posts-endpoint'],
    ...['--max-requests', '4', '--fuzz', '5', '--seed', '3'],
  ])
  expect([code, stdout]).toEqual([
    4,
    expect.stringContaining('The limit of 9 requests was reached.'),
  ])
})
