import { expect, it } from 'vitest'
import { accountFeed, describeFeedStore, postQuery, storedPost } from '../test/store/index.ts'
import { createMemoryStore } from './memory-store.ts'

describeFeedStore('memory store', createMemoryStore)

it('leaves the arrays that it was given as they are', async () => {
  const comments = [{ id: 'c', timestamp: '2025-10-09T08:53:20+0000', like_count: 0 }]
  const posts = [1, 3, 2].map((position) =>
    storedPost({ position, publishedAt: -position, comments }),
  )
  const store = createMemoryStore([accountFeed(1, posts)])
  await store.findPosts(1, postQuery())
  expect(posts.map((post) => post.position)).toEqual([1, 3, 2])
  expect(posts.every((post) => post.comments === comments)).toBe(true)
})
