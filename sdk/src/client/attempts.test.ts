import { describe, expect, it } from 'vitest'
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
  silent,
  text,
} from '../../test/support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../../test/support/fake-pace.ts'
import { createPacedFeed } from '../feed/feed.ts'
import type { AttemptEndEvent, FeedOptions, LogLevel } from './options.ts'

const good = json(accountBody(['1']))
const refused = rejectWith(new TypeError('fetch failed', { cause: new Error('refused') }))

function feedOver(
  responders: Parameters<typeof fakeFetch>,
  options: Partial<FeedOptions> = {},
  { timeoutsFire = false } = {},
) {
  const { fetch } = fakeFetch(...responders)
  const { pace } = fakePace({ timeoutsFire })
  const ends: AttemptEndEvent[] = []
  const onAttemptEnd = (event: AttemptEndEvent) => ends.push(event)
  const feed = createPacedFeed(
    { baseUrl, apiKey, fetch, timeout, totalTimeout, onAttemptEnd, ...options },
    pace,
  )
  return { feed, ends }
}

const url = 'https://feed.example/api/v1/me?api_key=<redacted>'

describe('onAttemptEnd', () => {
  it('is called for each attempt, with its status or error and the time until the next', async () => {
    const { feed, ends } = feedOver([refused, apiError('INTERNAL_SERVER_ERROR'), good])
    await feed.me()
    const about = { method: 'GET', url, duration: 0 }
    expect(ends).toEqual([
      {
        ...{ ...about, attempt: 1, status: null, retryIn: 500 },
        error: expect.objectContaining({ code: 'NETWORK' }),
      },
      {
        ...{ ...about, attempt: 2, status: 500, retryIn: 1000 },
        error: expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR' }),
      },
      { ...about, attempt: 3, status: 200, error: null, retryIn: null },
    ])
  })

  it('is called with the error of the last attempt', async () => {
    const { feed, ends } = feedOver([apiError('INVALID_API_KEY')])
    const error = await catchError(feed.me())
    expect(ends).toMatchObject([{ attempt: 1, status: 401, retryIn: null }])
    expect(ends[0]?.error).toBe(error)
  })

  it('is called for an attempt that took too long, with its duration', async () => {
    const { feed, ends } = feedOver([silent], { maxRetries: 0 }, { timeoutsFire: true })
    await catchError(feed.me())
    expect(ends).toMatchObject([
      { status: null, duration: timeout, retryIn: null, error: { code: 'TIMEOUT' } },
    ])
  })

  it('is not called with the status of an earlier attempt whose response is late', async () => {
    let respond = (_response: Response | Promise<Response>) => {}
    const late: Responder = () =>
      new Promise((resolve) => {
        respond = resolve
      })
    const answerFirst: Responder = (request) => {
      respond(good(request))
      return silent(request)
    }
    const { feed, ends } = feedOver([late, answerFirst], { maxRetries: 1 }, { timeoutsFire: true })
    await catchError(feed.me())
    expect(ends).toMatchObject([{ status: null }, { status: null }])
  })

  it('is called for an attempt that is aborted, with the reason', async () => {
    const { feed, ends } = feedOver([silent])
    const controller = new AbortController()
    const call = catchError(feed.me({ signal: controller.signal }))
    const reason = new Error('unmounted')
    controller.abort(reason)
    expect(await call).toBe(reason)
    expect(ends).toMatchObject([{ status: null, retryIn: null }])
    expect(ends[0]?.error).toBe(reason)
  })
})

describe('the logger', () => {
  const lines = async (logLevel: LogLevel | undefined) => {
    const found: string[] = []
    const log = (level: string) => (message: string) => found.push(`${level} ${message}`)
    const logger = {
      ...{ debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    }
    const { feed } = feedOver([refused, good, apiError('NOT_FOUND')], { logger, logLevel })
    await feed.me()
    await catchError(feed.me())
    return found
  }
  const began = (attempt: number) => `debug GET ${url}, attempt ${attempt}`
  const retried = `warn GET ${url}, attempt 1, 0 ms: https://feed.example could not be reached: refused; next attempt in 500 ms`
  const succeeded = `info GET ${url}, attempt 2, 0 ms: 200`
  const failed = `error GET ${url}, attempt 1, 0 ms: 404 NOT_FOUND: `

  it.each<[LogLevel | undefined, string[]]>([
    ['debug', [began(1), retried, began(2), succeeded, began(1), failed]],
    ['info', [retried, succeeded, failed]],
    ['warn', [retried, failed]],
    [undefined, [retried, failed]],
    ['error', [failed]],
    ['off', []],
  ])('with %s gets a line for each attempt, without the key', async (level, expected) => {
    const found = await lines(level)
    expect(found.map((line) => line.replace(/(404 NOT_FOUND: ).*/, '$1'))).toEqual(expected)
  })
})

describe('a signal that many calls share', () => {
  it('has one listener, and none after the calls', async () => {
    const { signal } = new AbortController()
    let listeners = 0
    const counted = {
      aborted: false,
      addEventListener(type: 'abort', listener: () => void) {
        listeners++
        signal.addEventListener(type, listener)
      },
      removeEventListener(type: 'abort', listener: () => void) {
        listeners--
        signal.removeEventListener(type, listener)
      },
    }
    const { feed } = feedOver([good])
    const calls = Array.from({ length: 50 }, () => feed.me({ signal: counted }))
    await Promise.resolve()
    expect(listeners).toBe(1)
    await Promise.all(calls)
    expect(listeners).toBe(0)
  })

  it('aborts all of them', async () => {
    const { feed } = feedOver([silent])
    const controller = new AbortController()
    const calls = Array.from({ length: 3 }, () =>
      catchError(feed.me({ signal: controller.signal })),
    )
    await Promise.resolve()
    const reason = new Error('left')
    controller.abort(reason)
    expect(await Promise.all(calls)).toEqual([reason, reason, reason])
  })
})

describe('options that fetch rejects', () => {
  it('are a TypeError at once', async () => {
    const { feed, ends } = feedOver([good], { fetch: undefined })
    const error = await catchError(feed.me({ fetchOptions: { cache: 'bogus' as 'reload' } }))
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toMatch(/^fetch threw: TypeError: .*bogus/)
    expect(ends).toHaveLength(1)
  })
})

describe('a body of the service', () => {
  it.each([
    ['an item that is no post', { posts: [null] }],
    ['texts as posts', { posts: ['a', 'b'] }],
    ['a list as pagination', { pagination: [] }],
    ['an empty pagination', { pagination: {} }],
  ])('is unreadable with %s', async (_, change) => {
    const { feed } = feedOver([json({ ...accountBody(['1']), ...change })])
    expect(await catchError(feed.posts().toArray({ limit: 3 }))).toMatchObject({
      name: 'UnreadableBodyError',
    })
  })

  it('keeps its posts when another is odd', async () => {
    const [post] = accountBody(['1']).posts
    const { feed } = feedOver([json({ ...accountBody(['1']), posts: [null, {}, 'a', post] })])
    expect((await feed.me()).posts).toEqual([post])
  })

  it('in a page of a proxy is not retried', async () => {
    const { feed, ends } = feedOver([text('Sign in')])
    await catchError(feed.me())
    expect(ends).toHaveLength(1)
  })
})
