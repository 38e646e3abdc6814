import { mediaTypes, type Ordering } from '@photofeed/openapi'
import fc from 'fast-check'
import type { PostFilter, PostPosition, PostQuery, StoredPost } from '../../src/store.ts'
import { storedPost } from './builders.ts'

/** The seed is fixed, so that every failure happens again. */
export const propertyRuns = { seed: 20_261_121, numRuns: 100 } as const

/** Every ordering there is. */
export const orderings: readonly Ordering[] = [
  { by: 'publishedAt', direction: 'desc' },
  { by: 'publishedAt', direction: 'asc' },
  { by: 'position', direction: 'desc' },
  { by: 'position', direction: 'asc' },
]

/** Any character, surrogates only in pairs. The unit `binary` is the same, and takes a second to prepare. */
const anyCharacter = fc
  .nat(0x10ffff - 0x800)
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800))
export const anyText = fc.string({ unit: anyCharacter })

// Few different times, so that many posts share one.
const anyTime = fc.integer({ min: 0, max: 12 })
const anyTimeOrBeyond = fc.integer({ min: -1, max: 13 })
const anyMediaType = fc.constantFrom(...mediaTypes)
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
      publishedAt: anyTime,
      mediaType: anyMediaType,
      caption: fc.option(anyText),
      comments: anyComments,
    }),
    { maxLength: 40 },
  )
  .map((posts) => posts.map((post, index) => storedPost({ ...post, position: index + 1 })))

export const anyOrdering: fc.Arbitrary<Ordering> = fc.constantFrom(...orderings)

export const anyFilter: fc.Arbitrary<PostFilter> = fc.record({
  type: fc.option(anyMediaType),
  publishedAfter: fc.option(anyTimeOrBeyond),
  publishedBefore: fc.option(anyTimeOrBeyond),
})

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
