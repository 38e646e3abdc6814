import { describe, expect, it } from 'vitest'
import { postQuery, postsAt } from '../test/store/index.ts'
import { compareBy, selectPosts } from './post-selection.ts'

describe('compareBy', () => {
  const places = postsAt(20, 10, 20)

  it('puts equal times into stored order, in the same direction', () => {
    expect(sortedBy({ by: 'publishedAt', direction: 'asc' })).toEqual([2, 1, 3])
    expect(sortedBy({ by: 'publishedAt', direction: 'desc' })).toEqual([3, 1, 2])
  })

  it('ignores times when it goes by position', () => {
    expect(sortedBy({ by: 'position', direction: 'asc' })).toEqual([1, 2, 3])
    expect(sortedBy({ by: 'position', direction: 'desc' })).toEqual([3, 2, 1])
  })

  function sortedBy(order: Parameters<typeof compareBy>[0]) {
    return places.toSorted(compareBy(order)).map((place) => place.position)
  }
})

describe('selectPosts', () => {
  const posts = postsAt(20, 10, 20, 30)

  it('filters, sorts, starts behind the place and stops at the limit', () => {
    const query = postQuery({
      publishedAfter: 11,
      after: { publishedAt: 30, position: 4 },
      limit: 1,
    })
    expect(selectPosts(posts, query).map((post) => post.position)).toEqual([3])
  })

  it('leaves its argument as it is', () => {
    selectPosts(posts, postQuery())
    expect(posts.map((post) => post.position)).toEqual([1, 2, 3, 4])
  })
})
