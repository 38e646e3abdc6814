import { inspect } from 'node:util'
import { problems } from '@photofeed/openapi'
import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import {
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
  type Responder,
  text,
} from '../../test/support/fake-fetch.ts'
import { rssText } from '../../test/support/rss-text.ts'
import { graphql } from '../entries/graphql.ts'
import { createFeed, type Feed, isPhotofeedError } from '../entries/index.ts'
import { rss } from '../entries/rss.ts'
import type { RequestEvent } from './options.ts'

/** Everything that a log or a crash reporter could contain of a value. */
function everythingIn(value: unknown) {
  const seen = inspect(value, {
    depth: null,
    showHidden: true,
    getters: true,
    maxStringLength: null,
  })
  return `${seen}${JSON.stringify(value)}`
}

const calls: Record<string, (feed: Feed) => Promise<unknown>> = {
  me: (feed) => feed.me(),
  account: (feed) => feed.account(),
  graphql: (feed) => graphql(feed, '{ me { username } }'),
  rss,
}

async function errorAfter(
  responder: Responder,
  key = apiKey,
  call = calls.me as (feed: Feed) => Promise<unknown>,
) {
  const { fetch } = fakeFetch(responder)
  const error = await catchError(call(createFeed({ baseUrl, apiKey: key, fetch, maxRetries: 0 })))
  expect(isPhotofeedError(error)).toBe(true)
  return error
}

describe('the key', () => {
  it('is not in what fetch threw', async () => {
    const error = await errorAfter((request) => {
      const inner = Object.assign(new Error(`no route to ${request.url}`), {
        code: 'EHOSTUNREACH',
        request,
        options: { path: request.url },
      })
      throw new TypeError(`Failed to fetch ${request.url}`, {
        cause: new AggregateError([inner, request.url], `all failed for ${apiKey}`),
      })
    })
    expect(everythingIn(error)).not.toContain(apiKey)
    expect(error).toMatchObject({
      cause: {
        name: 'TypeError',
        message: 'Failed to fetch https://feed.example/api/v1/me?api_key=<redacted>',
        cause: {
          name: 'AggregateError',
          message: 'all failed for <redacted>',
          errors: [
            {
              message: 'no route to https://feed.example/api/v1/me?api_key=<redacted>',
              code: 'EHOSTUNREACH',
            },
            'https://feed.example/api/v1/me?api_key=<redacted>',
          ],
        },
      },
    })
  })

  it('is not in a cause that leads back to itself', async () => {
    const error = await errorAfter((request) => {
      const circle = new TypeError(`fetch failed: ${request.url}`)
      circle.cause = circle
      throw circle
    })
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(apiKey)
  })

  it.each(
    Object.keys(calls)
      .flatMap((name) =>
        [
          ['a page', (url: string) => text(`<p>${url} is gone</p>`, 502)],
          ['JSON of something else', (url: string) => json({ path: `"${url}"` })],
          [
            'RSS that was cut off',
            (url: string) => text(`<rss><channel><atom:link href="${url}" rel="se`),
          ],
          ['a complete RSS document', (url: string) => text(rssText('', `<!-- ${url} -->`), 500)],
          [
            'problems of a query',
            (url: string) => json({ errors: [{ message: url }], data: { url } }),
          ],
        ].map(
          ([what, respond]) =>
            [name, what, respond] as [string, string, (url: string) => Responder],
        ),
      )
      .filter(([name, what]) => name === 'graphql' || what !== 'problems of a query'),
  )('is not in an error of %s that quotes %s', async (name, _, respond) => {
    const error = await errorAfter((request) => respond(request.url)(request), apiKey, calls[name])
    expect(everythingIn(error)).not.toContain(apiKey)
    expect(everythingIn(error)).toContain('api_key=<redacted>')
  })

  it('is not in an error of the service that quotes the request', async () => {
    const { title } = problems.VALIDATION_ERROR
    const quoting = { status: '422', code: apiKey, title, detail: `Bad "?api_key=${apiKey}".` }
    const error = await errorAfter(json({ errors: [quoting] }, 422))
    expect(everythingIn(error)).not.toContain(apiKey)
    expect(error).toMatchObject({ message: '422 <redacted>: Bad "?api_key=<redacted>".' })
  })
})

describe('events and results', () => {
  it.each(Object.keys(calls))('of %s do not contain the key', async (name) => {
    const events: unknown[] = []
    const bodies: Record<string, Responder> = {
      me: json(accountBody(['1'])),
      account: json({ data: { id: '1', attributes: accountBody() } }),
      graphql: json({ data: {} }),
      rss: text(rssText()),
    }
    const { fetch } = fakeFetch(text(apiKey, 500), bodies[name] as Responder)
    const feed = createFeed({
      baseUrl,
      apiKey,
      fetch,
      totalTimeout: 60_000,
      onRequest: (event) => events.push({ ...event }),
      onResponse: (event) => events.push({ ...event }),
    })
    const result = await calls[name]?.(feed)
    expect(events).toHaveLength(4)
    expect(everythingIn(events)).toContain('?api_key=<redacted>')
    expect(everythingIn([events, result])).not.toContain(apiKey)
  })

  it('give a trace its attributes without the key', async () => {
    const spans: Record<string, unknown>[] = []
    const { fetch } = fakeFetch(json(accountBody()))
    const feed = createFeed({
      baseUrl,
      apiKey,
      fetch,
      onRequest: ({ method, url, attempt, headers }: RequestEvent) => {
        headers.traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
        spans.push({ 'http.request.method': method, 'url.full': url, 'http.resend': attempt - 1 })
      },
      onResponse: ({ status }) => {
        Object.assign(spans.at(-1) ?? {}, { 'http.response.status_code': status })
      },
    })
    await feed.me({ pageSize: 3 })
    expect(spans).toEqual([
      {
        'http.request.method': 'GET',
        'url.full': 'https://feed.example/api/v1/me?page%5Bsize%5D=3&api_key=<redacted>',
        'http.resend': 0,
        'http.response.status_code': 200,
      },
    ])
  })
})
