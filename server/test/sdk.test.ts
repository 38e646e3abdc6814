import { createFeed, InvalidApiKeyError, isPhotofeedError, ValidationError } from '@photofeed/sdk'
import { expect, test } from 'vitest'
import { feedServer } from './support/feed-server.ts'
import { account, keys, posts } from './support/feeds.ts'

// The SDK knows the server only over HTTP; this is where the two meet.

test('walks every page of a real server, there and back', async () => {
  const server = await feedServer([account({ posts: posts(230) })])
  const feed = createFeed({ baseUrl: server.url, apiKey: keys.premium })
  const ids: string[] = []
  for await (const post of feed.posts({ sort: 'id' })) ids.push(post.id)
  expect(ids).toEqual(Array.from({ length: 230 }, (_, index) => `${index + 1}`))

  const first = await feed.me({ pageSize: 20 })
  const second = await feed.next(first)
  expect(second?.posts.map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, index) => `${210 - index}`),
  )
  expect(second && (await feed.previous(second))?.posts).toEqual(first.posts)
  expect(await feed.previous(first)).toBe(null)
})

test('the connection and the errors of a real server', async () => {
  const server = await feedServer([account({ status: 'invalid_token' })])
  const feed = createFeed({ baseUrl: server.url, apiKey: keys.premium })
  expect((await feed.me()).connection).toEqual({
    status: 'invalid_token',
    stale: true,
    explanation: expect.stringContaining('Reconnect'),
    lastFetchedAt: '2026-03-01T06:00:00+00:00',
  })
  const invalid = await feed.me({ publishedAfter: 'yesterday' }).catch((error: unknown) => error)
  expect(invalid).toBeInstanceOf(ValidationError)
  expect(invalid).toMatchObject({
    status: 422,
    parameter: 'publishedAfter',
    connection: { status: 'invalid_token' },
  })
  const stranger = createFeed({ baseUrl: server.url, apiKey: keys.unknown })
  const rejected = await stranger.me().catch((error: unknown) => error)
  expect(rejected).toBeInstanceOf(InvalidApiKeyError)
  expect(isPhotofeedError(rejected)).toBe(true)
})
