import type { Ordering } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { accountFeed, storedPost } from '../test/store/index.ts'
import { createMemoryStore } from './memory-store.ts'
import { pageRequest, selectPage } from './page.ts'
import { noFilter } from './query.ts'

const posts = [1, 2, 3, 4].map((position) => storedPost({ position, publishedAt: position * 1000 }))

const orders: Ordering[] = (['publishedAt', 'position'] as const).flatMap((by) => [
  { by, direction: 'asc' },
  { by, direction: 'desc' },
])

test.each(orders)(
  'an empty page behind a cursor leads back to the one before: %o',
  async (order) => {
    const pageOf = async (count: number, cursor: string | null) => {
      const kept = order.direction === 'asc' ? posts.slice(0, count) : posts.slice(-count)
      const feed = accountFeed(1, kept)
      const request = pageRequest(feed.account, {
        ...{ ...noFilter, pageSize: 2, cursor, order, comments: false },
      })
      return selectPage(createMemoryStore([feed]), feed.account, request)
    }
    const first = await pageOf(4, null)
    const empty = await pageOf(2, first.pagination.nextCursor)
    expect([empty.posts, empty.pagination.hasMore]).toEqual([[], false])
    expect(empty.pagination.prevCursor).toMatch(/^[\w-]+$/)
    const back = await pageOf(2, empty.pagination.prevCursor)
    expect(back).toEqual({
      posts: first.posts,
      pagination: { nextCursor: null, prevCursor: null, hasMore: false, perPage: 2 },
    })
  },
)
