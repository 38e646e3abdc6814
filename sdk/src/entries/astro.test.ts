import { beforeEach, expect, test } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import {
  apiError,
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
  type Responder,
  rejectWith,
  text,
} from '../../test/support/fake-fetch.ts'
import { fakePace } from '../../test/support/fake-pace.ts'
import { photofeedLoader } from './astro.ts'
import { type AstroLoaderContext, createLoader } from './astro-loader.ts'

type Entry = Parameters<AstroLoaderContext['store']['set']>[0]

const entries = new Map<string, Entry>()
const meta = new Map<string, string>()
let warnings: string[]
let parsed: string[]
beforeEach(() => {
  entries.clear()
  meta.clear()
  warnings = []
  parsed = []
})

const context: AstroLoaderContext = {
  store: {
    get: (id) => entries.get(id),
    set: (entry) => Boolean(entries.set(entry.id, entry)),
    delete: (id) => entries.delete(id),
    keys: () => [...entries.keys()],
  },
  meta,
  logger: { warn: (message) => warnings.push(message) },
  async parseData({ id, data }) {
    parsed.push(id)
    return data
  },
  generateDigest: (data) => JSON.stringify(data),
}

async function load(responders: readonly [Responder, ...Responder[]], options = {}) {
  const { fetch, requests, queries } = fakeFetch(...responders)
  const { pace } = fakePace()
  await createLoader({ baseUrl, apiKey, ...options }, pace, fetch).load(context)
  return { requests, queries }
}

const page = (ids: string[], next?: string, etag = `W/"${ids}"`) =>
  json(accountBody(ids, next === undefined ? {} : { next }), 200, {
    'cache-control': 'max-age=3600, public',
    etag,
  })
const order = () =>
  [...entries.values()]
    .sort((a, b) => Number(a.data.order) - Number(b.data.order))
    .map(({ id }) => id)

test('loads posts in their order, with the selection, and page by page', async () => {
  const { queries } = await load([page(['c', 'a'], 'next'), page(['b'])], {
    limit: 101,
    type: 'IMAGE',
  })
  expect(queries()).toEqual([
    'filter[type]=IMAGE',
    'page[size]=99&page[cursor]=next&filter[type]=IMAGE',
  ])
  expect(order()).toEqual(['c', 'a', 'b'])
  expect(entries.get('a')).toMatchObject({
    id: 'a',
    data: { id: 'a', order: 1, mediaType: 'IMAGE', mediaUrl: 'https://cdn.example/a.jpg' },
    digest: expect.any(String),
  })
})

test('reads at most 100 posts by default', async () => {
  const { queries } = await load([page(['a'])])
  expect(queries()).toEqual([''])
  const ids = Array.from({ length: 100 }, (_, index) => `${index}`)
  expect((await load([page(ids, 'next')])).queries()).toHaveLength(1)
})

test('revalidates pages, and parses only posts that have changed', async () => {
  await load([page(['b', 'a'])])
  const unchanged = await load([() => new Response(null, { status: 304 })])
  expect(unchanged.requests.map(({ init }) => init.headers['if-none-match'])).toEqual(['W/"b,a"'])
  expect(parsed).toEqual(['b', 'a'])
  await load([page(['b', 'c'])])
  expect(parsed).toEqual(['b', 'a', 'c'])
  expect(order()).toEqual(['b', 'c'])
})

test('deletes the pages of earlier builds, and stores no API key', async () => {
  await load([page(['b'], 'first'), page(['a'])], { limit: 200 })
  expect(meta.size).toBe(3)
  await load([page(['c'], 'second'), page(['b'])], { limit: 200 })
  expect(meta.size).toBe(3)
  expect(JSON.stringify([...meta])).not.toContain(apiKey)
})

test.each([
  ['is unreachable', rejectWith(new TypeError('fetch failed'))],
  ['fails', apiError('INTERNAL_SERVER_ERROR')],
  ['is behind a login page', text('<h1>Log in</h1>')],
])('keeps the last entries with a warning when the service %s', async (_, failure) => {
  await load([page(['b', 'a'])])
  await load([failure])
  await load([page(['c', 'b'], 'next'), failure], { limit: 200 })
  expect(order()).toEqual(['b', 'a'])
  expect(warnings).toEqual(
    Array(2).fill(
      expect.stringMatching(/^The service failed, so the posts of the last build are used\. ./),
    ),
  )
})

test('throws without entries, and when the service rejects the request', async () => {
  const failure = rejectWith(new TypeError('fetch failed'))
  expect(await catchError(load([failure]))).toMatchObject({ name: 'NetworkError' })
  await load([page(['a'])])
  expect(await catchError(load([apiError('INVALID_API_KEY')]))).toMatchObject({
    name: 'InvalidApiKeyError',
  })
  expect(warnings).toEqual([])
})

test('photofeedLoader returns a loader of Astro', () => {
  expect(photofeedLoader({ baseUrl, apiKey })).toEqual({
    name: '@photofeed/sdk/astro',
    load: expect.any(Function),
  })
})
