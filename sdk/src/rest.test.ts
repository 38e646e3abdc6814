import { describe, expect, it, vi } from 'vitest'
import { accountBody } from '../test/support/account-body.ts'
import {
  apiError,
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
  problem,
  rejectWith,
  text,
} from '../test/support/fake-fetch.ts'
import { rssText } from '../test/support/rss-text.ts'
import { createFeed } from './index.ts'
import { rss } from './rss.ts'

function feedOver(...responders: Parameters<typeof fakeFetch>) {
  const service = fakeFetch(...responders)
  return { service, feed: createFeed({ baseUrl, apiKey, fetch: service.fetch, maxRetries: 0 }) }
}

describe('feed.rest', () => {
  it('sends a typed request with the key and the options of fetch', async () => {
    const { feed, service } = feedOver(json(accountBody(['1'])))
    const { data, response } = await feed.rest.GET('/api/v1/me', {
      params: { query: { 'page[size]': 3, 'include[]': ['children', 'comments'] } },
      headers: { 'X-Own': 'yes' },
      cache: 'no-store',
    })
    expect(data?.posts.map(({ id }) => id)).toEqual(['1'])
    expect([response.status, response.ok]).toEqual([200, true])
    expect(service.requests[0]?.url).toBe(
      `${baseUrl}/api/v1/me?page%5Bsize%5D=3&include%5B%5D=children&include%5B%5D=comments&api_key=${apiKey}`,
    )
    const { signal, ...init } = service.requests[0]?.init ?? {}
    expect(init).toEqual({ method: 'GET', headers: { 'x-own': 'yes' }, cache: 'no-store' })
  })

  it('returns an error of the service, and throws what is not of the service', async () => {
    const { feed } = feedOver(
      apiError('INVALID_API_KEY'),
      text('<h1>Bad gateway</h1>', 502),
      rejectWith(new TypeError('fetch failed')),
    )
    const { data, error } = await feed.rest.GET('/api/v1/accounts')
    expect([data, error]).toEqual([undefined, { errors: [problem('INVALID_API_KEY')] }])
    expect(await catchError(feed.rest.GET('/api/v1/me'))).toMatchObject({ code: 'UNREADABLE' })
    expect(await catchError(feed.rest.GET('/api/v1/me'))).toMatchObject({ code: 'NETWORK' })
  })

  it('retries, and stops when its signal aborts', async () => {
    const service = fakeFetch(apiError('INTERNAL_SERVER_ERROR', { 'Retry-After': '0' }))
    const feed = createFeed({ baseUrl, apiKey, fetch: service.fetch, maxRetries: 2 })
    expect((await feed.rest.GET('/api/v1/me')).response.status).toBe(500)
    expect(service.requests).toHaveLength(3)
    const reason = new Error('left')
    const signal = AbortSignal.abort(reason)
    expect(await catchError(feed.rest.GET('/api/v1/me', { signal }))).toBe(reason)
  })

  it.each(['text', 'blob', 'stream', 'arrayBuffer'] as const)('parses as %s', async (parseAs) => {
    const { feed } = feedOver(text(rssText()))
    const { data } = await feed.rest.GET('/api/v1/rss', { parseAs })
    expect(await new Response(data as string).text()).toBe(rssText())
  })

  it('sends documents to /graphql', async () => {
    const { feed, service } = feedOver(json({ data: { me: null } }))
    const { data } = await feed.rest.POST('/graphql', { body: { query: '{ me { username } }' } })
    expect(data).toEqual({ data: { me: null } })
    expect(service.requests[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"query":"{ me { username } }"}',
      headers: { 'content-type': 'application/json' },
    })
  })
})

describe('a middleware', () => {
  it('sees the requests and responses of every REST method', async () => {
    const account = { data: { id: '1', attributes: accountBody() } }
    const { feed, service } = feedOver(json(accountBody()), json(account), text(rssText()))
    const seen: unknown[] = []
    feed.rest.use({
      onRequest({ request, schemaPath }) {
        request.headers.set('x-own', schemaPath)
        return request
      },
      async onResponse({ request, response }) {
        seen.push([request.url, response.status, (await response.clone().text()).slice(0, 9)])
        return response
      },
    })
    await feed.me({ pageSize: 2 })
    await feed.account()
    await rss(feed)
    expect(service.requests.map(({ init }) => init.headers)).toEqual([
      { 'x-own': '/api/v1/me' },
      { 'x-own': '/api/v1/accounts' },
      { 'x-own': '/api/v1/rss' },
    ])
    expect(seen).toEqual([
      [`${baseUrl}/api/v1/me?page%5Bsize%5D=2`, 200, '{"usernam'],
      [`${baseUrl}/api/v1/accounts`, 200, '{"data":{'],
      [`${baseUrl}/api/v1/rss`, 200, expect.stringContaining('<?xml')],
    ])
  })

  it('may respond itself, and may replace a request by a real one', async () => {
    const { feed, service } = feedOver(json(accountBody(['1'])))
    feed.rest.use({
      onRequest: ({ request }) => new Request(`${request.url}?format=webp`, request),
    })
    await feed.me()
    expect(service.queries()).toEqual(['format=webp'])
    feed.rest.use({ onRequest: () => Response.json(accountBody(['7'])) })
    const page = await feed.me({ includeResponse: true })
    expect(page.posts.map(({ id }) => id)).toEqual(['7'])
    expect(page.response).toEqual({ status: 200, headers: { 'content-type': 'application/json' } })
    expect(service.requests).toHaveLength(1)
  })

  it('may replace a response', async () => {
    const { feed } = feedOver(json(accountBody(['1'])))
    const rejected = { errors: [problem('NOT_FOUND')] }
    feed.rest.use({ onResponse: () => Response.json(rejected, { status: 404 }) })
    expect(await catchError(feed.me())).toMatchObject({ name: 'NotFoundError' })
  })

  it('cannot send the key to another host', async () => {
    const { feed, service } = feedOver(json(accountBody()))
    feed.rest.use({ onRequest: () => new Request('https://feed.example.evil.example/api') })
    await feed.me()
    expect(service.requests[0]?.url).toBe('https://feed.example.evil.example/api')
  })
})

describe('the global Request and Response', () => {
  it('are not needed', async () => {
    const response = Response.json(accountBody(['1']))
    const { feed } = feedOver(() => response)
    vi.stubGlobal('Request', undefined)
    vi.stubGlobal('Response', undefined)
    const { posts } = await feed.me().finally(() => vi.unstubAllGlobals())
    expect(posts).toHaveLength(1)
  })
})
