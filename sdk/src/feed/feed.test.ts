import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parse, stringify } from 'devalue'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { reactive, ref } from 'vue'
import { accountBody } from '../../test/support/account-body.ts'
import {
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
  type SentRequest,
  silent,
  text,
} from '../../test/support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../../test/support/fake-pace.ts'
import {
  createFeed,
  type Feed,
  type FeedPage,
  type Post,
  type RequestOptions,
} from '../entries/index.ts'
import { optionNames, parameterNames } from '../errors/parameters.ts'
import { createPacedFeed } from './feed.ts'

const body = accountBody(['1', '2'], { next: 'second', previous: 'zeroth' })
const { posts, pagination, status, lastFetchAt, ...account } = body
const connection = {
  status: 'ready',
  stale: false,
  explanation: null,
  lastFetchedAt: '2026-03-01T06:00:00+00:00',
}

function feedOver(...responders: Parameters<typeof fakeFetch>) {
  const service = fakeFetch(...responders)
  return { service, feed: createFeed({ baseUrl, apiKey, fetch: service.fetch }) }
}

const sentInit = (requests: readonly SentRequest[]) =>
  requests.map(({ init: { signal, ...init } }) => ({ ...init, signal: signal.constructor }))

describe('me', () => {
  it('returns the account, its posts, the position, the connection and the request', async () => {
    const { feed } = feedOver(json(body))
    expect(await feed.me({ pageSize: 2, cursor: 'c' })).toStrictEqual({
      account,
      posts,
      pagination,
      connection,
      request: { pageSize: 2, cursor: 'c' },
    })
  })

  it('is a GET that needs no CORS preflight', async () => {
    const { feed, service } = feedOver(json(body))
    await feed.me()
    expect(sentInit(service.requests)).toEqual([
      { method: 'GET', headers: {}, redirect: 'manual', signal: AbortSignal },
    ])
  })
})

describe('account', () => {
  const document = {
    data: { id: '17', type: 'accounts', attributes: { ...account, status, lastFetchAt } },
  }

  it('returns the profile without posts', async () => {
    const { feed, service } = feedOver(json(document))
    expect(await feed.account()).toStrictEqual({ id: '17', account, connection })
    expect(service.requests[0]?.url).toBe(`${baseUrl}/api/v1/accounts?api_key=${apiKey}`)
  })

  it('rejects a body without an account', async () => {
    const { feed } = feedOver(json({ data: { id: '17' } }))
    expect(await catchError(feed.account())).toMatchObject({ name: 'UnreadableBodyError' })
  })
})

/** A value of each option of a selection. */
const selection: Readonly<Record<string, string>> = Object.fromEntries(
  optionNames.map((name) => [name, `the ${name}`]),
)
const page = { request: selection, pagination }

const { takes } = createRequire(import.meta.url)('../../test/runners/whole-api.cjs')
/** What a method takes, as a row of `takes`. */
const rowOf = (name: string): readonly unknown[] => takes[name] ?? ['a selection']
const ofSelection = (row: readonly unknown[]) =>
  row.map(String).find((value) => /^a selection/.test(value))
/** The options of 'a selection', or of 'a selection but cursor, sort'. */
function selectionOf(taken: string) {
  const without = taken.split(/ but |, /)
  return Object.fromEntries(Object.entries(selection).filter(([name]) => !without.includes(name)))
}
const parameterOf = (option: string) => parameterNames[option as keyof typeof parameterNames]
const methods = Object.keys(feedOver(json(body)).feed).filter(
  (name) => name !== 'fetch' && name !== 'withOptions',
)

function startOf(name: string, feed: Feed, options: RequestOptions) {
  const row = rowOf(name)
  const values: Readonly<Record<string, unknown>> = { 'a page': page, 'an id': '1' }
  const before = row.filter((value) => value !== ofSelection(row))
  return Reflect.get(feed, name)(...before.map((value) => values[`${value}`] ?? value), options)
}

it('has each post once and in order where a method returns posts, and all unless it takes a number', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => `post ${index}`)
  const part = (start: number, end: number, next?: string) =>
    json(accountBody(ids.slice(start, end), next ? { next } : {}))
  const lists: string[] = []
  for (const name of methods) {
    // A page begins with the post that moved there while the one before it was read.
    const { feed } = feedOver(part(0, 100, 'b'), part(99, 199, 'c'), part(198, 250))
    // The bodies are no answer to others.
    const result = await Promise.resolve(startOf(name, feed, {})).catch(() => null)
    if (!Array.isArray(result) && !Object(result)[Symbol.asyncIterator]) continue
    lists.push(name)
    const found: string[] = []
    // A page has what the service sent.
    for await (const each of result)
      for (const { id } of (each.posts ?? [each]) as Post[])
        if (!each.posts || !found.includes(id)) found.push(id)
    const most = rowOf(name).find((value) => typeof value === 'number')
    expect(found, name).toEqual(ids.slice(0, most))
  }
  expect(lists).toContain('posts')
})

it('has rows in whole-api.cjs with what its methods take', () => {
  const source = readFileSync(new URL('feed.ts', import.meta.url), 'utf8')
  const selecting: string[] = []
  for (const name of methods) {
    const declaration = source.split(new RegExp(`^  ${name}(?=[<(])`, 'm'))[1]?.split('/**')[0]
    const [, type, omitted] =
      /options\?: (?:Omit<)?(MeOptions|RequestOptions)\b(?:<\w+>)?(?:, ([^>\n]*))?/.exec(
        declaration ?? '',
      ) ?? []
    const names = omitted?.match(/\w+/g)?.join(', ')
    const selected = type === 'MeOptions' ? `a selection${names ? ` but ${names}` : ''}` : undefined
    if (type) expect(ofSelection(rowOf(name)), `the row of ${name}`).toBe(selected)
    else
      expect(declaration, `${name}: its type is MeOptions, RequestOptions`).not.toMatch(/options\?/)
    if (selected) selecting.push(name)
  }
  expect(selecting).toEqual(expect.arrayContaining(['me', 'posts']))
})

describe.each(methods)('%s', (name) => {
  const row = rowOf(name)
  const taken = ofSelection(row)
  const start = (feed: Feed, options: RequestOptions) => startOf(name, feed, options)
  const call = async (feed: Feed, options: RequestOptions) => {
    const result = await start(feed, options)
    const found: Partial<FeedPage & Post>[] = []
    if (Object(result)[Symbol.asyncIterator]) for await (const each of result) found.push(each)
    return found
  }
  const first = start(feedOver(json(body)).feed, {})
  const isIterated = Symbol.asyncIterator in first
  // Nobody awaits it.
  if (!isIterated) first.catch(() => {})

  it('passes all options of the call on', async () => {
    const { feed, service } = feedOver(json(body))
    for (const option of ['maxRetries', 'timeout', 'totalTimeout'])
      expect(await catchError(call(feed, { [option]: -1 })), option).toMatchObject({
        message: expect.stringContaining(option),
      })
    expect(await catchError(call(feed, { signal: AbortSignal.abort('left') }))).toBe('left')
    expect(service.requests).toEqual([])
    // The body is that of another call.
    await call(feed, { fetchOptions: { cache: 'no-store' } }).catch(() => {})
    expect(service.requests[0]?.init).toMatchObject({ cache: 'no-store' })
    // The service chooses the size of a page, unless the call does.
    if (!row.some((value) => value === 'a page' || typeof value === 'number'))
      expect(service.queries()[0]).not.toContain(parameterNames.pageSize)
  })

  // A page has the selection of its request, and leads to other cursors.
  const sent = row.includes('a page')
    ? [pagination.nextCursor, pagination.prevCursor].map((cursor) => ({ ...selection, cursor }))
    : taken
      ? [selectionOf(taken)]
      : []
  /** Whether a pair of a query is the caller's: a method may have values of its own for what it does not take. */
  const isPassed = (pair: string) =>
    !(taken?.split(/ but |, /).slice(1) ?? []).some(
      (name) => pair.startsWith(`${parameterOf(name)}=`) && !pair.endsWith(`${selection[name]}`),
    )
  if (sent.length > 0)
    it('passes all of a selection on, and nothing else', async () => {
      const { feed, service } = feedOver(json(body))
      // Programs without types may have options that the method does not take.
      await call(feed, taken ? (selection as RequestOptions) : {}).catch(() => {})
      const queries = sent.map((each) =>
        Object.entries(each)
          .map(([option, value]) => `${parameterOf(option)}=${value}`)
          .toSorted(),
      )
      const pairs = service.queries()[0]?.split('&').filter(isPassed)
      expect(queries).toContainEqual(pairs?.toSorted())
    })

  if (taken)
    it('warns of an option that it does not know', async () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      await call(feedOver(json(body), json(accountBody())).feed, { typ: 'VIDEO' } as RequestOptions)
      expect(warn).toHaveBeenCalledWith(expect.stringContaining('"typ" is no option'))
      warn.mockRestore()
    })

  it('rejects when the response is an error', async () => {
    const errors = [{ message: 'Internal server error' }]
    for (const response of [text('', 500), json({ data: { post: null }, errors })])
      expect(await catchError(call(feedOver(response).feed, { maxRetries: 0 }))).toBeInstanceOf(
        Error,
      )
  })

  if (!isIterated)
    it('has null, and never undefined, of an account without posts', async () => {
      for (const body of [accountBody([]), { data: { post: null } }]) {
        // The other body is that of another call.
        const result = await start(feedOver(json(body)).feed, {}).catch(() => null)
        expect(result).not.toBe(undefined)
      }
    })

  if (isIterated)
    it('requests no page before the one before it is read', async () => {
      const { feed, service } = feedOver(json(accountBody(['1'], { next: 'second' })))
      await start(feed, {})[Symbol.asyncIterator]().next()
      expect(service.requests).toHaveLength(1)
    })

  if (isIterated)
    it('leaves out no page, and no post behind a page without any', async () => {
      const { feed } = feedOver(json(accountBody([], { next: 'second' })), json(accountBody(['1'])))
      const found = await call(feed, {})
      expect(found.map(({ posts, id }) => posts?.length ?? id)).toEqual(
        found.length > 1 ? [0, 1] : ['1'],
      )
    })

  it('ends when pages lead to themselves', async () => {
    let requests = 0
    const fetch = async () => {
      requests += 1
      if (requests > 9) throw new Error('It goes on.')
      return Response.json(accountBody(['1'], { next: 'same', previous: 'same' }))
    }
    await call(createFeed({ baseUrl, apiKey, fetch }), { maxRetries: 0 }).catch(() => {})
    expect(requests).toBeLessThan(9)
  })
})

/** What React's server components, Nuxt, SvelteKit and Astro accept. */
function expectPlain(value: unknown) {
  if (typeof value !== 'object' || value === null) {
    return expect(['string', 'number', 'boolean', 'object']).toContain(typeof value)
  }
  if (!Array.isArray(value)) expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(Object.getOwnPropertySymbols(value)).toEqual([])
  for (const each of Object.values(value)) expectPlain(each)
}

describe('a page is plain data', () => {
  const options = {
    include: ['children'],
    publishedAfter: new Date(0),
  } as const
  const read = () => feedOver(json(body)).feed.me(options)

  it('has objects and arrays without a class, functions or symbols', async () => {
    expectPlain(await read())
  })

  it.each<[string, (page: FeedPage) => unknown]>([
    ['JSON', (page) => JSON.parse(JSON.stringify(page))],
    ['structuredClone', structuredClone],
    ['devalue, which Nuxt, SvelteKit and Astro use', (page) => parse(stringify(page))],
    ['spreading', (page) => ({ ...page })],
  ])('is the same after %s', async (_, copy) => {
    const page = await read()
    expect(copy(page)).toStrictEqual(page)
  })

  it.each<[string, (page: FeedPage) => FeedPage]>([
    ['through JSON', (page) => JSON.parse(JSON.stringify(page))],
    ['in a ref of Vue', (page) => ref(page).value],
    ['in a reactive object of Vue', (page) => reactive({ page }).page],
  ])('leads to the next page %s', async (_, carry) => {
    const { feed, service } = feedOver(json(body), json(accountBody(['3'])))
    const page = carry(await feed.me(options))
    expect((await feed.next(page))?.posts.map(({ id }) => id)).toEqual(['3'])
    expect(service.queries()[1]).toBe(
      'page[cursor]=second&filter[publishedAfter]=1970-01-01T00:00:00.000Z&include[]=children',
    )
  })
})

describe('paging', () => {
  it('goes forward and back with the same options', async () => {
    const { feed, service } = feedOver(
      json(accountBody(['1', '2'], { next: 'second' })),
      json(accountBody(['3'], { previous: 'first' })),
      json(accountBody(['1', '2'], { next: 'second' })),
    )
    const first = await feed.me({ pageSize: 2, type: 'IMAGE', sort: 'id' })
    const second = (await feed.next(first)) as FeedPage
    const back = await feed.previous(second)
    expect([first, second, back].map((page) => page?.posts.map(({ id }) => id))).toEqual([
      ['1', '2'],
      ['3'],
      ['1', '2'],
    ])
    expect(service.queries()).toEqual([
      'page[size]=2&filter[type]=IMAGE&sort=id',
      'page[size]=2&page[cursor]=second&filter[type]=IMAGE&sort=id',
      'page[size]=2&page[cursor]=first&filter[type]=IMAGE&sort=id',
    ])
    expect(second.request).toEqual({ pageSize: 2, cursor: 'second', type: 'IMAGE', sort: 'id' })
  })

  it('ends with null on both sides, without a request', async () => {
    const { feed, service } = feedOver(json(accountBody(['1'])))
    const page = await feed.me()
    expect(await feed.next(page)).toBeNull()
    expect(await feed.previous(page)).toBeNull()
    expect(service.requests).toHaveLength(1)
  })

  it('does not inherit a signal that has aborted meanwhile', async () => {
    const { feed } = feedOver(json(body), json(accountBody(['3'])))
    const controller = new AbortController()
    const page = await feed.me({ signal: controller.signal })
    controller.abort()
    expect((await feed.next(page))?.posts.map(({ id }) => id)).toEqual(['3'])
  })

  it('takes a signal, limits and options of fetch of its own', async () => {
    const { feed, service } = feedOver(json(body), json(body), silent)
    const page = await feed.me({ fetchOptions: { cache: 'no-store' } })
    const reason = new Error('left the page')
    const signal = AbortSignal.abort(reason)
    expect(await catchError(feed.next(page, { signal }))).toBe(reason)
    expect(await catchError(feed.previous(page, { signal }))).toBe(reason)
    expect(await feed.next(page, { maxRetries: 0 })).toMatchObject({ posts })
    expect(service.requests.map(({ init }) => init.cache)).toEqual(['no-store', undefined])
    expect(await catchError(feed.next(page, { timeout: 5, maxRetries: 0 }))).toMatchObject({
      name: 'FeedTimeoutError',
      timeout: 5,
      option: 'timeout',
    })
  })

  it('cannot be led to another position by its own options', async () => {
    const { feed, service } = feedOver(json(body))
    const page = await feed.me({ pageSize: 2 })
    await feed.next(page, { cursor: 'elsewhere' } as object)
    expect(service.queries()[1]).toBe('page[size]=2&page[cursor]=second')
  })
})

it.each(Object.entries(feedOver(json(body)).feed))('%s works apart from its feed', (_, method) => {
  expect(String(method)).not.toContain('this.')
})

describe('withOptions', () => {
  it('replaces some options, keeps the others, and ignores undefined', async () => {
    const otherKey = 'b'.repeat(64)
    const [first, second] = [fakeFetch(text('', 500)), fakeFetch(text('', 500))]
    const { pace, delays } = fakePace()
    const feed = createPacedFeed(
      { baseUrl, apiKey, fetch: first.fetch, maxRetries: 1, timeout, totalTimeout },
      pace,
    )
    const other = feed.withOptions({ fetch: second.fetch, maxRetries: undefined, apiKey: otherKey })
    await catchError(other.me())
    // The new feed has the same fake pace, so no test waits for the delay.
    expect(delays).toEqual([500])
    expect(second.requests.map(({ url }) => url)).toEqual(
      Array(2).fill(`${baseUrl}/api/v1/me?api_key=${otherKey}`),
    )
    await catchError(other.withOptions({ baseUrl: 'https://b.example', maxRetries: 0 }).me())
    expect(second.requests[2]?.url).toBe(`https://b.example/api/v1/me?api_key=${otherKey}`)
    expect(second.requests).toHaveLength(3)
    await catchError(feed.me())
    expect(first.requests.map(({ url }) => url)).toEqual(
      Array(2).fill(`${baseUrl}/api/v1/me?api_key=${apiKey}`),
    )
  })

  it('rejects a wrong baseUrl immediately', () => {
    const { feed } = feedOver(json(body))
    expect(() => feed.withOptions({ baseUrl: '' })).toThrow(TypeError)
  })
})

describe('fetch', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is the global one of the moment if none is passed', async () => {
    const feed = createFeed({ baseUrl, apiKey })
    const service = fakeFetch(json(accountBody(['later'])))
    vi.stubGlobal('fetch', service.fetch)
    expect((await feed.me()).posts.map(({ id }: Post) => id)).toEqual(['later'])
  })
})

describe('baseUrl', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    '',
    'feed.example',
    'ftp://feed.example',
    'https://user:secret@feed.example',
    'https://:secret@feed.example',
    `https://feed.example/api/v1/me?api_key=${apiKey}`,
    'https://feed.example/#top',
    'https://feed.example/#',
    'https://feed.example/?',
  ])('must not be %j, which is not quoted', (address) => {
    expect(() => createFeed({ baseUrl: address, apiKey })).toThrow(
      new TypeError(
        'baseUrl must begin with http:// or https:// and have no credentials, query or fragment.',
      ),
    )
  })

  it('may be relative to the page in a browser', async () => {
    vi.stubGlobal('location', { href: 'https://shop.example/about' })
    const service = fakeFetch(json(accountBody()))
    await createFeed({ baseUrl: '/feed', apiKey, fetch: service.fetch }).me()
    expect(service.requests[0]?.url).toBe(`https://shop.example/feed/api/v1/me?api_key=${apiKey}`)
  })
})
