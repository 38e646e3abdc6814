import { apiKey as keyParameter } from '@photofeed/openapi'
import { describe, expect, it, vi } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import { fakeClock, settle } from '../../test/support/fake-clock.ts'
import {
  apiError,
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
  rejectWith,
  silent,
  text,
} from '../../test/support/fake-fetch.ts'
import type { FetchInit, FetchOptions } from '../client/options.ts'
import { cachedFetch } from './cache.ts'
import { createCachedFetch } from './cached-fetch.ts'
import { createFeed } from './index.ts'
import { rss } from './rss.ts'

const hour = 3_600_000
const url = `${baseUrl}/api/v1/me?api_key=${apiKey}`
const init = (options: Partial<FetchInit> = {}): FetchInit => ({
  method: 'GET',
  headers: {},
  signal: undefined,
  ...options,
})
const caching = { 'cache-control': 'max-age=3600, public', etag: 'W/"1"' }
const page = json(accountBody(['1']), 200, caching)
const notModified =
  (headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status: 304, headers: { ...caching, ...headers } })

function setup(...responders: Parameters<typeof fakeFetch>) {
  const { fetch, requests } = fakeFetch(...responders)
  const store = new Map<string, string>()
  const time = fakeClock()
  const cached = createCachedFetch({ store, fetch }, time.clock)
  let headers: Readonly<Record<string, string>> = {}
  const onResponse = (event: { readonly headers: typeof headers }) => {
    headers = event.headers
  }
  const feed = createFeed({ baseUrl, apiKey, fetch: cached, maxRetries: 0, onResponse })
  const source = async () => {
    await feed.me()
    return headers['x-photofeed-cache']
  }
  return { headers: () => headers, cached, feed, requests, source, store, time }
}

describe('a feed', () => {
  it('reads pages from the cache for max-age, then revalidates them', async () => {
    const { source, requests, time } = setup(page, notModified())
    expect(await source()).toBeUndefined()
    await time.advance(hour - 1)
    expect(await source()).toBe('hit')
    await time.advance(1)
    expect(await source()).toBe('revalidated')
    expect(await source()).toBe('hit')
    expect(requests.map(({ init }) => init.headers['if-none-match'])).toEqual([undefined, 'W/"1"'])
  })

  it('subtracts the time for which a proxy cached the page', async () => {
    const { source, time } = setup(json(accountBody(), 200, { ...caching, age: '600' }))
    await source()
    await time.advance(hour - 600_000 - 1)
    expect(await source()).toBe('hit')
    await time.advance(1)
    expect(await source()).toBeUndefined()
  })

  it('has the connection of the cached page, and drops the headers that a 304 lacks', async () => {
    const explanation = 'Reconnect the account.'
    const broken = { ...caching, 'x-service-feed-stale': explanation }
    const { feed, headers, time } = setup(
      json(accountBody(), 200, { ...broken, 'content-language': 'en', server: 'a' }),
      notModified({ server: 'b' }),
    )
    await feed.me()
    expect((await feed.me()).connection.explanation).toBe(explanation)
    await time.advance(hour)
    expect((await feed.me()).connection.stale).toBe(false)
    expect(headers()).toEqual({
      ...caching,
      'content-language': 'en',
      'content-type': 'application/json',
      server: 'b',
      'x-photofeed-cache': 'revalidated',
    })
  })

  it.each([
    ['a network failure', rejectWith(new TypeError('fetch failed'))],
    ['a 500', apiError('INTERNAL_SERVER_ERROR')],
    ['a gateway', text('<h1>Bad gateway</h1>', 502)],
    ['a login page', text('<h1>Log in</h1>')],
  ])('returns the last page for a week after %s', async (_, failure) => {
    const { feed, source, time } = setup(page, failure)
    await source()
    await time.advance(7 * 24 * hour - 1)
    expect(await source()).toBe('fallback')
    expect((await feed.me()).posts.map(({ id }) => id)).toEqual(['1'])
    await time.advance(1)
    expect(await catchError(source())).toMatchObject({ name: expect.stringMatching(/Error$/) })
  })

  it('returns no page from a future that is farther than staleIfError', async () => {
    const { source, time } = setup(page, apiError('INTERNAL_SERVER_ERROR'))
    await source()
    await time.advance(-7 * 24 * hour)
    expect(await catchError(source())).toMatchObject({ name: 'InternalServerError' })
  })

  it('forgets a page whose key is rejected', async () => {
    const { source, store, time } = setup(page, apiError('INVALID_API_KEY'))
    await source()
    await time.advance(hour)
    expect(await catchError(source())).toMatchObject({ name: 'InvalidApiKeyError' })
    expect(store.size).toBe(0)
  })

  it('has pages of its own for headers and credentials that may change the response', async () => {
    const { feed, requests } = setup(page)
    const read = (fetchOptions: FetchOptions) => feed.me({ fetchOptions })
    await Promise.all([
      read({ headers: { 'x-scenario': 'a' } }),
      read({ headers: { 'x-scenario': 'b' } }),
      read({ headers: { authorization: 'Basic c3RhZ2luZw==' } }),
      read({ credentials: 'include' }),
    ])
    expect(requests).toHaveLength(4)
    await read({ headers: { 'x-scenario': 'b', traceparent: '00-1-2-01' } })
    expect(requests).toHaveLength(4)
  })

  it('reads RSS from the cache', async () => {
    const { feed, requests } = setup(text('<rss><channel/></rss>\n', 200, caching))
    for (let count = 0; count < 2; count++) await catchError(rss(feed))
    expect(requests).toHaveLength(1)
  })
})

describe('requests in flight', () => {
  it('are not shared after they were aborted', async () => {
    const { cached, requests } = setup(silent, page)
    const controller = new AbortController()
    const aborted = catchError(cached(url, init({ signal: controller.signal })))
    await settle()
    const reason = new Error('left the page')
    controller.abort(reason)
    expect((await cached(url, init())).status).toBe(200)
    expect(await aborted).toBe(reason)
    expect(requests.map(({ init }) => init.signal.aborted)).toEqual([true, false])
  })

  it('are not shared with a reload, whose response is cached', async () => {
    let respond: (response: Response) => void = () => {}
    const older = () => new Promise<Response>((resolve) => (respond = resolve))
    const { cached } = setup(older, json({ version: 2 }, 200, caching))
    const first = cached(url, init())
    await settle()
    const reloaded = await cached(url, init({ cache: 'reload' }))
    expect(await reloaded.text()).toBe('{"version":2}')
    respond(Response.json({ version: 1 }, { headers: caching }))
    expect(await (await first).text()).toBe('{"version":1}')
    expect(await (await cached(url, init())).text()).toBe('{"version":2}')
  })

  it('leave no listener on the signal', async () => {
    const { cached, requests } = setup(page)
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    await cached(url, init({ signal }))
    expect(removed.mock.calls).toEqual(added.mock.calls.map(([type, listener]) => [type, listener]))
    expect(added).toHaveBeenCalledTimes(1)
    expect(requests).toHaveLength(1)
  })

  it('are not sent for a signal that aborted before', async () => {
    const { cached, requests } = setup(page)
    const reason = new Error('left the page')
    expect(await catchError(cached(url, init({ signal: AbortSignal.abort(reason) })))).toBe(reason)
    expect(requests).toEqual([])
  })
})

describe('cachedFetch', () => {
  it('stores no API key', async () => {
    const { cached, store } = setup(({ url }) => Response.json({ self: url }, { headers: caching }))
    const keyUrl = `${baseUrl}/api/v1/me?${keyParameter.parameter}=${apiKey}`
    for (let count = 0; count < 2; count++) {
      expect(await (await cached(keyUrl, init())).text()).toBe(JSON.stringify({ self: keyUrl }))
    }
    expect([...store].flat()).toEqual([
      expect.stringMatching(/^photofeed:[0-9a-z-]{20,}$/),
      expect.not.stringContaining(apiKey),
    ])
  })

  it('passes a POST through', async () => {
    const { cached, requests, store } = setup(page)
    for (let count = 0; count < 2; count++) await cached(url, init({ method: 'POST', body: '{}' }))
    expect(requests).toHaveLength(2)
    expect(store.size).toBe(0)
  })

  it('reads the global fetch for each request', async () => {
    const fetch = cachedFetch({ store: new Map() })
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }))
    expect((await fetch(url, init())).status).toBe(404)
  })

  it.each([undefined, null, {}, { getItem() {} }])('rejects the store %j', (store) => {
    expect(() => cachedFetch({ store: store as never })).toThrow(
      'store must have get, set and delete: pass a Map or an adapter.',
    )
  })
})
