import { describe } from 'vitest'
import { describeKeys } from './key-cases.ts'
import { describeFilters, describeOrderings } from './page-cases.ts'
import { describePosts } from './post-cases.ts'
import type { MakeStore } from './store-under-test.ts'
import { describeWalks } from './walk-properties.ts'

/** Everything that core relies on in a FeedStore. */
export function describeFeedStore(name: string, makeStore: MakeStore) {
  describe(name, () => {
    describeKeys(makeStore)
    describeOrderings(makeStore)
    describeFilters(makeStore)
    describePosts(makeStore)
    describeWalks(makeStore)
  })
}
