import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import {
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
  type Responder,
  rejectWith,
  silent,
  text,
} from '../../test/support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../../test/support/fake-pace.ts'
import {
  createFeed,
  type FeedOptions,
  type FetchFunction,
  UnreadableBodyError,
} from '../entries/index.ts'
import { createPacedFeed } from '../feed/feed.ts'

const good = json(accountBody(['1']))

function feedOver(responders: Parameters<typeof fakeFetch>, options: Partial<FeedOptions> = {}) {
  const service = fakeFetch(...responders)
  const { pace } = fakePace()
  const feed = createPacedFeed(
    { baseUrl, apiKey, fetch: service.fetch, timeout, totalTimeout, ...options },
    pace,
  )
  return { feed, service }
}

describe('hooks', () => {
  it('are called for each attempt, with everything but the key', async () => {
    const events: unknown[] = []
    const { feed } = feedOver([text('Bad gateway', 502), good], {
      onRequest: (event) => events.push(structuredClone(event)),
      onResponse: (event) => events.push(structuredClone(event)),
    })
    await feed.me({ pageSize: 3 })
    const url = 'https://feed.example/api/v1/me?page%5Bsize%5D=3&api_key=<redacted>'
    const request = { method: 'GET', url }
    expect(events).toEqual([
      { ...request, attempt: 1, headers: {} },
      { ...request, attempt: 1, status: 502, headers: { 'content-type': 'text/html' } },
      { ...request, attempt: 2, headers: {} },
      { ...request, attempt: 2, status: 200, headers: { 'content-type': 'application/json' } },
    ])
  })

  it('may add headers to an attempt before they return', async () => {
    const tokens = ['first', 'second']
    const { feed, service } = feedOver([text('', 502), good], {
      fetchOptions: { headers: { 'X-Own': 'yes' } },
      onRequest: ({ headers }) => {
        headers.authorization = `Bearer ${tokens.shift()}`
      },
    })
    await feed.me()
    expect(service.requests.map(({ init }) => init.headers)).toEqual([
      { 'x-own': 'yes', authorization: 'Bearer first' },
      { 'x-own': 'yes', authorization: 'Bearer second' },
    ])
  })

  const own = new Error('The exporter is closed.')
  const throws = () => {
    throw own
  }
  const rejects = () => Promise.reject(own)
  const logger = { debug: throws, info: throws, warn: rejects, error: rejects }

  it.each<[string, Partial<FeedOptions>]>([
    ['onRequest', { onRequest: throws }],
    ['an async onRequest', { onRequest: rejects }],
    ['onResponse', { onResponse: throws }],
    ['an async onResponse', { onResponse: rejects }],
    ['onAttemptEnd', { onAttemptEnd: throws }],
    ['an async onAttemptEnd', { onAttemptEnd: rejects }],
    ['the logger', { logger, logLevel: 'info' }],
  ])('do not fail a call; what they throw is reported once: %s', async (_, options) => {
    const reported: unknown[] = []
    vi.stubGlobal('reportError', (thrown: unknown) => reported.push(thrown))
    const { feed } = feedOver([good], options)
    expect((await feed.me()).posts).toHaveLength(1)
    await vi.waitFor(() => expect(reported).toEqual([own]))
    vi.unstubAllGlobals()
  })

  it('do not delay a call, nor its abort', async () => {
    const never = () => new Promise(() => {})
    const hooks = { onRequest: never, onResponse: never, onAttemptEnd: never }
    expect((await feedOver([good], hooks).feed.me()).posts).toHaveLength(1)
    const controller = new AbortController()
    const call = feedOver([silent], hooks).feed.me({ signal: controller.signal })
    controller.abort(own)
    expect(await catchError(call)).toBe(own)
  })
})

function errorWithItself() {
  const error = new Error('The cache is closed.')
  error.cause = error
  return error
}

describe('a fetch of the caller', () => {
  it.each([
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'get')")],
    ['an error', new Error('The cache is closed.')],
    ['an error with a code', Object.assign(new Error('Sign in.'), { code: 'EXPIRED_SESSION' })],
    ['an error of the SDK', new UnreadableBodyError({ status: 200, body: 'a page of the proxy' })],
    ['an error that is its cause', errorWithItself()],
    ['a thrown object', { status: 'offline' }],
  ])('rejects the call with its own exception, once: %s', async (_, thrown) => {
    const { feed, service } = feedOver([rejectWith(thrown)])
    expect(await catchError(feed.me())).toBe(thrown)
    expect(service.requests).toHaveLength(1)
  })

  it.each([
    ['Node', new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })],
    ['Node, while it reads the body', new TypeError('terminated')],
    ['Chrome', new TypeError('Failed to fetch')],
    ['Chrome, while it reads the body', new TypeError('network error')],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    ['Safari, when the connection is lost', new TypeError('The network connection was lost.')],
    ['Safari offline', new TypeError('The Internet connection appears to be offline.')],
    ['React Native', new TypeError('Network request failed')],
    ['Deno', new TypeError('error sending request for url (https://feed.example/): client error')],
    ['Bun', new Error('Unable to connect. Is the computer able to access the url?')],
    ['Cloudflare Workers', new Error('Network connection lost.')],
    ['node-fetch', Object.assign(new Error('request failed'), { name: 'FetchError' })],
    ['node:http', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })],
    ['undici', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })],
    ['a wrapper', new Error('My fetch failed.', { cause: new TypeError('Failed to fetch') })],
  ])('fails by the network as in %s, which is retried', async (_, thrown) => {
    const { feed, service } = feedOver([rejectWith(thrown)])
    expect(await catchError(feed.me())).toMatchObject({
      name: 'NetworkError',
      retryable: true,
      cause: { message: thrown.message },
    })
    expect(service.requests).toHaveLength(3)
  })

  it('is passed only the URL and the init', async () => {
    const calls: unknown[][] = []
    const fetch: FetchFunction = async (...parameters) => {
      calls.push(parameters)
      return Response.json(accountBody())
    }
    await createFeed({ baseUrl, apiKey, fetch }).me()
    expect(calls).toEqual([
      [
        `${baseUrl}/api/v1/me?api_key=${apiKey}`,
        { method: 'GET', headers: {}, redirect: 'manual', signal: expect.any(AbortSignal) },
      ],
    ])
  })
})

describe('the global fetch', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('fails by the network, whatever it throws', async () => {
    const { fetch, requests } = fakeFetch(rejectWith(new Error('weird')))
    vi.stubGlobal('fetch', fetch)
    const feed = createFeed({ baseUrl, apiKey, maxRetries: 0 })
    expect(await catchError(feed.me())).toMatchObject({ name: 'NetworkError' })
    expect(requests).toHaveLength(1)
  })
})

describe('fetchOptions', () => {
  it('reach fetch; those of a call are merged with those of the feed, headers too', async () => {
    const { feed, service } = feedOver([good], {
      fetchOptions: { cache: 'no-store', headers: { 'X-Own': 'feed' } },
    })
    await feed.me()
    const next = { revalidate: 60, tags: ['feed'] }
    await feed.me({ fetchOptions: { next, redirect: 'error', priority: 'low' } })
    await feed.me({ fetchOptions: { cache: 'reload', headers: new Headers({ 'X-Call': 'yes' }) } })
    const other = feed.withOptions({ fetchOptions: { headers: [['X-Own', 'other']] } })
    await other.me()
    const own = {
      method: 'GET',
      headers: { 'x-own': 'feed' },
      cache: 'no-store',
      redirect: 'manual',
    }
    expect(service.requests.map(({ init: { signal, ...init } }) => init)).toEqual([
      own,
      { ...own, next, redirect: 'error', priority: 'low' },
      { ...own, headers: { 'x-own': 'feed', 'x-call': 'yes' }, cache: 'reload' },
      { ...own, headers: { 'x-own': 'other' } },
    ])
  })

  it('cannot replace the method or the signal', async () => {
    const { feed, service } = feedOver([good])
    const aborted = AbortSignal.abort()
    await feed.me({ fetchOptions: { method: 'DELETE', signal: aborted } })
    const { init } = service.requests[0] as (typeof service.requests)[number]
    expect([init.method, init.signal === aborted]).toEqual(['GET', false])
  })
})

/** SvelteKit's universal `load` has a fetch whose headers may not be read. */
const guarded: Responder = async (request) => {
  const response = await good(request)
  const get = (name: string): string => {
    throw new Error(`Failed to get response header "${name}"`)
  }
  const headers = new Proxy(response.headers, {
    get: (target, name) => {
      if (name === 'get') return get
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return Object.defineProperty(response, 'headers', { value: headers, configurable: true })
}

describe('headers that may not be read', () => {
  it('are as if absent', async () => {
    const broken: Responder = async (request) => {
      const response = (await guarded(request)) as Response
      const { headers } = response
      return Object.defineProperty(
        new Response(JSON.stringify(accountBody([], {}, { status: 'invalid_token' }))),
        'headers',
        { value: headers, configurable: true },
      )
    }
    const { feed, service } = feedOver([guarded, broken])
    expect((await feed.me()).connection).toMatchObject({ status: 'ready', stale: false })
    expect((await feed.me()).connection).toMatchObject({ status: 'invalid_token', stale: true })
    expect(service.requests).toHaveLength(2)
  })
})

/** As in React Native: no `reason`, no `throwIfAborted`, no static methods. */
class OldSignal {
  aborted = false
  readonly listeners = new Set<() => void>()
  addEventListener(_type: 'abort', listener: () => void) {
    this.listeners.add(listener)
  }
  removeEventListener(_type: 'abort', listener: () => void) {
    this.listeners.delete(listener)
  }
}

class OldController {
  readonly signal = new OldSignal()
  abort() {
    this.signal.aborted = true
    for (const listener of this.signal.listeners) listener()
  }
}

describe('React Native', () => {
  afterEach(() => vi.unstubAllGlobals())

  function oldPlatform(respond: (controller: OldController) => Responder) {
    vi.stubGlobal('AbortController', OldController)
    vi.stubGlobal('AbortSignal', OldSignal)
    vi.stubGlobal('DOMException', undefined)
    const controller = new OldController()
    return { controller, ...feedOver([respond(controller)]) }
  }
  const aborted = { name: 'AbortError', message: 'The request was aborted.' }

  it('reads a page with a signal', async () => {
    const { feed, controller, service } = oldPlatform(() => good)
    expect((await feed.me({ signal: controller.signal })).posts).toHaveLength(1)
    expect(service.requests[0]?.init.signal).toBeInstanceOf(OldSignal)
    expect(controller.signal.listeners.size).toBe(0)
  })

  it('aborts before a request', async () => {
    const { feed, controller, service } = oldPlatform(() => good)
    controller.abort()
    expect(await catchError(feed.me({ signal: controller.signal }))).toMatchObject(aborted)
    expect(service.requests).toHaveLength(0)
  })

  it('aborts during a request, and the signal of fetch with it', async () => {
    const { feed, controller, service } = oldPlatform((own) => () => {
      queueMicrotask(() => own.abort())
      return new Promise(() => {})
    })
    expect(await catchError(feed.me({ signal: controller.signal }))).toMatchObject(aborted)
    expect(service.requests.map(({ init }) => init.signal.aborted)).toEqual([true])
  })

  it('aborts between retries', async () => {
    const { controller, service } = oldPlatform(() => text('', 500))
    const after = (milliseconds: number) => {
      if (milliseconds !== timeout) queueMicrotask(() => controller.abort())
      return () => {}
    }
    const feed = createPacedFeed(
      { baseUrl, apiKey, fetch: service.fetch, timeout, totalTimeout },
      { ...fakePace().pace, after },
    )
    expect(await catchError(feed.me({ signal: controller.signal }))).toMatchObject(aborted)
    expect(service.requests).toHaveLength(1)
  })
})

describe('an abort by a framework', () => {
  it.each([
    ['an AbortError', new DOMException('This operation was aborted', 'AbortError')],
    [
      'an error with a digest',
      Object.assign(new Error('dynamic'), { digest: 'DYNAMIC_SERVER_USAGE' }),
    ],
  ])('with %s passes through unchanged, without a retry', async (_, thrown) => {
    const service = fakeFetch(rejectWith(thrown))
    const feed = createFeed({ baseUrl, apiKey, fetch: service.fetch })
    expect(await catchError(feed.me())).toBe(thrown)
    expect(service.requests).toHaveLength(1)
  })
})
