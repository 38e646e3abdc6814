import { type FilterName, mediaTypes } from '@photofeed/openapi'
import fc from 'fast-check'
import type { PostFilter } from '../../src/query.ts'
import type { StoredPost } from '../../src/store.ts'
import { storedPost } from './builders.ts'

/** Any character, surrogates only in pairs. The unit `binary` is the same, and takes a second to prepare. */
const anyCharacter = fc
  .nat(0x10ffff - 0x800)
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800))
export const anyText = fc.string({ unit: anyCharacter })

export const anyTimeOrBeyond = fc.integer({ min: -1, max: 13 })
const anyMediaType = fc.constantFrom(...mediaTypes)

/** The fields that filters read, in random posts. */
export const anyFilteredFields: fc.Arbitrary<
  Pick<StoredPost, 'publishedAt' | 'mediaType' | 'caption'>
> = fc.record({
  // Few different times, so that many posts share one.
  publishedAt: fc.integer({ min: 0, max: 12 }),
  mediaType: anyMediaType,
  caption: fc.option(anyText),
})

export const filteredPosts: readonly StoredPost[] = [
  storedPost({ position: 1, publishedAt: 10, mediaType: 'IMAGE' }),
  storedPost({ position: 2, publishedAt: 20, mediaType: 'VIDEO' }),
  storedPost({ position: 3, publishedAt: 30, mediaType: 'IMAGE' }),
  storedPost({ position: 4, publishedAt: 20, mediaType: 'CAROUSEL_ALBUM' }),
]

interface FilterCases<Value> {
  /** Values for random posts. */
  any: fc.Arbitrary<Value>
  /** A value, and the positions of the posts of `filteredPosts` that it selects, newest first. */
  selects: readonly [value: Value, positions: readonly number[]]
}

export const filterCases: {
  readonly [Name in FilterName]: FilterCases<NonNullable<PostFilter[Name]>>
} = {
  type: { any: anyMediaType, selects: ['IMAGE', [3, 1]] },
  publishedAfter: { any: anyTimeOrBeyond, selects: [20, [3, 4, 2]] },
  publishedBefore: { any: anyTimeOrBeyond, selects: [20, [4, 2, 1]] },
}
