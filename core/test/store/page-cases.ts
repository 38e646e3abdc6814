import { beforeEach, describe, expect, it } from 'vitest'
import type { PostQuery, StoredPost } from '../../src/store.ts'
import { accountFeed, postsAt } from './builders.ts'
import { filterCases, filteredPosts } from './filter-cases.ts'
import { postQuery } from './queries.ts'
import { type MakeStore, onlyAccountOf } from './store-under-test.ts'

/** The sequence of a page and where it starts. */
export function describeOrderings(makeStore: MakeStore) {
  describe('orderings', () => {
    // By time: 2, 4, (1, 3, 5 at the same time), 6.
    let read: Read
    beforeEach(async () => {
      read = await reader(makeStore, postsAt(30, 10, 30, 20, 30, 40))
    })

    it.each([
      ['publishedAt', 'desc', [6, 5, 3, 1, 4, 2]],
      ['publishedAt', 'asc', [2, 4, 1, 3, 5, 6]],
      ['position', 'desc', [6, 5, 4, 3, 2, 1]],
      ['position', 'asc', [1, 2, 3, 4, 5, 6]],
    ] as const)('sorts by %s %s', async (by, direction, positions) => {
      expect(await read({ order: { by, direction } })).toEqual(positions)
    })

    it.each([
      ['publishedAt', 'desc', [1, 4, 2]],
      ['publishedAt', 'asc', [5, 6]],
      ['position', 'desc', [2, 1]],
      ['position', 'asc', [4, 5, 6]],
    ] as const)(
      'starts behind a post among equal times by %s %s',
      async (by, direction, positions) => {
        const after = { publishedAt: 30, position: 3 }
        expect(await read({ order: { by, direction }, after })).toEqual(positions)
      },
    )

    it.each([
      ['publishedAt', 'desc', { publishedAt: 25, position: 9 }, [4, 2]],
      ['publishedAt', 'asc', { publishedAt: 25, position: 9 }, [1, 3, 5, 6]],
      ['publishedAt', 'desc', { publishedAt: 30, position: 2 }, [1, 4, 2]],
      ['publishedAt', 'asc', { publishedAt: 30, position: 2 }, [3, 5, 6]],
      ['position', 'desc', { publishedAt: 99, position: 4 }, [3, 2, 1]],
      ['position', 'asc', { publishedAt: 99, position: 0 }, [1, 2, 3, 4, 5, 6]],
      ['publishedAt', 'desc', { publishedAt: 0, position: 0 }, []],
      ['position', 'asc', { publishedAt: 0, position: 7 }, []],
    ] as const)(
      'starts by %s %s behind %o, where no post is',
      async (by, direction, after, positions) => {
        expect(await read({ order: { by, direction }, after })).toEqual(positions)
      },
    )

    it('reads no more than the limit', async () => {
      expect(await read({ limit: 2 })).toEqual([6, 5])
      expect(await read({ limit: 2, after: { publishedAt: 30, position: 5 } })).toEqual([3, 1])
      expect(await read({ limit: 6 })).toHaveLength(6)
      expect(await read({ limit: 7 })).toHaveLength(6)
    })
  })
}

/** The posts that a page leaves out. */
export function describeFilters(makeStore: MakeStore) {
  describe('filters', () => {
    const behind = { publishedAt: 30, position: 3 }

    it.each(Object.entries(filterCases))('select by %s', async (name, { selects }) => {
      const [value, positions] = selects
      const read = await reader(makeStore, filteredPosts)
      expect(await read({ [name]: value })).toEqual(positions)
    })

    it.each<[string, Partial<PostQuery>, number[]]>([
      ['one moment', { publishedAfter: 20, publishedBefore: 20 }, [4, 2]],
      ['a moment between posts', { publishedAfter: 21, publishedBefore: 29 }, []],
      ['dates in the wrong order', { publishedAfter: 30, publishedBefore: 10 }, []],
      ['a type and dates', { type: 'IMAGE', publishedAfter: 11 }, [3]],
      ['a type behind a post', { type: 'IMAGE', after: behind }, [1]],
      ['a last date nearer than the start', { publishedBefore: 10, after: behind }, [1]],
      ['a last date beyond the start', { publishedBefore: 99, after: behind }, [4, 2, 1]],
    ])('lets through %s', async (_case, query, positions) => {
      const read = await reader(makeStore, filteredPosts)
      expect(await read(query)).toEqual(positions)
    })
  })
}

type Read = (query: Partial<PostQuery>) => Promise<number[]>

/** Reads pages of these posts as positions. */
async function reader(makeStore: MakeStore, posts: readonly StoredPost[]): Promise<Read> {
  const store = await makeStore([accountFeed(1, posts)])
  const { id } = await onlyAccountOf(store)
  return async (query) => {
    const found = await store.findPosts(id, postQuery(query))
    return found.map((post) => post.position)
  }
}
