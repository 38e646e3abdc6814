import type { ConnectionStatus } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, keys, posts } from '../support/feeds.ts'
import { saveFeed } from '../support/seed.ts'

const stale =
  'The connection to the platform is broken, so this feed has stopped updating. Reconnect the account on the dashboard; the API key stays the same.'

test.each<[ConnectionStatus, string | null]>([
  ['ready', null],
  ['importing', null],
  ['refreshing_token', null],
  ['invalid_token', stale],
])(
  'a %s connection responds with 200 on every interface and has its status',
  async (status, explanation) => {
    const { send } = await feedServer([account({ status, posts: posts(2) })])
    const me = await send(`/api/v1/me?api_key=${keys.premium}`)
    const accounts = await send(`/api/v1/accounts?api_key=${keys.premium}`)
    const rss = await send(`/api/v1/rss?api_key=${keys.premium}`)
    const graphql = await send(`/graphql?api_key=${keys.premium}&query={me{status posts{id}}}`)
    const syntax = await send(`/graphql?api_key=${keys.premium}&query={`)
    const invalid = await send(`/api/v1/me?api_key=${keys.premium}&sort=x`)

    expect(me.json.status).toBe(status)
    expect(accounts.json.data.attributes.status).toBe(status)
    expect(graphql.json).toEqual({ data: { me: { status, posts: [{ id: '2' }, { id: '1' }] } } })
    expect([me, accounts, rss, graphql, syntax].map((response) => response.status)).toEqual(
      Array(5).fill(200),
    )
    expect(invalid.status).toBe(422)
    for (const { headers } of [me, accounts, rss, graphql, syntax, invalid]) {
      expect(headers.get('x-service-account-status')).toBe(status)
      expect(headers.get('x-last-fetched-at')).toBe('2026-03-01T06:00:00+00:00')
      expect(headers.get('x-service-feed-stale')).toBe(explanation)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-expose-headers')).toBe(
        'X-Last-Fetched-At, X-Service-Account-Status, X-Service-Feed-Stale',
      )
    }
  },
)

test.each([
  [true, 'max-age=3600, public'],
  [false, 'no-cache, private'],
])('Cache-Control in production: %s', async (production, value) => {
  const { send } = await feedServer([account()], { production })
  const key = `api_key=${keys.premium}`
  for (const target of [
    `/api/v1/me?${key}`,
    `/api/v1/accounts?${key}`,
    `/api/v1/rss?${key}`,
    `/graphql?${key}&query={me{username}}`,
  ]) {
    expect((await send(target)).headers.get('cache-control')).toBe(value)
  }
  for (const target of [
    '/api/v1/me',
    '/api/v1/nothing',
    `/api/v1/me?${key}&format=x`,
    `/graphql?${key}&query={`,
    `/graphql?${key}&query={me(type:"x"){username}}`,
  ]) {
    const { headers } = await send(target)
    expect(headers.get('cache-control')).toBe('no-store, private')
    expect(headers.has('etag')).toBe(false)
  }
})

test.each([
  ['/api/v1/me', 'GET'],
  ['/api/v1/accounts', 'GET'],
  ['/api/v1/rss', 'GET'],
  ['/graphql', 'GET, POST'],
])('a preflight has its response before the key is checked: %s', async (path, methods) => {
  const { send } = await feedServer([account()])
  const headers = { Origin: 'https://site.example', 'Access-Control-Request-Method': 'GET' }
  const response = await send(path, { method: 'OPTIONS', headers })
  expect(response.status).toBe(204)
  expect(response.text).toBe('')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-methods')).toBe(methods)
  expect(response.headers.get('access-control-allow-headers')).toBe('*, Authorization')
  expect(response.headers.get('access-control-max-age')).toBe('7200')

  const { Origin, ...withoutOrigin } = headers
  expect((await send(path, { method: 'OPTIONS', headers: withoutOrigin })).status).toBe(405)
  expect((await send(path, { method: 'OPTIONS', headers: { Origin } })).status).toBe(405)
})

test.each(['/api/v1/me?', '/api/v1/accounts?', '/api/v1/rss?', '/graphql?query={me{username}}&'])(
  'an unchanged response is a 304 with the service headers: %s',
  async (target) => {
    const fixture = account({ posts: posts(2), status: 'invalid_token' })
    const server = await feedServer([fixture])
    const url = `${target}api_key=${keys.premium}`
    const first = await server.send(url)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[^"]+"$/)

    const again = await server.send(url, { headers: { 'If-None-Match': `"x", ${etag}` } })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    for (const name of [
      'etag',
      'cache-control',
      'x-service-account-status',
      'x-last-fetched-at',
      'x-service-feed-stale',
      'access-control-allow-origin',
    ]) {
      expect(again.headers.get(name)).toBe(first.headers.get(name))
    }
    expect((await server.send(url, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200)
  },
)

test('a POST has no validator, and If-None-Match changes nothing', async () => {
  const server = await feedServer([account({ posts: posts(1) })])
  const query = '{ me { username } }'
  const url = `/graphql?api_key=${keys.premium}`
  const got = await server.send(`${url}&query=${encodeURIComponent(query)}`)
  const posted = await server.send(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'If-None-Match': `${got.headers.get('etag')}, *`,
    },
    body: JSON.stringify({ query }),
  })
  expect([posted.status, posted.headers.get('etag')]).toEqual([200, null])
  expect(posted.json).toEqual(got.json)
})

test('every change of the account shows at once, with another validator', async () => {
  const fixture = account({ posts: posts(1) })
  const { send, database } = await feedServer([fixture])
  const read = async () => {
    const { json, headers } = await send(`/api/v1/me?api_key=${keys.premium}`)
    return { ...json, etag: headers.get('etag') }
  }
  const before = await read()
  await saveFeed(database, { ...fixture, posts: posts(2) })
  const morePosts = await read()
  await saveFeed(database, { ...fixture, status: 'invalid_token' })
  const broken = await read()
  await saveFeed(database, { ...fixture, profile: { ...fixture.profile, name: 'New' } })
  const renamed = await read()
  await saveFeed(database, { ...fixture, plan: 'free' })
  const downgraded = await read()

  expect([before, morePosts].map(({ posts }) => posts.length)).toEqual([1, 2])
  expect(broken.status).toBe('invalid_token')
  expect(renamed).toMatchObject({ name: 'New', status: 'ready' })
  expect(downgraded.pagination.perPage).toBe(6)
  expect(
    new Set([before, morePosts, broken, renamed, downgraded].map(({ etag }) => etag)).size,
  ).toBe(5)
})
