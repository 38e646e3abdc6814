import { headers, problems } from '@photofeed/openapi'
import { describe, expect, it, vi } from 'vitest'
import {
  apiKey,
  baseUrl,
  failing,
  fakeFetch,
  json,
  text,
  thrownBy,
} from '../../test/support/fake-fetch.ts'
import * as sdk from '../index.ts'

function errorAfter(...answers: Parameters<typeof fakeFetch>) {
  const { fetch } = fakeFetch(...answers)
  return thrownBy(sdk.createFeed({ baseUrl, apiKey, fetch, retry: 0 }).me())
}

function problem(code: string, parameter?: string) {
  const { status, title, detail } = problems[code as keyof typeof problems]
  return {
    status: String(status),
    code,
    title,
    detail,
    ...(parameter !== undefined && { source: { parameter } }),
  }
}

describe('an answer in the format of the service', () => {
  it.each([
    ['MISSING_API_KEY', 401, sdk.MissingApiKeyError],
    ['INVALID_API_KEY', 401, sdk.InvalidApiKeyError],
    ['NOT_FOUND', 404, sdk.NotFoundError],
    ['METHOD_NOT_ALLOWED', 405, sdk.MethodNotAllowedError],
    ['VALIDATION_ERROR', 422, sdk.ValidationError],
    ['INTERNAL_SERVER_ERROR', 500, sdk.InternalServerError],
  ] as const)('with %s is an error of its own class', async (code, status, ErrorClass) => {
    const error = await errorAfter(json({ errors: [problem(code)] }, status))
    expect(error).toBeInstanceOf(ErrorClass)
    expect(error).toBeInstanceOf(sdk.ApiError)
    expect(error).toMatchObject({
      name: ErrorClass.name,
      message: `${status} ${code}: ${problems[code].detail}`,
      status,
      code,
      errors: [{ ...problem(code), parameter: null }],
      parameter: null,
      connection: null,
      retryable: status === 500,
      hint: expect.stringMatching(/\.$/),
    })
  })

  it('with another code is an ApiError that keeps the code', async () => {
    const error = await errorAfter(
      json(
        { errors: [{ status: '451', code: 'GONE_FISHING', title: 'Gone', detail: 'Away.' }] },
        451,
      ),
    )
    expect(error?.constructor).toBe(sdk.ApiError)
    expect(error).toMatchObject({
      name: 'ApiError',
      message: '451 GONE_FISHING: Away.',
      code: 'GONE_FISHING',
      retryable: false,
      hint: 'Sending it again will not help.',
    })
  })

  it('names the options at fault as this SDK does, one entry each', async () => {
    const parameters = ['page[size]', 'include', 'include[]', 'filter[publishedAfter]', 'colour']
    const error = await errorAfter(
      json({ errors: parameters.map((name) => problem('VALIDATION_ERROR', name)) }, 422),
    )
    expect(error).toMatchObject({
      parameter: 'pageSize',
      errors: ['pageSize', 'include', 'include', 'publishedAfter', 'colour'].map((parameter) => ({
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

  it('tells the connection when the headers do', async () => {
    const error = await errorAfter(
      json({ errors: [problem('VALIDATION_ERROR', 'sort')] }, 422, {
        [headers.AccountStatus.name]: 'invalid_token',
        [headers.LastFetchedAt.name]: headers.LastFetchedAt.whenNull,
        [headers.FeedStale.name]: 'The password was changed.',
      }),
    )
    expect(error).toMatchObject({
      connection: {
        status: 'invalid_token',
        stale: true,
        explanation: 'The password was changed.',
        lastFetchedAt: null,
      },
    })
  })
})

describe('an answer in another format', () => {
  it.each([
    ['a page with 200', text('<html>\n  Sign in\n</html>'), 200, '<html> Sign in </html>'],
    ['a page with 502', text('<h1>Bad gateway</h1>', 502), 502, '<h1>Bad gateway</h1>'],
    ['a page with 404', text('Not here', 404), 404, 'Not here'],
    ['an empty body with 200', text(''), 200, ''],
    ['no body with 204', () => new Response(null, { status: 204 }), 204, ''],
    ['an empty body with 500', text('', 500), 500, ''],
    ['other JSON with 200', json({ hello: 1 }), 200, '{"hello":1}'],
    ['null with 200', json(null), 200, 'null'],
    ['other JSON with 403', json({ message: 'No' }, 403), 403, '{"message":"No"}'],
    ['no errors with 400', json({ errors: [] }, 400), 400, '{"errors":[]}'],
    ['errors of another API', json({ errors: [{ code: 1 }] }, 400), 400, '{"errors":[{"code":1}]}'],
  ])('%s is an UnreadableBodyError', async (_, answer, status, excerpt) => {
    const error = await errorAfter(answer)
    expect(error).toBeInstanceOf(sdk.UnreadableBodyError)
    expect(error).toMatchObject({
      name: 'UnreadableBodyError',
      message: `The answer (status ${status}) is not from the service: ${excerpt || 'empty body'}`,
      status,
      excerpt,
      retryable: status >= 500,
    })
  })

  it('has an empty body of declared length 0', async () => {
    const answer = () => new Response('', { status: 500, headers: { 'content-length': '0' } })
    expect(await errorAfter(answer)).toMatchObject({ name: 'UnreadableBodyError', status: 500 })
  })

  it('is quoted by its beginning only', async () => {
    const error = await errorAfter(text('x'.repeat(5000)))
    expect(error).toMatchObject({ excerpt: `${'x'.repeat(160)}…` })
  })
})

describe('no answer', () => {
  it('is a NetworkError with its cause', async () => {
    const error = await errorAfter(
      failing(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })),
    )
    expect(error).toBeInstanceOf(sdk.NetworkError)
    expect(error).toMatchObject({
      name: 'NetworkError',
      message: 'The service could not be reached.',
      retryable: true,
      cause: {
        name: 'TypeError',
        message: 'fetch failed',
        cause: { message: 'connect ECONNREFUSED' },
      },
      hint: expect.stringContaining('CORS'),
    })
  })

  it('hints at the device when that is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const error = await errorAfter(failing(new TypeError('Failed to fetch')))
    vi.unstubAllGlobals()
    expect(error).toMatchObject({ hint: 'This device is offline.' })
  })

  it('is also an answer that was cut short', async () => {
    const cut = () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }))
    expect(await errorAfter(cut)).toMatchObject({
      name: 'NetworkError',
      cause: { message: 'terminated' },
    })
  })
})

describe('isPhotofeedError', () => {
  it('knows the errors of another copy of the SDK', async () => {
    vi.resetModules()
    const copy: typeof sdk = await import('../index.ts')
    const error = await thrownBy(
      copy.createFeed({ baseUrl, apiKey, retry: 0, fetch: fakeFetch(text('no', 503)).fetch }).me(),
    )
    expect(error).not.toBeInstanceOf(sdk.PhotofeedError)
    expect(sdk.isPhotofeedError(error)).toBe(true)
  })

  it.each([undefined, null, 'NetworkError', {}, new Error('no'), new TypeError('no')])(
    'does not know %o',
    (value) => {
      expect(sdk.isPhotofeedError(value)).toBe(false)
    },
  )
})

it('an error of the SDK that a custom fetch throws stays as it is', async () => {
  const thrown = new sdk.UnreadableBodyError(200, 'a page of the proxy')
  const fetch = () => Promise.reject(thrown)
  const feed = sdk.createFeed({ baseUrl, apiKey, fetch, retry: 0 })
  expect(await thrownBy(feed.me())).toBe(thrown)
})
