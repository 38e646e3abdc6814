import type { Ordering } from '@photofeed/openapi'
import fc from 'fast-check'
import type { PostFilter } from '../../src/query.ts'
import type { PostPosition, PostQuery, StoredPost } from '../../src/store.ts'
import { storedPost } from './builders.ts'
import { anyFilteredFields, anyTimeOrBeyond, filterCases } from './filter-cases.ts'

/** The seed is fixed, so that every failure happens again. */
export const propertyRuns = { seed: 20_261_121, numRuns: 100 } as const

/** Every ordering there is. */
export const orderings: readonly Ordering[] = [
  { by: 'publishedAt', direction: 'desc' },
  { by: 'publishedAt', direction: 'asc' },
  { by: 'position', direction: 'desc' },
  { by: 'position', direction: 'asc' },
]

const anyComments = fc.array(
  fc.record(
    { id: fc.string(), text: fc.string(), timestamp: fc.string(), like_count: fc.nat() },
    { requiredKeys: ['id', 'timestamp', 'like_count'], noNullPrototype: true },
  ),
  { maxLength: 2 },
)

/** Posts in stored order, whose times are in no order. */
export const anyPosts: fc.Arbitrary<StoredPost[]> = fc
  .array(
    fc.record({
      fields: anyFilteredFields,
      comments: anyComments,
    }),
    { maxLength: 40 },
  )
  .map((posts) =>
    posts.map(({ fields, comments }, index) =>
      storedPost({ ...fields, comments, position: index + 1 }),
    ),
  )

export const anyOrdering: fc.Arbitrary<Ordering> = fc.constantFrom(...orderings)

export const anyFilter = fc.record(
  Object.fromEntries(
    Object.entries(filterCases).map(([name, { any }]) => [name, fc.option<unknown>(any)]),
  ),
) as fc.Arbitrary<PostFilter>

/** A place in the feed, which seldom holds a post. */
export const anyPosition: fc.Arbitrary<PostPosition> = fc.record({
  publishedAt: anyTimeOrBeyond,
  position: fc.integer({ min: 0, max: 42 }),
})

export const anyQuery: fc.Arbitrary<PostQuery> = fc
  .record({
    filter: anyFilter,
    order: anyOrdering,
    after: fc.option(anyPosition),
    limit: fc.integer({ min: 1, max: 10 }),
    comments: fc.boolean(),
  })
  .map(({ filter, ...rest }) => ({ ...filter, ...rest }))
