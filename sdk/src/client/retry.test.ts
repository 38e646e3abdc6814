import { problems } from '@photofeed/openapi'
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
import {
  type FeedOptions,
  FeedTimeoutError,
  InternalServerError,
  NetworkError,
  UnreadableBodyError,
} from '../entries/index.ts'
import { createFeed, createPacedFeed } from '../feed/feed.ts'
import { realPace } from './pace.ts'

const good = json(accountBody(['1']))
const broken = apiError('INTERNAL_SERVER_ERROR')
const networkFailure = rejectWith(new TypeError('fetch failed'))

function pacedFeed(
  responders: Parameters<typeof fakeFetch>,
  options: Partial<FeedOptions> & Parameters<typeof fakePace>[0] = {},
) {
  const service = fakeFetch(...responders)
  const { pace, delays } = fakePace(options)
  const limits = { timeout, totalTimeout }
  const feed = createPacedFeed(
    { baseUrl, apiKey, fetch: service.fetch, ...limits, ...options },
    pace,
  )
  return { feed, pace, delays, service }
}

describe('retries', () => {
  it.each([
    ['a 500', broken],
    ['a network failure', networkFailure],
    ['a 502 page of a proxy', text('<html>Bad gateway</html>', 502)],
    ['a 408', apiError('REQUEST_TIMEOUT')],
    ['a 408 page of a gateway', text('Request Time-out', 408)],
    ['a 429 without Retry-After', text('Slow down', 429)],
    ['JSON that was cut off', text('{"username":"harbour.li')],
    ['a body that ends early', () => new Response(failingBody())],
  ])('follow %s, later each time', async (_, failure) => {
    const { feed, delays, service } = pacedFeed([failure, failure, good])
    expect((await feed.me()).posts).toHaveLength(1)
    expect(service.requests).toHaveLength(3)
    expect(delays).toEqual([500, 1000])
  })

  it('vary their delay by up to a half', async () => {
    const { feed, delays } = pacedFeed([broken, broken, good], { random: 0 })
    await feed.me()
    expect(delays).toEqual([250, 500])
  })

  it('are two by default, then the last error is thrown', async () => {
    const { feed, service } = pacedFeed([networkFailure, broken])
    expect(await catchError(feed.me())).toBeInstanceOf(InternalServerError)
    expect(service.requests).toHaveLength(3)
  })

  it('can be more, with a delay that stays bounded', async () => {
    const { feed, delays, service } = pacedFeed([broken], { maxRetries: 7 })
    await catchError(feed.me())
    expect(service.requests).toHaveLength(8)
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  })

  it('can be turned off, for the feed or for a call', async () => {
    const { feed, service } = pacedFeed([networkFailure], { maxRetries: 0 })
    expect(await catchError(feed.me())).toBeInstanceOf(NetworkError)
    expect(service.requests).toHaveLength(1)
    await catchError(feed.me({ maxRetries: 1 }))
    expect(service.requests).toHaveLength(3)
  })

  it.each(Object.entries(problems).filter(([, { status }]) => status < 500 && status !== 408))(
    'never follow %s',
    async (code, { status }) => {
      const { feed, service } = pacedFeed([apiError(code as keyof typeof problems)])
      expect(await catchError(feed.me())).toMatchObject({ code, status, retryable: false })
      expect(service.requests).toHaveLength(1)
    },
  )

  it('do not follow a whole page with status 200', async () => {
    const { feed, service } = pacedFeed([text('<html>Sign in</html>')])
    expect(await catchError(feed.me())).toBeInstanceOf(UnreadableBodyError)
    expect(service.requests).toHaveLength(1)
  })
})

function failingBody() {
  return new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) })
}

describe('Retry-After', () => {
  const wait = (value: string) => ({ 'Retry-After': value })

  it.each([
    ['a 503', apiError('INTERNAL_SERVER_ERROR', wait('12'))],
    ['a 503 page of a gateway', text('<h1>Maintenance</h1>', 503, wait('12'))],
    ['a 429', json({ errors: [{ code: 'TOO_MANY', detail: 'Slow down.' }] }, 429, wait('12'))],
    ['a 429 page of a gateway', text('<h1>Too many requests</h1>', 429, wait('12'))],
    ['an HTTP date', text('', 503, wait('Thu, 01 Jan 1970 00:00:12 GMT'))],
  ])('is the delay after %s', async (_, failure) => {
    const { feed, delays, service } = pacedFeed([failure, good])
    expect((await feed.me()).posts).toHaveLength(1)
    expect(delays).toEqual([12_000])
    expect(service.requests).toHaveLength(2)
  })

  it('of a past date or zero retries immediately', async () => {
    const past = text('', 503, wait('Thu, 01 Jan 1970 00:00:00 GMT'))
    const { feed, delays } = pacedFeed([past, text('', 503, wait('0')), good])
    await feed.me()
    expect(delays).toEqual([0, 0])
  })

  it('of another form is ignored', async () => {
    const values = ['soon', '-3', '1.5', '']
    const failures = values.map((value) => text('', 503, wait(value)))
    const { feed, delays } = pacedFeed([networkFailure, ...failures, good], { maxRetries: 5 })
    await feed.me()
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000])
  })

  it('within the total timeout is waited for to the second, and beyond it throws immediately', async () => {
    const within = pacedFeed([text('', 429, wait('68')), good])
    await within.feed.me()
    expect(within.delays).toEqual([68_000])
    const beyond = pacedFeed([text('<h1>Stop</h1>', 429, wait('75'))])
    expect(await catchError(beyond.feed.me())).toMatchObject({
      name: 'GatewayError',
      code: 'RATE_LIMITED',
      message: 'A gateway received too many requests (status 429): <h1>Stop</h1>',
      status: 429,
      retryable: true,
      retryAfter: 75_000,
      hint: 'Try again in 75 seconds.',
    })
    expect(beyond.delays).toEqual([])
    expect(beyond.service.requests).toHaveLength(1)
  })

  it('is in the errors of the service too', async () => {
    const { feed } = pacedFeed([apiError('INTERNAL_SERVER_ERROR', wait('120'))])
    expect(await catchError(feed.me())).toMatchObject({
      name: 'InternalServerError',
      retryAfter: 120_000,
      hint: 'Try again in 120 seconds.',
    })
  })
})

describe('the timeout', () => {
  it('ends each attempt, also one that ignores its signal, and is retried', async () => {
    const { feed, delays, service } = pacedFeed([silent], { timeoutsFire: true })
    const error = await catchError(feed.me())
    expect(error).toBeInstanceOf(FeedTimeoutError)
    expect(error).toMatchObject({
      name: 'FeedTimeoutError',
      message: 'The service did not respond within 7000 ms (timeout).',
      hint: 'Try again later, or raise timeout.',
      timeout,
      option: 'timeout',
      retryable: true,
      status: null,
      code: 'TIMEOUT',
    })
    expect(delays).toEqual([500, 1000])
    expect(service.requests.map(({ init }) => init.signal.aborted)).toEqual([true, true, true])
  })

  it('includes the body', async () => {
    const endless = () => new Response(new ReadableStream())
    const { feed } = pacedFeed([endless], { timeoutsFire: true, maxRetries: 0 })
    expect(await catchError(feed.me())).toBeInstanceOf(FeedTimeoutError)
  })
})

describe('the total timeout', () => {
  it('ends the retries before a delay that would pass it', async () => {
    const { feed, delays, service } = pacedFeed([broken], { maxRetries: 20 })
    expect(await catchError(feed.me())).toBeInstanceOf(InternalServerError)
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000, 10_000])
    expect(service.requests).toHaveLength(11)
  })

  it('shortens the attempt that would pass it, and names the limit that was set', async () => {
    const { feed, pace, service } = pacedFeed([silent], {
      timeoutsFire: true,
      totalTimeout: 10_000,
    })
    expect(await catchError(feed.me())).toMatchObject({
      message: 'The service did not respond within 10000 ms (totalTimeout).',
      hint: 'Try again later, or raise totalTimeout.',
      timeout: 10_000,
      option: 'totalTimeout',
    })
    expect(pace.now()).toBe(10_000)
    expect(service.requests).toHaveLength(2)
  })

  it('can be longer than the longest timer', async () => {
    // A timer that overflows fires after 1 ms.
    const { fetch } = fakeFetch(async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return good(request)
    })
    const feed = createFeed({ baseUrl, apiKey, fetch, timeout: 2 ** 33, totalTimeout: 2 ** 34 })
    expect((await feed.me()).posts).toHaveLength(1)
  })
})

describe('an abort', () => {
  const reason = new Error('changed my mind')

  it('before the request prevents it', async () => {
    const { feed, service } = pacedFeed([good])
    expect(await catchError(feed.me({ signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(service.requests).toHaveLength(0)
  })

  it('during the request ends it with the reason, and is not retried', async () => {
    const controller = new AbortController()
    const { feed, service } = pacedFeed([
      () => {
        controller.abort(reason)
        return new Promise(() => {})
      },
    ])
    expect(await catchError(feed.me({ signal: controller.signal }))).toBe(reason)
    expect(service.requests.map(({ init }) => init.signal.aborted)).toEqual([true])
  })

  it('rejects with its reason also when fetch rejects with an error of its own', async () => {
    const controller = new AbortController()
    const { feed, service } = pacedFeed([
      () => {
        controller.abort(reason)
        throw new DOMException('The operation was aborted.', 'AbortError')
      },
    ])
    expect(await catchError(feed.me({ signal: controller.signal }))).toBe(reason)
    expect(service.requests).toHaveLength(1)
  })

  it('ends the delay between retries', async () => {
    const controller = new AbortController()
    const service = fakeFetch(broken)
    const pace = {
      ...realPace,
      after(milliseconds: number, callback: () => void) {
        if (milliseconds < 1000) queueMicrotask(() => controller.abort(reason))
        return realPace.after(milliseconds, callback)
      },
    }
    const feed = createPacedFeed({ baseUrl, apiKey, fetch: service.fetch }, pace)
    expect(await catchError(feed.me({ signal: controller.signal }))).toBe(reason)
    expect(service.requests).toHaveLength(1)
  })

  it('by AbortSignal.timeout rejects with another name than the SDK’s timeouts', async () => {
    const { feed } = pacedFeed([silent])
    const signal = AbortSignal.timeout(1)
    const error = await catchError(feed.me({ signal }))
    expect(error).toBe(signal.reason)
    expect(error).toMatchObject({ name: 'TimeoutError' })
  })

  it('without a reason rejects as fetch does', async () => {
    const { feed } = pacedFeed([good])
    expect(await catchError(feed.me({ signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    })
  })

  it('leaves no listener on a signal that lives longer than the call', async () => {
    const listeners = new Set<() => void>()
    const signal = {
      aborted: false,
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    }
    const { feed } = pacedFeed([broken, good])
    await feed.me({ signal })
    expect(listeners.size).toBe(0)
  })
})
