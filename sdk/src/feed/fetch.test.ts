import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
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
import { fakePace, timeout, totalTimeout } from '../../test/support/fake-pace.ts'
import type { FeedOptions } from '../client/options.ts'
import { createFeed } from '../entries/index.ts'
import { createRestClient } from '../entries/rest.ts'
import { createPacedFeed } from './feed.ts'

const good = json(accountBody(['1']))

function feedOver(responders: Parameters<typeof fakeFetch>, options: Partial<FeedOptions> = {}) {
  const service = fakeFetch(...responders)
  const given = { baseUrl, apiKey, fetch: service.fetch, timeout, totalTimeout, ...options }
  return { service, feed: createPacedFeed(given, fakePace().pace) }
}

describe('feed.fetch', () => {
  it("resolves with the platform's own response, whose body is the caller's", async () => {
    const own = Response.json({ posts: [] })
    const { feed } = feedOver([() => own])
    const response = await feed.fetch('/api/v1/me')
    expect(response).toBe(own)
    expect(inspect(response)).toMatch(/^Response \{/)
    expect(await response.clone().bytes()).toHaveLength(12)
    expect(await response.json()).toEqual({ posts: [] })
  })

  it.each<[string, Parameters<ReturnType<typeof feedOver>['feed']['fetch']>]>([
    ['a path', ['/graphql', { method: 'POST', body: '{}', headers: { 'X-A': 'b' } }]],
    [
      'a URL',
      [new URL(`${baseUrl}/graphql`), { method: 'POST', body: '{}', headers: [['x-a', 'b']] }],
    ],
    [
      'a Request',
      [new Request(`${baseUrl}/graphql`, { method: 'POST', body: '{}', headers: { 'x-a': 'b' } })],
    ],
  ])('adds the key to %s of the service', async (_, parameters) => {
    const { feed, service } = feedOver([text('', 502), good])
    await feed.fetch(...parameters)
    for (const { url, init } of service.requests) {
      expect(url).toBe(`${baseUrl}/graphql?api_key=${apiKey}`)
      expect(init).toMatchObject({ method: 'POST', body: '{}', headers: { 'x-a': 'b' } })
    }
    expect(service.requests).toHaveLength(2)
  })

  it('sends what a Request says, and leaves its defaults to the platform', async () => {
    const { feed, service } = feedOver([good])
    const said = { cache: 'no-store', credentials: 'include', redirect: 'manual' } as const
    await feed.fetch(new Request(`${baseUrl}/a`, { ...said, keepalive: true }))
    expect(service.requests[0]?.init).toMatchObject({ ...said, keepalive: true })
    await feed.fetch(new Request(`${baseUrl}/a`))
    const names = Object.keys(service.requests[1]?.init ?? {})
    expect(names.filter((name) => ['cache', 'credentials', 'keepalive'].includes(name))).toEqual([])
  })

  it('sends a stream once, because it cannot be read again', async () => {
    const { feed, service } = feedOver([text('', 503)])
    const body = new Blob(['{}']).stream()
    expect((await feed.fetch('/graphql', { method: 'POST', body })).status).toBe(503)
    expect(service.requests).toHaveLength(1)
  })

  it('adds nothing to another address', async () => {
    const { feed, service } = feedOver([good])
    await feed.fetch('https://other.example/a?b=c')
    expect(service.requests[0]?.url).toBe('https://other.example/a?b=c')
  })

  it('retries what may pass, and returns the last response as it came', async () => {
    const { feed, service } = feedOver([
      text('', 503),
      rejectWith(new TypeError('fetch failed')),
      text('no', 502),
    ])
    const response = await feed.fetch('/api/v1/me')
    expect([response.status, await response.text()]).toEqual([502, 'no'])
    expect(service.requests.map(({ init }) => init.signal.aborted)).toEqual([true, true, false])
    const rejected = feedOver([apiError('INVALID_API_KEY')])
    expect((await rejected.feed.fetch('/api/v1/me')).status).toBe(401)
    expect(rejected.service.requests).toHaveLength(1)
  })

  it('ends with the signal, and with the timeout of the head', async () => {
    const reason = new Error('left')
    const signal = AbortSignal.abort(reason)
    expect(await catchError(feedOver([silent]).feed.fetch('/a', { signal }))).toBe(reason)
    const service = fakeFetch(silent)
    const feed = createFeed({ baseUrl, apiKey, fetch: service.fetch, timeout: 5, maxRetries: 0 })
    expect(await catchError(feed.fetch('/a'))).toMatchObject({ code: 'TIMEOUT' })
  })

  it('calls the hooks without the key', async () => {
    const urls: string[] = []
    const { feed } = feedOver([good], { onRequest: ({ url }) => urls.push(url) })
    await feed.fetch('/api/v1/me')
    expect(urls).toEqual([`${baseUrl}/api/v1/me?api_key=<redacted>`])
  })
})

describe('createRestClient', () => {
  it('is the client of openapi-fetch, with its middlewares and real responses', async () => {
    const { feed, service } = feedOver([good, apiError('VALIDATION_ERROR')])
    const rest = createRestClient(feed)
    const seen: unknown[] = []
    rest.use({
      onRequest({ request }) {
        seen.push(request.clone() instanceof Request)
        request.headers.set('x-trace', '7')
        return request
      },
      onResponse({ response }) {
        seen.push([response.status, response.url, response.clone() instanceof Response])
      },
    })
    const query = { 'page[size]': 3, 'include[]': ['children' as const] }
    const { data, response } = await rest.GET('/api/v1/me', { params: { query } })
    expect(data?.posts.map(({ id }) => id)).toEqual(['1'])
    expect(inspect(response)).toMatch(/^Response \{/)
    expect(service.requests[0]?.init.headers).toEqual({ 'x-trace': '7' })
    expect(service.queries()).toEqual(['page[size]=3&include[]=children'])
    const { error } = await rest.GET('/api/v1/me', { params: { query: { 'page[size]': 0 } } })
    expect(error?.errors[0]?.code).toBe('VALIDATION_ERROR')
    expect(seen).toEqual([true, [200, '', true], true, [422, '', true]])
  })
})
