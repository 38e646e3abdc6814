import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import {
  apiKey,
  catchError,
  fakeFetch,
  json,
  type Responder,
} from '../../test/support/fake-fetch.ts'
import { graphql } from '../entries/graphql.ts'
import { createFeed, type Feed } from '../entries/index.ts'

const baseUrl = 'http://feed.example'
const good = json(accountBody(['1']))

const redirect =
  (to: (url: string) => string, status = 301): Responder =>
  ({ url }) =>
    new Response(null, { status, headers: { location: to(url) } })

/** What a browser returns for a redirect with `redirect: 'manual'`. */
const opaque: Responder = () =>
  Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
  })

/** What a `fetch` returns that has followed a redirect. */
const followed =
  (to: string): Responder =>
  async (request) =>
    Object.defineProperty((await good(request)) as Response, 'url', { value: to })

function feedOver(...responders: Parameters<typeof fakeFetch>) {
  const service = fakeFetch(...responders)
  return { service, feed: createFeed({ baseUrl, apiKey, fetch: service.fetch }) }
}

const secured = (url: string) => url.replace('http:', 'https:')
const elsewhere = (url: string) => url.replace('feed.example', 'login.example')

describe('a redirect', () => {
  it.each<[string, (feed: Feed) => Promise<unknown>, Responder]>([
    ['a GET', (feed) => feed.me(), good],
    ['a POST', (feed) => graphql(feed, '{ me { username } }'), json({ data: { me: null } })],
  ])('from http to https of the host is followed with the key: %s', async (_, call, last) => {
    const { feed, service } = feedOver(redirect(secured), last)
    await call(feed)
    const [before, after] = service.requests
    expect(after?.url).toBe(secured(String(before?.url)))
    expect(after?.url).toContain(apiKey)
    expect(after?.init).toMatchObject({ method: before?.init.method })
    expect(after?.init.body).toBe(before?.init.body)
  })

  it('within the host is followed, also by a relative address', async () => {
    const { feed, service } = feedOver(
      redirect((url) => `/photos/me${new URL(url).search}`, 308),
      good,
    )
    expect((await feed.me()).posts).toHaveLength(1)
    expect(service.requests[1]?.url).toBe(`${baseUrl}/photos/me?api_key=${apiKey}`)
  })

  it.each<[string, ...Parameters<typeof fakeFetch>]>([
    ['with its address', redirect(elsewhere, 302)],
    ['that a browser hides', opaque, followed('http://login.example/start')],
    ['that was followed already', followed(`http://login.example/start?api_key=${apiKey}`)],
  ])('to another host is an error that names it: %s', async (_, ...responders) => {
    const { feed, service } = feedOver(...responders)
    expect(await catchError(feed.me())).toMatchObject({
      name: 'GatewayError',
      code: 'GATEWAY',
      message: 'http://feed.example redirects to http://login.example.',
      hint: 'Set baseUrl to http://login.example.',
      retryable: false,
    })
    const toOthers = service.requests.filter(({ url }) => !url.startsWith(baseUrl))
    expect(toOthers).toEqual([])
  })

  it('that a browser hides is looked up without the key, then followed with it', async () => {
    const { feed, service } = feedOver(opaque, followed('https://feed.example/api/v1/me'), good)
    expect((await feed.me()).posts).toHaveLength(1)
    expect(service.requests.map(({ url, init }) => [url, init.redirect])).toEqual([
      [`${baseUrl}/api/v1/me?api_key=${apiKey}`, 'manual'],
      [`${baseUrl}/api/v1/me`, 'follow'],
      [`https://feed.example/api/v1/me?api_key=${apiKey}`, 'manual'],
    ])
  })

  it('from https to http, and without an end, is an error', async () => {
    const service = fakeFetch(redirect((url) => url.replace('https:', 'http:')))
    const secure = createFeed({ baseUrl: secured(baseUrl), apiKey, fetch: service.fetch })
    expect(await catchError(secure.me())).toMatchObject({ code: 'GATEWAY' })
    const endless = feedOver(redirect((url) => url))
    expect(await catchError(endless.feed.me())).toMatchObject({ code: 'GATEWAY' })
    expect(endless.service.requests).toHaveLength(6)
  })
})
