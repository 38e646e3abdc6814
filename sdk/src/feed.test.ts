import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountBody } from '../test/support/account-body.ts'
import { apiKey, baseUrl, fakeFetch, json } from '../test/support/fake-fetch.ts'
import { createFeed, type MeOptions } from './index.ts'

describe('the request', () => {
  async function urlOf(options?: MeOptions, address = baseUrl) {
    const service = fakeFetch(json(accountBody()))
    await createFeed({ baseUrl: address, apiKey, fetch: service.fetch }).me(options)
    return service.requests[0]?.url
  }

  it('holds the key and nothing else by default', async () => {
    expect(await urlOf()).toBe(`https://feed.example/api/v1/me?api_key=${apiKey}`)
  })

  it('holds every option under its name on the wire', async () => {
    const url = await urlOf({
      pageSize: 12,
      cursor: 'bjox',
      type: 'CAROUSEL_ALBUM',
      publishedAfter: '2026-01-01',
      publishedBefore: '2026-02-01T12:00:00+01:00',
      sort: '-id',
      include: ['children', 'comments'],
      format: 'webp',
    })
    expect(url).toBe(
      'https://feed.example/api/v1/me?page%5Bsize%5D=12&page%5Bcursor%5D=bjox' +
        '&filter%5Btype%5D=CAROUSEL_ALBUM&filter%5BpublishedAfter%5D=2026-01-01' +
        '&filter%5BpublishedBefore%5D=2026-02-01T12%3A00%3A00%2B01%3A00&sort=-id' +
        `&include%5B%5D=children&include%5B%5D=comments&format=webp&api_key=${apiKey}`,
    )
  })

  it('holds a value of another type too, so that the service can refuse it', async () => {
    const publishedAfter = new Date(0) as unknown as string
    expect(await urlOf({ publishedAfter })).toBe(
      `https://feed.example/api/v1/me?filter%5BpublishedAfter%5D=&api_key=${apiKey}`,
    )
  })

  it('leaves out what is undefined or an empty list', async () => {
    expect(await urlOf({ cursor: undefined, type: undefined, include: [] })).toBe(
      `https://feed.example/api/v1/me?api_key=${apiKey}`,
    )
  })

  it('keeps the path of a baseUrl and drops its trailing slashes', async () => {
    expect(await urlOf({}, 'https://proxy.example/photos//')).toBe(
      `https://proxy.example/photos/api/v1/me?api_key=${apiKey}`,
    )
  })

  it('may have an @ in the path of its baseUrl', async () => {
    expect(await urlOf({}, 'https://proxy.example/@shop')).toBe(
      `https://proxy.example/@shop/api/v1/me?api_key=${apiKey}`,
    )
  })

  it('is a GET that needs no CORS preflight', async () => {
    const service = fakeFetch(json(accountBody()))
    await createFeed({ baseUrl, apiKey, fetch: service.fetch }).me()
    const [request] = service.requests
    expect(request?.method).toBe('GET')
    expect([...(request?.headers ?? [])]).toEqual([])
  })
})

describe('the page', () => {
  it('has the account, its posts, where the page stands, and the connection', async () => {
    const body = accountBody(['1', '2'], { next: 'n' })
    const { posts, pagination, ...account } = body
    const page = await createFeed({ baseUrl, apiKey, fetch: fakeFetch(json(body)).fetch }).me()
    expect({ ...page }).toEqual({
      account,
      posts,
      pagination,
      connection: {
        status: 'ready',
        stale: false,
        explanation: null,
        lastFetchedAt: '2026-03-01T06:00:00+00:00',
      },
      cursor: null,
      response: { status: 200, headers: { 'content-type': 'application/json' } },
    })
  })

  it('survives structuredClone and JSON', async () => {
    const service = fakeFetch(json(accountBody(['1'])))
    const page = await createFeed({ baseUrl, apiKey, fetch: service.fetch }).me()
    expect(structuredClone(page)).toEqual({ ...page })
    expect(JSON.parse(JSON.stringify(page))).toEqual({ ...page })
  })
})

describe('fetch', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is the global one of the moment when none is given', async () => {
    const feed = createFeed({ baseUrl, apiKey })
    const service = fakeFetch(json(accountBody(['later'])))
    vi.stubGlobal('fetch', service.fetch)
    expect((await feed.me()).posts.map(({ id }) => id)).toEqual(['later'])
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
  ])('refuses %j without quoting it', (address) => {
    expect(() => createFeed({ baseUrl: address, apiKey })).toThrow(
      new TypeError(
        'baseUrl has to be an http or https address without credentials, query or fragment.',
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
