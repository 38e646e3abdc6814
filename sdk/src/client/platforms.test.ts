import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountBody, postBody } from '../../test/support/account-body.ts'
import {
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
  type Responder,
  rejectWith,
  text,
} from '../../test/support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../../test/support/fake-pace.ts'
import { altText } from '../entries/alt-text.ts'
import { graphql } from '../entries/graphql.ts'
import { createFeed, type FeedOptions } from '../entries/index.ts'
import { createPacedFeed } from '../feed/feed.ts'

const good = json(accountBody(['1']))

function feedOver(responders: Parameters<typeof fakeFetch>, options: Partial<FeedOptions> = {}) {
  const service = fakeFetch(...responders)
  const limits = { timeout, totalTimeout }
  const all = { baseUrl, apiKey, fetch: service.fetch, ...limits, ...options }
  return { feed: createPacedFeed(all, fakePace().pace), service }
}

afterEach(() => vi.unstubAllGlobals())

describe('another realm', () => {
  it('has dates, and errors of its fetch', async () => {
    const { feed, service } = feedOver([
      rejectWith(runInNewContext('new TypeError("fetch failed")')),
      good,
    ])
    const date: Date = runInNewContext('new Date(0)')
    expect(date).not.toBeInstanceOf(Date)
    await feed.me({ publishedAfter: date })
    const query = 'filter[publishedAfter]=1970-01-01T00:00:00.000Z'
    expect(service.queries()).toEqual([query, query])
    const invalid = runInNewContext('new Date(NaN)')
    expect(await catchError(feed.me({ publishedBefore: invalid }))).toEqual(
      new TypeError('publishedBefore is an invalid Date.'),
    )
  })

  it('has errors without the key in their cause', async () => {
    const { feed } = feedOver(
      [({ url }) => Promise.reject(runInNewContext('new TypeError(text)', { text: `no ${url}` }))],
      { maxRetries: 0 },
    )
    expect(await catchError(feed.me())).toMatchObject({
      cause: { name: 'TypeError', message: `no ${baseUrl}/api/v1/me?api_key=<redacted>` },
    })
  })
})

describe('a network failure', () => {
  it.each<[string, unknown]>([
    ['Tauri, a text', 'error sending request for url (https://feed.example)'],
    ['Electron', new Error('net::ERR_CONNECTION_REFUSED')],
    ['iOS in German', new TypeError('Es konnte keine Verbindung zum Server hergestellt werden.')],
    ['iOS, a host', new TypeError('A server with the specified hostname could not be found.')],
    ['a native client, an object', { message: 'Offline', code: 'ENETUNREACH' }],
  ])('of %s is retried', async (_, thrown) => {
    const { feed, service } = feedOver([rejectWith(thrown), good])
    expect((await feed.me()).posts).toHaveLength(1)
    expect(service.requests).toHaveLength(2)
  })

  it('within a body is retried in Firefox, which rejects as if it was aborted', async () => {
    const broken: Responder = () => {
      const response = new Response()
      const text = () =>
        Promise.reject(new DOMException('The operation was aborted. ', 'AbortError'))
      return Object.defineProperty(response, 'text', { value: text })
    }
    const { feed, service } = feedOver([broken, good])
    expect((await feed.me()).posts).toHaveLength(1)
    expect(service.requests).toHaveLength(2)
  })

  it.each([
    ['an invalid certificate', 'CERT_HAS_EXPIRED', /certificate/],
    ['a certificate of another host', 'ERR_TLS_CERT_ALTNAME_INVALID', /certificate/],
    ['a self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', /certificate/],
    ['a dispatcher of another undici', 'UND_ERR_INVALID_ARG', /dispatcher/],
  ])('that cannot succeed is not retried: %s', async (_, code, hint) => {
    const cause = Object.assign(new Error('no'), { code })
    const { feed, service } = feedOver([rejectWith(new TypeError('fetch failed', { cause }))])
    expect(await catchError(feed.me())).toMatchObject({
      ...{ name: 'NetworkError', retryable: false },
      hint: expect.stringMatching(hint),
    })
    expect(service.requests).toHaveLength(1)
  })
})

describe('a platform', () => {
  it('without a fetch is told to pass one', async () => {
    vi.stubGlobal('fetch', undefined)
    expect(await catchError(createFeed({ baseUrl, apiKey }).me())).toEqual(
      new TypeError('There is no fetch: pass one.'),
    )
  })

  it('may define a process without env', async () => {
    const { feed } = feedOver([good])
    // The rest of process stays, because a timer of another test may use it.
    vi.stubGlobal('process', Object.create(process, { env: { value: undefined } }))
    expect((await feed.me()).posts).toHaveLength(1)
  })

  it('without Request fails by the network as others do', async () => {
    const { feed } = feedOver([rejectWith(new TypeError('Network request failed'))])
    vi.stubGlobal('Request', undefined)
    expect(await catchError(feed.me())).toMatchObject({ name: 'NetworkError' })
  })

  it('whose fetch rejects the AbortSignal of the page is called without it', async () => {
    const strict: Responder = ({ init }) => {
      if (init.signal)
        throw new TypeError('Expected signal ("AbortSignal {}") to be an instance of AbortSignal.')
      return Response.json(accountBody(['1']))
    }
    expect((await feedOver([strict]).feed.me()).posts).toHaveLength(1)
  })
})

describe('a body', () => {
  const type = { 'content-type': 'text/plain' }

  it('is judged by what it is, not by its type', async () => {
    const me = feedOver([text(JSON.stringify(accountBody(['1'])), 200, type)])
    expect((await me.feed.me()).posts).toHaveLength(1)
    const { feed } = feedOver([text('{"data":{"me":null}}', 200, type)])
    expect((await graphql(feed, '{ me { name } }')).data).toEqual({ me: null })
  })

  it('has at most 16 MB, also one that never ends', async () => {
    const error = { code: 'UNREADABLE', message: expect.stringContaining('longer than 16 MB') }
    const { feed, service } = feedOver([text('x'.repeat(2 ** 24 + 1))])
    expect(await catchError(feed.me())).toMatchObject({ ...error, retryable: false })
    expect(service.requests).toHaveLength(1)
    const announced = feedOver([text('{}', 200, { 'content-length': '16777217' })])
    expect(await catchError(announced.feed.me())).toMatchObject(error)
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 2 ** 20
        controller.enqueue(new Uint8Array(2 ** 20))
      },
    })
    vi.stubGlobal('fetch', async () => new Response(endless))
    const unlimited = createFeed({ baseUrl, apiKey })
    expect(await catchError(unlimited.me())).toMatchObject(error)
    expect(sent).toBeLessThan(2 ** 24 + 2 ** 22)
  })

  it.each([
    ['blanks', ' '.repeat(1e7)],
    ['keys', 'api_key='.repeat(1e6)],
    ['a key without an end', `api_key=${'x'.repeat(1e7)}`],
    ['hashtags', `${'#a'.repeat(5e6)} !`],
  ])('of ten million characters is quoted in no time: %s', async (_, body) => {
    const { feed } = feedOver([text(body, 400)])
    const began = performance.now()
    expect(await catchError(feed.me())).toMatchObject({ code: 'GATEWAY' })
    altText({ ...postBody('1'), caption: body })
    // A pattern that backtracks takes hours.
    expect(performance.now() - began).toBeLessThan(60_000)
  })
})
