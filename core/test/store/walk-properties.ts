import type { Ordering } from '@photofeed/openapi'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectPosts } from '../../src/post-selection.ts'
import type { PostFilter } from '../../src/query.ts'
import type { FeedStore, StoredPost } from '../../src/store.ts'
import { anyFilter, anyOrdering, anyPosts, propertyRuns } from './arbitraries.ts'
import { accountFeed } from './builders.ts'
import { postQuery } from './queries.ts'
import { type MakeStore, onlyAccountOf } from './store-under-test.ts'

const anyLimits = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 5 })

// As many pages as the largest feed has posts.
const longestWalk = 40

/** What must hold for a walk over the pages of any feed. */
export function describeWalks(makeStore: MakeStore) {
  describe('a walk over pages', () => {
    it('visits every matching post exactly once, whatever the ordering, filters and limits', async () => {
      const property = fc.asyncProperty(
        anyPosts,
        anyOrdering,
        anyFilter,
        anyLimits,
        async (posts, order, filter, limits) => {
          const store = await makeStore([accountFeed(1, posts)])
          const walked = await walk(store, order, filter, limits)
          expect(idsOf(walked)).toEqual(idsOf(everyPost(posts, order, filter)))
        },
      )
      await fc.assert(property, propertyRuns)
    })

    it('retraces its steps from any post when the direction is reversed', async () => {
      const property = fc.asyncProperty(
        anyPosts.filter((posts) => posts.length > 0),
        anyOrdering,
        anyFilter,
        fc.nat(),
        async (posts, order, filter, step) => {
          const store = await makeStore([accountFeed(1, posts)])
          const there = everyPost(posts, order, filter)
          const turn = there[step % Math.max(there.length, 1)] ?? null
          const account = await onlyAccountOf(store)
          const back = await store.findPosts(
            account.id,
            postQuery({ ...filter, order: reversed(order), after: turn }),
          )
          const stepsBehind = turn ? there.slice(0, there.indexOf(turn)) : there
          expect(idsOf(back)).toEqual(idsOf(stepsBehind.toReversed()))
        },
      )
      await fc.assert(property, propertyRuns)
    })
  })
}

async function walk(
  store: FeedStore,
  order: Ordering,
  filter: PostFilter,
  limits: readonly number[],
): Promise<StoredPost[]> {
  const account = await onlyAccountOf(store)
  const walked: StoredPost[] = []
  for (let page = 0; ; page++) {
    const limit = limits[page % limits.length] ?? 1
    const after = walked.at(-1) ?? null
    const posts = await store.findPosts(account.id, postQuery({ ...filter, order, after, limit }))
    expect(posts.length).toBeLessThanOrEqual(limit)
    if (posts.length === 0) return walked
    if (page > longestWalk) throw new Error('The walk does not end.')
    walked.push(...posts)
  }
}

function everyPost(posts: readonly StoredPost[], order: Ordering, filter: PostFilter) {
  return selectPosts(posts, postQuery({ ...filter, order }))
}

function reversed(order: Ordering): Ordering {
  return { by: order.by, direction: order.direction === 'asc' ? 'desc' : 'asc' }
}

function idsOf(posts: readonly StoredPost[]): string[] {
  return posts.map((post) => post.id)
}
