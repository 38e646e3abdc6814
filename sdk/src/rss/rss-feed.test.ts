import { inspect } from 'node:util'
import { headers, problems } from '@photofeed/openapi'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { itemText, rssText } from '../../test/rss/rss-text.ts'
import { apiKey, baseUrl, fakeFetch, json, text, thrownBy } from '../../test/support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../../test/support/fake-pace.ts'
import {
  type Connection,
  InvalidApiKeyError,
  isPhotofeedError,
  UnreadableBodyError,
} from '../index.ts'
import { createRssFeed, type RssItem, type RssResult } from './index.ts'
import { createPacedRssFeed } from './rss-feed.ts'

const invalidKey = json(
  { errors: [{ ...problems.INVALID_API_KEY, status: '401', code: 'INVALID_API_KEY' }] },
  401,
)

describe('the request', () => {
  it('is a GET of the feed’s address that needs no CORS preflight', async () => {
    const { fetch, requests } = fakeFetch(text(rssText()))
    await createRssFeed({ baseUrl: `${baseUrl}/photos/`, apiKey, fetch }).rss()
    const [request] = requests
    expect(request?.method).toBe('GET')
    expect(request?.url).toBe(`https://feed.example/photos/api/v1/rss?api_key=${apiKey}`)
    expect([...(request?.headers ?? [])]).toEqual([])
  })

  it('has the options of the call', async () => {
    const seen: unknown[] = []
    const feed = createRssFeed({
      baseUrl,
      apiKey,
      fetch: async (request, options) => {
        seen.push(options)
        return text(rssText())(request)
      },
    })
    await feed.rss({ fetchOptions: { cache: 'no-cache' } })
    expect(seen).toEqual([{ cache: 'no-cache' }])
  })

  it('is sent again after a failure that may pass', async () => {
    const { fetch, requests } = fakeFetch(text('Bad gateway', 502), text(rssText()))
    const { pace, waits } = fakePace()
    const feed = createPacedRssFeed({ baseUrl, apiKey, fetch, timeout, totalTimeout }, pace)
    expect((await feed.rss()).channel.title).toBe('Harbour Lights')
    expect(requests).toHaveLength(2)
    expect(waits).toEqual([500])
  })
})

describe('the result', () => {
  it('has the document, the connection and the head of the answer', async () => {
    const { fetch } = fakeFetch(
      () =>
        new Response(rssText(itemText('<title>Fog</title>')), {
          headers: {
            'content-type': 'application/rss+xml; charset=utf-8',
            [headers.AccountStatus.name]: 'invalid_token',
            [headers.FeedStale.name]: 'Reconnect.',
            [headers.LastFetchedAt.name]: 'Never',
          },
        }),
    )
    const result = await createRssFeed({ baseUrl, apiKey, fetch }).rss()
    expect(result).toMatchObject({
      channel: { title: 'Harbour Lights' },
      items: [{ id: '1', title: 'Fog' }],
    })
    expect(result.connection).toEqual({
      status: 'invalid_token',
      stale: true,
      explanation: 'Reconnect.',
      lastFetchedAt: null,
    })
    expect(result.response).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
    })
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
  })

  it('has no connection where the headers are hidden', async () => {
    const { fetch } = fakeFetch(text(rssText()))
    expect((await createRssFeed({ baseUrl, apiKey, fetch }).rss()).connection).toBeNull()
  })

  it('is typed', () => {
    expectTypeOf<RssResult['items']>().toEqualTypeOf<readonly RssItem[]>()
    expectTypeOf<RssResult['connection']>().toEqualTypeOf<Connection | null>()
    expectTypeOf<RssItem['id']>().toEqualTypeOf<string>()
    expectTypeOf<RssItem['title']>().toEqualTypeOf<string | null>()
    expectTypeOf<RssItem['media'][number]['medium']>().extract<'video'>().toEqualTypeOf<'video'>()
  })
})

describe('an error', () => {
  it('of the service is JSON here too', async () => {
    const { fetch, requests } = fakeFetch(invalidKey)
    const error = await thrownBy(createRssFeed({ baseUrl, apiKey, fetch }).rss())
    expect(error).toBeInstanceOf(InvalidApiKeyError)
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['an empty body', '', 200, ''],
    ['HTML', '<html>\n<p>Welcome</p>\n</html>', 200, '<html> <p>Welcome</p> </html>'],
    ['JSON', '{"errors":[]}', 200, '{"errors":[]}'],
    ['a feed with an error’s status', rssText(), 404, expect.stringMatching(/^<\?xml .*…$/)],
  ])('says what came instead: %s', async (_, body, status, excerpt) => {
    const { fetch } = fakeFetch(text(body, status))
    const error = await thrownBy(createRssFeed({ baseUrl, apiKey, fetch }).rss())
    expect(error).toBeInstanceOf(UnreadableBodyError)
    expect(error).toMatchObject({ status, excerpt, retryable: false })
  })

  it('does not hold the key that the feed’s own address holds', async () => {
    const cut = `<rss><channel><atom:link href="${baseUrl}/api/v1/rss?api_key=${apiKey}" rel="se`
    const { fetch } = fakeFetch(text(cut))
    const error = await thrownBy(createRssFeed({ baseUrl, apiKey, fetch }).rss())
    expect(isPhotofeedError(error)).toBe(true)
    const everything = inspect(error, { depth: null, showHidden: true, getters: true })
    expect(everything).toContain('api_key=<redacted>')
    expect(everything).not.toContain(apiKey)
  })
})
