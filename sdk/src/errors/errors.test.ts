import { describe, expect, it, vi } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import {
  apiError,
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
  problem,
  type Responder,
  rejectWith,
  text,
} from '../../test/support/fake-fetch.ts'
import { itemText, rssText } from '../../test/support/rss-text.ts'
import { GraphQLError, graphql } from '../entries/graphql.ts'
import * as sdk from '../entries/index.ts'
import { rss } from '../entries/rss.ts'

function feedOver(...responders: Parameters<typeof fakeFetch>) {
  const { fetch } = fakeFetch(...responders)
  return sdk.createFeed({ baseUrl, apiKey, fetch, maxRetries: 0 })
}

function errorAfter(...responders: Parameters<typeof fakeFetch>) {
  return catchError(feedOver(...responders).me())
}

const documented = [
  ['MISSING_API_KEY', 401, sdk.MissingApiKeyError, 'Pass the apiKey.'],
  ['INVALID_API_KEY', 401, sdk.InvalidApiKeyError, 'Copy the current one from the dashboard.'],
  ['NOT_FOUND', 404, sdk.NotFoundError, 'Check baseUrl: it ends before /api/v1.'],
  [
    'METHOD_NOT_ALLOWED',
    405,
    sdk.MethodNotAllowedError,
    'Something changed the method. Check your proxy and custom fetch.',
  ],
  ['VALIDATION_ERROR', 422, sdk.ValidationError, 'Correct the options in errors.'],
  ['INTERNAL_SERVER_ERROR', 500, sdk.InternalServerError, 'Try again later.'],
] as const

describe('a response in the error format of the service', () => {
  it.each(documented)('with %s is an error of its own class', async (code, status, Class, hint) => {
    const error = await errorAfter(apiError(code))
    expect(error).toBeInstanceOf(Class)
    expect(error).toBeInstanceOf(sdk.ApiError)
    const message = `${status} ${code}: ${problem(code).detail}`
    const detail = {
      ...{ name: Class.name, message, hint, code, status, retryable: status === 500 },
      ...{ retryAfter: null, requestId: null, parameter: null, connection: null },
      errors: [{ ...problem(code), parameter: null }],
    }
    expect(JSON.parse(JSON.stringify(error))).toStrictEqual(detail)
    expect(error).toMatchObject(detail)
  })

  it('with another code is an ApiError that keeps the code', async () => {
    const entry = { status: '451', code: 'GONE_FISHING', title: 'Gone', detail: 'Away.' }
    const error = await errorAfter(json({ errors: [entry] }, 451))
    expect(error?.constructor).toBe(sdk.ApiError)
    expect((error as sdk.ApiError).toJSON()).toStrictEqual({
      name: 'ApiError',
      message: '451 GONE_FISHING: Away.',
      hint: 'Sending it again will not help.',
      code: 'GONE_FISHING',
      status: 451,
      retryable: false,
      ...{ retryAfter: null, requestId: null, parameter: null, connection: null },
      errors: [{ ...entry, parameter: null }],
    })
  })

  it('with a code that objects have as a property is an ApiError', async () => {
    const entry = { status: '400', code: 'constructor', title: '', detail: 'No.' }
    const error = await errorAfter(json({ errors: [entry] }, 400))
    expect(error).toMatchObject({ name: 'ApiError', code: 'constructor' })
  })

  it('names the wrong options as this SDK does, one entry each', async () => {
    const parameters = ['page[size]', 'include', 'include[]', 'filter[publishedAfter]', 'color']
    const errors = parameters.map((name) => problem('VALIDATION_ERROR', name))
    expect(await errorAfter(json({ errors }, 422))).toMatchObject({
      parameter: 'pageSize',
      errors: ['pageSize', 'include', 'include', 'publishedAfter', 'color'].map((parameter) => ({
        parameter,
      })),
    })
  })

  it('is about no option when its source names none', async () => {
    const pointed = { ...problem('VALIDATION_ERROR'), source: { pointer: '/data' } }
    expect(await errorAfter(json({ errors: [pointed] }, 422))).toMatchObject({
      name: 'ValidationError',
      parameter: null,
    })
  })
})

describe('a response without success in another format', () => {
  const elsewhere = 'The response is not from the service'
  const unavailable = 'A gateway responded: the service is not available'
  const limited = 'A gateway received too many requests'

  it.each<[string, Responder, number, string, sdk.GatewayError['code'], string]>([
    ['a page with 404', text('Not here', 404), 404, 'Not here', 'GATEWAY', elsewhere],
    ['other JSON', json({ message: 'No' }, 403), 403, '{"message":"No"}', 'GATEWAY', elsewhere],
    ['no errors', json({ errors: [] }, 400), 400, '{"errors":[]}', 'GATEWAY', elsewhere],
    ['cut JSON', text('{"errors":[', 404), 404, '{"errors":[', 'GATEWAY', elsewhere],
    ['a page with 502', text('<h1>Bad</h1>', 502), 502, '<h1>Bad</h1>', 'UNAVAILABLE', unavailable],
    [
      'an empty body',
      text('', 503, { 'content-length': '0' }),
      503,
      '',
      'UNAVAILABLE',
      unavailable,
    ],
    ['a page with 429', text('<h1>Slow</h1>', 429), 429, '<h1>Slow</h1>', 'RATE_LIMITED', limited],
  ])('is a GatewayError: %s', async (_, responder, status, excerpt, code, reason) => {
    const error = await errorAfter(responder)
    const retryable = code !== 'GATEWAY'
    expect(error).toBeInstanceOf(sdk.GatewayError)
    expect((error as sdk.GatewayError).toJSON()).toStrictEqual({
      name: 'GatewayError',
      message: excerpt
        ? `${reason} (status ${status}): ${excerpt}`
        : `${reason} (status ${status}).`,
      hint: retryable
        ? 'Try again later.'
        : 'Check baseUrl: a proxy or login page may have responded.',
      ...{ code, status, retryable, retryAfter: null, requestId: null, excerpt },
    })
  })
})

describe('a response with success in another format', () => {
  it.each([
    ['a page', text('<html>\n  Sign in\n</html>'), 200, '<html> Sign in </html>'],
    ['an empty body', text(''), 200, ''],
    ['no body with 204', () => new Response(null, { status: 204 }), 204, ''],
    ['other JSON', json({ hello: 1 }), 200, '{"hello":1}'],
    ['null', json(null), 200, 'null'],
    ['XHTML', text('<?xml version="1.0"?><html><b/>'), 200, '<?xml version="1.0"?><html><b/>'],
  ])('is an UnreadableBodyError: %s', async (_, responder, status, excerpt) => {
    const error = await errorAfter(responder)
    expect(error).toBeInstanceOf(sdk.UnreadableBodyError)
    expect((error as sdk.UnreadableBodyError).toJSON()).toStrictEqual({
      name: 'UnreadableBodyError',
      message: `The response (status ${status}) is not from the service: ${excerpt || 'empty body'}`,
      hint: 'Check baseUrl: a proxy or login page may have responded.',
      ...{ code: 'UNREADABLE', status, retryable: false, retryAfter: null },
      ...{ requestId: null, excerpt },
    })
  })

  const cutRss = rssText().slice(0, -20)

  it.each<[string, (feed: sdk.Feed) => Promise<unknown>, string]>([
    ['JSON', (feed) => feed.me(), JSON.stringify(accountBody(['1'])).slice(0, -1)],
    ['JSON of GraphQL', (feed) => graphql(feed, '{ me { username } }'), '{"data":{"me"'],
    ['RSS', rss, cutRss],
    ['RSS without its declaration', rss, cutRss.replace(/^.*\n/, '')],
    ['RSS after an item', rss, rssText(itemText()).replace('</channel></rss>', '')],
    ['RSS in its first line', rss, '<?xml version="1.0" encod'],
  ])('is retryable if it was cut off: %s', async (_, call, body) => {
    expect(await catchError(call(feedOver(text(body))))).toMatchObject({
      name: 'UnreadableBodyError',
      message: expect.stringMatching(/^The response \(status 200\) was cut off: [{<]/),
      hint: 'Try again later.',
      retryable: true,
    })
  })

  it.each([
    ['blanks', `<p>${' '.repeat(1e7)}</p>`, '<p> '],
    ['an XML declaration of blanks', `<?xml${' '.repeat(1e6)}>x`, '<?xml '],
  ])('is quoted immediately, also %s without an end', async (_, body, excerpt) => {
    const error = await errorAfter(text(body))
    expect(error).toMatchObject({ code: 'UNREADABLE', excerpt })
  })

  it('is quoted by its beginning only', async () => {
    const error = await errorAfter(text('x'.repeat(5000)))
    expect(error).toMatchObject({ excerpt: 'x'.repeat(160) })
  })
})

describe('no response', () => {
  const unreachable = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })

  it('is a NetworkError with its cause', async () => {
    const error = await errorAfter(rejectWith(unreachable))
    expect(error).toBeInstanceOf(sdk.NetworkError)
    expect(error).toMatchObject({
      cause: {
        name: 'TypeError',
        message: 'fetch failed',
        cause: { message: 'connect ECONNREFUSED' },
      },
    })
    expect((error as sdk.NetworkError).toJSON()).toStrictEqual({
      name: 'NetworkError',
      message: 'https://feed.example could not be reached: connect ECONNREFUSED',
      hint: 'Check the connection and baseUrl; in a browser, its console for CORS.',
      code: 'NETWORK',
      status: null,
      retryable: true,
      retryAfter: null,
      requestId: null,
    })
  })

  it.each([
    [
      'a refused connection',
      Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
      'connect ECONNREFUSED 127.0.0.1:1',
    ],
    [
      'each address of a host',
      Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:1')]), {
        code: 'ECONNREFUSED',
      }),
      'connect ECONNREFUSED ::1:1',
    ],
    [
      'a certificate',
      Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }),
      'certificate has expired (CERT_HAS_EXPIRED)',
    ],
    ['no cause', undefined, 'fetch failed'],
  ])('names the host and the reason: %s', async (_, cause, reason) => {
    const error = await errorAfter(rejectWith(new TypeError('fetch failed', { cause })))
    expect(error).toMatchObject({ message: `https://feed.example could not be reached: ${reason}` })
  })

  it('hints at the device when that is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const error = await errorAfter(rejectWith(unreachable))
    vi.unstubAllGlobals()
    expect(error).toMatchObject({ hint: 'This device is offline.' })
  })

  it('in time is a FeedTimeoutError with its limit', () => {
    expect(new sdk.FeedTimeoutError(20, 'totalTimeout').toJSON()).toStrictEqual({
      name: 'FeedTimeoutError',
      message: 'The service did not respond within 20 ms (totalTimeout).',
      hint: 'Try again later, or raise totalTimeout.',
      code: 'TIMEOUT',
      status: null,
      retryable: true,
      retryAfter: null,
      requestId: null,
      timeout: 20,
      option: 'totalTimeout',
    })
  })
})

describe('the response of an error', () => {
  it('is in headers and requestId, without the key', async () => {
    const headers = { 'X-Request-Id': 'r-7', 'CF-Ray': '8a', Link: `<?api_key=${apiKey}>` }
    for (const responder of [apiError('NOT_FOUND', headers), text('<p>', 502, headers)]) {
      expect(await errorAfter(responder)).toMatchObject({
        requestId: 'r-7',
        headers: { 'cf-ray': '8a', link: '<?api_key=<redacted>>' },
      })
    }
    expect(await errorAfter(rejectWith(new TypeError('fetch failed')))).toMatchObject({
      headers: null,
      requestId: null,
    })
  })

  it('without a body, 304, says what to use', async () => {
    expect(await errorAfter(() => new Response(null, { status: 304 }))).toMatchObject({
      name: 'GatewayError',
      hint: 'For conditional requests, use cachedFetch of @photofeed/sdk/cache.',
    })
  })
})

describe('isPhotofeedError', () => {
  it('recognizes plain data that crossed a boundary', async () => {
    const data = structuredClone(
      JSON.parse(JSON.stringify(await errorAfter(apiError('INVALID_API_KEY')))),
    )
    expect(sdk.isPhotofeedError(data)).toBe(true)
    expect(sdk.isPhotofeedError(data, 'INVALID_API_KEY')).toBe(true)
    expect(sdk.isPhotofeedError(data, 'NETWORK')).toBe(false)
  })

  it('recognizes errors of another copy of the SDK, by code too', async () => {
    vi.resetModules()
    const copy: typeof sdk = await import('../entries/index.ts')
    const { fetch } = fakeFetch(apiError('INVALID_API_KEY'))
    const error = await catchError(copy.createFeed({ baseUrl, apiKey, fetch }).me())
    expect(error).not.toBeInstanceOf(sdk.PhotofeedError)
    expect(sdk.isPhotofeedError(error)).toBe(true)
    expect(sdk.isPhotofeedError(error, 'INVALID_API_KEY')).toBe(true)
    expect(sdk.isPhotofeedError(error, 'MISSING_API_KEY')).toBe(false)
  })

  it.each([
    undefined,
    null,
    'NetworkError',
    {},
    new Error('no'),
    Object.assign(new Error('no'), { code: 'INVALID_API_KEY' }),
  ])('rejects %o', (value) => {
    expect(sdk.isPhotofeedError(value)).toBe(false)
    expect(sdk.isPhotofeedError(value, 'INVALID_API_KEY')).toBe(false)
  })
})

describe('safe', () => {
  const calls: [string, (feed: sdk.Feed) => Promise<unknown>, ReturnType<typeof json>][] = [
    ['me', (feed) => feed.me(), json(accountBody(['1']))],
    ['account', (feed) => feed.account(), json({ data: { id: '1', attributes: accountBody() } })],
    ['graphql', (feed) => graphql(feed, '{ me { username } }'), json({ data: { me: null } })],
    ['rss', rss, text(rssText())],
  ]

  it.each(calls)('of %s returns the value or the error', async (_, call, good) => {
    const feed = feedOver(good, good, apiError('INVALID_API_KEY'))
    expect(await sdk.safe(call(feed))).toEqual({ ok: true, value: await call(feed) })
    expect(await sdk.safe(call(feed))).toEqual({
      ok: false,
      error: expect.any(sdk.InvalidApiKeyError),
    })
  })

  it('returns problems of a query too', async () => {
    const feed = feedOver(json({ errors: [{ message: 'Bad.' }] }))
    expect(await sdk.safe(graphql(feed, '{'))).toEqual({
      ok: false,
      error: expect.any(GraphQLError),
    })
  })

  it('throws what is no error of the SDK', async () => {
    const reason = new Error('left')
    const feed = feedOver(rejectWith(reason))
    expect(await catchError(sdk.safe(feed.me({ signal: AbortSignal.abort(reason) })))).toBe(reason)
    expect(await catchError(sdk.safe(feed.me()))).toBe(reason)
  })
})
