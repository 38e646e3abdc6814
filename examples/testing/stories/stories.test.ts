import { account, createMock, mockEpoch, post } from '@photofeed/mock-server'
import { type MockMatchers, matchers } from '@photofeed/mock-server/matchers'
import { startMockServer } from '@photofeed/mock-server/node'
import { createFeed } from '@photofeed/sdk'
import { afterEach, describe, expect, test, vi } from 'vitest'

declare module 'vitest' {
  interface Matchers<R, T> extends MockMatchers<R> {}
}

expect.extend(matchers)
const baseUrl = 'https://photofeed.test'
const mock = createMock({ baseUrl, print: () => {} })
const feedOf = (scenario: string) =>
  createFeed({ baseUrl, apiKey: mock.key(scenario), fetch: mock.fetch })
const premium = feedOf('premium')
const get = (path: string, query = '', init: RequestInit = {}) =>
  mock.fetch(`${baseUrl}${path}?api_key=${mock.key('premium')}&${query}`, init)
const graphql = async (query: string) =>
  (await get('/graphql', '', { method: 'POST', body: JSON.stringify({ query }) })).json()
const statusOf = async () => (await premium.account()).connection.status
const pictureOf = async () => (await premium.me({ pageSize: 1 })).posts[0]?.sizes?.['320'] ?? ''

afterEach(() => {
  vi.useRealTimers()
  mock.reset()
})

describe('The state of an account', () => {
  test('an import finishes after three polls', async () => {
    mock.transition('importing', 'finish-import', { afterRequests: 3 })
    const poll = async () => (await feedOf('importing').account()).connection.status
    expect([await poll(), await poll(), await poll()]).toEqual(Array(3).fill('importing'))
    expect(await poll()).toBe('ready')
  })

  test('a key is revoked while it is used', async () => {
    mock.transition('premium', 'disconnect', { afterRequests: 1 })
    await premium.me()
    await expect(premium.me()).rejects.toThrow('API key')
  })

  test('a routine refresh of the token passes', async () => {
    mock.transition('premium', 'refresh-token', { afterRequests: 1 })
    mock.transition('premium', 'refresh', { afterRequests: 2 })
    const statuses = [await statusOf(), await statusOf(), await statusOf()]
    expect(statuses).toEqual(['ready', 'refreshing_token', 'ready'])
  })

  test('a connection breaks, and recovers by itself', async () => {
    mock.transition('premium', 'expire', { afterRequests: 1 })
    mock.transition('premium', 'reconnect', { afterRequests: 2 })
    const statuses = [await statusOf(), await statusOf(), await statusOf()]
    expect(statuses).toEqual(['ready', 'invalid_token', 'ready'])
  })

  test('a week passes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: mockEpoch })
    const fetchedAt = async () => (await premium.account()).connection.lastFetchedAt
    vi.advanceTimersByTime(7 * 86_400_000)
    expect(await fetchedAt()).toBe('2026-11-20T09:00:00+00:00')
    mock.transition('premium', 'refresh')
    expect(await fetchedAt()).toBe('2026-11-27T09:00:00+00:00')
  })

  test('tests that run in parallel have accounts of their own', async () => {
    const copy = mock.copy('premium')
    mock.transition(copy.name, 'expire')
    expect((await feedOf(copy.name).account()).connection.status).toBe('invalid_token')
    expect(await statusOf()).toBe('ready')
  })
})

describe('Posts', () => {
  test('a post is published and another one deleted while the next page loads', async () => {
    const page = await premium.me({ pageSize: 3 })
    mock.posts('premium').publish(post.image())
    mock.posts('premium').remove(page.posts[1]?.id ?? '')
    expect((await premium.next(page))?.posts.map(({ id }) => id)).toEqual(
      (await premium.me({ pageSize: 6 })).posts.slice(3).map(({ id }) => id),
    )
  })

  test('counts and captions change', async () => {
    const id = (await premium.me()).posts[0]?.id ?? ''
    mock.posts('premium').update(id, { likeCount: 99, caption: 'Edited' })
    expect((await premium.me()).posts[0]).toMatchObject({ id, likeCount: 99, caption: 'Edited' })
  })

  test('a recorded feed is replayed', async () => {
    const recorded = JSON.parse(
      '{ "username": "corner.bakery", "posts": [{ "mediaType": "IMAGE" }] }',
    )
    const replay = createMock({ baseUrl, accounts: [account(recorded)] })
    const apiKey = replay.key('corner.bakery')
    const { posts } = await createFeed({ baseUrl, apiKey, fetch: replay.fetch }).me()
    expect(posts).toHaveLength(1)
  })

  test('an unchanged page is a 304', async () => {
    const etag = (await get('/api/v1/me')).headers.get('etag') ?? ''
    const status = async () =>
      (await get('/api/v1/me', '', { headers: { 'If-None-Match': etag } })).status
    expect(await status()).toBe(304)
    mock.transition('premium', 'refresh')
    expect(await status()).toBe(200)
  })
})

describe('Failures of the API', () => {
  test.each(['page[size]=0', 'format=gif', 'filter[type]=GIF', 'filter[publishedAfter]=soon'])(
    'the parameter %s is rejected',
    async (query) => {
      expect((await get('/api/v1/me', query)).status).toBe(422)
    },
  )

  test('the second page fails, whoever requests it', async () => {
    mock.fault('premium', { status: 503, times: 3, when: { query: { 'page[cursor]': '*' } } })
    const first = await premium.me({ pageSize: 3 })
    await expect(premium.next(first, { maxRetries: 0 })).rejects.toThrow()
    expect(mock).toHaveRequested('me', { status: 503, query: { 'page[cursor]': '*' }, times: 1 })
  })

  test('only requests with comments fail', async () => {
    mock.fault('premium', { status: 504, when: { query: { 'include[]': 'comments' } } })
    expect((await get('/api/v1/me', 'include[]=comments')).status).toBe(504)
    expect((await get('/api/v1/me', 'include[]=children')).status).toBe(200)
  })

  test('the service asks to wait', async () => {
    mock.fault('premium', { status: 429, retryAfter: 7 })
    await expect(premium.me({ maxRetries: 0 })).rejects.toMatchObject({ retryAfter: 7000 })
  })

  test('a request succeeds with the second retry', async () => {
    mock.fault('premium', { status: 503, retryAfter: 0, times: 2 })
    await premium.me()
    expect(mock.requests.of('me').map(({ status }) => status)).toEqual([503, 503, 200])
  })

  test('a body arrives slowly', async () => {
    mock.fault('premium', { body: 'drip' })
    const reader = (await get('/api/v1/me', 'page[size]=1')).body?.getReader()
    expect((await reader?.read())?.value?.length).toBeLessThan(200)
    await reader?.cancel()
  })
})

describe('RSS and GraphQL', () => {
  test('RSS is broken', async () => {
    mock.fault('premium', { body: 'truncated', when: { endpoint: 'rss' } })
    expect(await (await get('/api/v1/rss')).text()).not.toContain('</rss>')
  })

  test('only RSS is a 502', async () => {
    mock.fault('premium', { status: 502, when: { endpoint: 'rss' } })
    expect((await get('/api/v1/rss')).status).toBe(502)
    expect((await get('/api/v1/me')).status).toBe(200)
  })

  test('a resolver of GraphQL fails', async () => {
    mock.fault('premium', { field: 'me' })
    const { data, errors } = await graphql('{ me { username } }')
    expect(data).toEqual({ me: null })
    expect(errors).toMatchObject([{ message: 'Internal server error', path: ['me'] }])
  })

  test('one field of GraphQL fails, the other has its data', async () => {
    mock.fault('premium', { field: 'post' })
    const { data, errors } = await graphql('{ me { username } post(id: "1") { id } }')
    expect(data).toEqual({ me: { username: 'harbour.and.hearth' }, post: null })
    expect(errors).toMatchObject([{ path: ['post'] }])
  })
})

describe('Pictures', () => {
  test('a picture has the same bytes in every run', async () => {
    const bytes = await (await mock.fetch(await pictureOf())).arrayBuffer()
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
    expect(digest).toBe('b7f58049fcf71b5a727e7b734b8b6f7a762c878a46d341103cdc994276fbca2c')
  })

  test('pictures are slow', async () => {
    mock.fault('premium', { delay: { min: 5, max: 20 }, when: { media: 'image' } })
    expect((await mock.fetch(await pictureOf())).status).toBe(200)
  })

  test('one picture is broken', async () => {
    mock.fault('premium', { status: 404, times: 1, when: { media: 'image' } })
    expect((await mock.fetch(await pictureOf())).status).toBe(404)
    expect((await mock.fetch(await pictureOf())).status).toBe(200)
  })

  test('on a port, the first two pictures fail', async () => {
    await using server = Object.assign(await startMockServer(), {
      [Symbol.asyncDispose]: () => server.close(),
    })
    server.fault('premium', { status: 503, times: 2, when: { media: 'image' } })
    const { posts } = await createFeed({ baseUrl: server.url, apiKey: server.key('premium') }).me()
    const load = async () => (await fetch(posts[0]?.sizes?.['320'] ?? '')).status
    expect([await load(), await load(), await load()]).toEqual([503, 503, 200])
  })
})

describe('Requests of the page', () => {
  test('a page requests what it shows, once', async () => {
    await premium.me({ pageSize: 12 })
    expect(mock).toHaveRequested('me', { query: { 'page[size]': '12' }, times: 1 })
    expect(mock).not.toHaveRequested('graphql')
    mock.verify()
  })

  test('the log of a port has every request', async () => {
    const server = await startMockServer({ warnings: 'off' })
    const { url } = server
    for (let count = 0; count < 60; count++) await fetch(`${url}/api/v1/me`)
    expect(await (await fetch(`${url}/__mock/api/requests`)).json()).toHaveLength(60)
    await server.close()
  })
})
