import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountBody, postBody } from '../../test/support/account-body.ts'
import { apiKey, baseUrl, catchError } from '../../test/support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../../test/support/fake-pace.ts'
import { itemText, rssText } from '../../test/support/rss-text.ts'
import { cachedFetch } from '../entries/cache.ts'
import { graphql } from '../entries/graphql.ts'
import * as sdk from '../entries/index.ts'
import { rss } from '../entries/rss.ts'
import { createPacedFeed } from '../feed/feed.ts'

const NativeUrl = URL
const NativeResponse = Response

/** As React Native until 0.79: a URL has a text, and nothing else. */
class PartialUrl {
  readonly href: string

  constructor(url: string, base?: string) {
    this.href = new NativeUrl(url, base).href
  }

  toString() {
    return this.href
  }

  get origin(): string {
    throw new Error('URL.origin is not implemented')
  }

  get host(): string {
    throw new Error('URL.host is not implemented')
  }

  get pathname(): string {
    throw new Error('URL.pathname is not implemented')
  }
}

/** What whatwg-fetch and React Native return: no stream, no `redirected`, a `url`. */
const oldResponse = (body: string, status: number, url: string) => ({
  ...{ status, ok: status < 300, headers: new Headers(), url },
  text: async () => body,
})

const failsOnUse = (name: string) =>
  class {
    constructor() {
      throw new Error(`${name} is broken`)
    }
  }

/** What differs from a current browser. Each is set after the SDK was imported. */
const bends: [string, Record<string, unknown>][] = [
  ['none', {}],
  ['a URL in parts', { URL: PartialUrl }],
  ['no Request', { Request: undefined }],
  ['a broken Request', { Request: failsOnUse('Request') }],
  ['no Response', { Response: undefined }],
  ['a replaced Response', { Response: class Response extends NativeResponse {} }],
  ['a stubbed Response', { Response: failsOnUse('Response') }],
  ['no streams and no TextDecoder', { ReadableStream: undefined, TextDecoder: undefined }],
  ['a reportError', { reportError: () => {} }],
  ['no DOMException, navigator and location', { DOMException: undefined, navigator: undefined }],
  ['a frozen navigator', { navigator: Object.freeze({ onLine: undefined }) }],
  ['a process without env', { process: Object.create(process, { env: { value: undefined } }) }],
]

const account = accountBody(['1'], { next: 'second' })

/** The service: fails three times at /limited, and cannot be reached at /broken. */
function createService() {
  let requests = 0
  const fetch = async (url: string, init: { method?: string }) => {
    requests++
    const respond = (body: string, status = 200) => oldResponse(body, status, url)
    if (url.includes('/broken')) throw new TypeError('Network request failed')
    if (url.includes('/limited')) return respond('<h1>Stop</h1>', 429)
    if (url.includes('/api/v1/accounts')) {
      return respond(JSON.stringify({ data: { id: '1', attributes: account } }))
    }
    if (url.includes('/api/v1/rss')) return respond(rssText(itemText()))
    if (init.method === 'POST') return respond('{"data":{"post":null}}')
    return respond(JSON.stringify(account))
  }
  return {
    fetch,
    countOf: async (call: () => Promise<unknown>) => {
      const before = requests
      await call().catch(() => {})
      return requests - before
    },
  }
}

describe.each(bends)('a platform with %s', (_, globals) => {
  afterEach(() => vi.unstubAllGlobals())

  it.each(['global', 'own'])('reads and fails as others do, with its %s fetch', async (kind) => {
    const service = createService()
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    if (kind === 'global') vi.stubGlobal('fetch', service.fetch)
    const feedAt = (path: string) =>
      createPacedFeed(
        {
          ...{ baseUrl: baseUrl + path, apiKey, timeout, totalTimeout },
          ...(kind === 'own' && { fetch: service.fetch }),
        },
        fakePace().pace,
      )
    const feed = feedAt('')
    const page = await feed.me({ publishedAfter: new Date(0) })
    expect(page.posts).toEqual([postBody('1')])
    expect((await feed.next(page))?.posts).toHaveLength(1)
    expect(await feed.posts().toArray({ limit: 1 })).toHaveLength(1)
    expect((await feed.account()).id).toBe('1')
    expect(await feed.post('1')).toBeNull()
    expect((await graphql(feed, '{ post(id: "1") { id } }')).data).toEqual({ post: null })
    expect((await rss(feed)).items).toHaveLength(1)
    expect(await (await feed.fetch('/api/v1/me')).text()).toBe(JSON.stringify(account))
    const limited = await catchError(feedAt('/limited').me())
    expect(limited).toBeInstanceOf(sdk.GatewayError)
    expect(limited).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    const broken = await catchError(feedAt('/broken').me())
    expect(broken).toBeInstanceOf(sdk.NetworkError)
    expect(await service.countOf(() => feedAt('/limited').me())).toBe(3)
    expect(await service.countOf(() => feedAt('/broken').account())).toBe(3)
  })
})

describe('a stub', () => {
  afterEach(() => vi.unstubAllGlobals())

  const once = new NativeResponse('{}')
  const used = new NativeResponse(JSON.stringify(account))

  it.each<[string, () => unknown, string]>([
    ['undefined', () => undefined, 'no `status`'],
    ['with ok and json alone', () => ({ ok: true, json: async () => ({}) }), 'no `status`'],
    ['without headers', () => ({ status: 200, text: async () => '{}' }), 'no `headers.get`'],
    ['without text', () => ({ status: 200, headers: new Headers() }), 'no `text`'],
    ['that was read before', () => used, 'a body that was read before'],
  ])('that returns what is no response is named, without a retry: %s', async (_, respond, flaw) => {
    await used.text().catch(() => {})
    for (const kind of ['global', 'own']) {
      const fetch = vi.fn(async () => respond() as never)
      if (kind === 'global') vi.stubGlobal('fetch', fetch)
      const feed = sdk.createFeed({ baseUrl, apiKey, ...(kind === 'own' && { fetch }) })
      for (const call of [feed.me(), feed.fetch('/a'), graphql(feed, '{ a }')]) {
        expect(await catchError(call)).toEqual(
          new TypeError(
            `fetch must return a new Response for each call, but this one has ${flaw}.`,
          ),
        )
      }
      expect(fetch).toHaveBeenCalledTimes(3)
    }
  })

  it('that throws a mistake is named, without a retry and without the key', async () => {
    const fetch = vi.fn(async (url: string) => {
      throw new TypeError(`Cannot read properties of undefined (reading '${url}')`)
    })
    vi.stubGlobal('fetch', fetch)
    const error = await catchError(sdk.createFeed({ baseUrl, apiKey }).me())
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain('fetch threw: TypeError: Cannot read properties of undefined')
    expect(JSON.stringify([String(error), String((error as Error).cause)])).not.toContain(apiKey)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('that returns one response twice works once', async () => {
    vi.stubGlobal('fetch', async () => once)
    const feed = sdk.createFeed({ baseUrl, apiKey })
    await catchError(feed.me())
    expect(await catchError(feed.me())).toBeInstanceOf(TypeError)
  })
})

it('cachedFetch responds with the Response of the platform', async () => {
  const fetch = cachedFetch({ store: new Map(), fetch: createService().fetch })
  const feed = sdk.createFeed({ baseUrl, apiKey, fetch })
  expect(await feed.fetch('/api/v1/me')).toBeInstanceOf(Response)
})
