import { expect, test } from 'vitest'
import { storedPost } from '../../../core/test/store/index.ts'
import { placePosts } from '../../src/stores/service/listed-posts.ts'

const at = (...times: number[]) =>
  times.map((publishedAt) => storedPost({ position: 0, publishedAt, id: `post-${publishedAt}` }))

/** The times of the posts in the sequence of their positions, and these. */
function placed(posts: ReturnType<typeof at>, order: Parameters<typeof placePosts>[1]) {
  const sorted = placePosts(posts, order).toSorted((one, other) => one.position - other.position)
  return {
    times: sorted.map(({ post }) => post.publishedAt),
    positions: sorted.map(({ position }) => position),
  }
}

test('the first page of a first import goes down from where there is room below', () => {
  const order = { highest: 0, lowest: null, newest: null, olderFollow: true }
  expect(placed(at(30, 20, 10), order)).toEqual({
    ...{ times: [10, 20, 30], positions: [999_998, 999_999, 1_000_000] },
  })
})

test('a later page goes below, and what was published since goes above', () => {
  const order = { highest: 1_000_000, lowest: 999_999, newest: 30, olderFollow: true }
  expect(placed(at(50, 40, 20, 10), order)).toEqual({
    times: [10, 20, 40, 50],
    positions: [999_997, 999_998, 1_000_001, 1_000_002],
  })
})

test('after the first import everything goes above what ever was, oldest first', () => {
  const order = { highest: 1_000_009, lowest: 999_999, newest: 30, olderFollow: false }
  expect(placed(at(50, 40, 5), order)).toEqual({
    times: [5, 40, 50],
    positions: [1_000_010, 1_000_011, 1_000_012],
  })
})

test('of two equal times the one that the platform lists later is the older', () => {
  const [first, second] = [
    storedPost({ position: 0, publishedAt: 5, id: 'first' }),
    storedPost({ position: 0, publishedAt: 5, id: 'second' }),
  ]
  const order = { highest: 0, lowest: null, newest: null, olderFollow: true }
  expect(
    placePosts([first, second], order).map(({ post, position }) => [post.id, position]),
  ).toEqual([
    ['first', 1_000_000],
    ['second', 999_999],
  ])
})
