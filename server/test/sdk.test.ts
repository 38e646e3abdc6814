import { createFeed } from '@photofeed/sdk'
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
