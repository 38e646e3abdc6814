import type { PostQuery } from '@photofeed/core'
import type { FilterName } from '@photofeed/openapi'
import { orderings, postQuery } from '../../../core/test/store/index.ts'

/** Returns queries of every ordering with and without each filter, whose pages an index finds. */
export function indexedQueries(
  first: number,
  last: number,
  after: PostQuery['after'],
  limit = 100,
) {
  // A filter that no index has is null only: its pages read the rows that it leaves out.
  const values: { [Name in FilterName | 'after']: readonly PostQuery[Name][] } = {
    type: [null, 'VIDEO'],
    publishedAfter: [null, first],
    publishedBefore: [null, last],
    after: [null, after],
  }
  return Object.entries(values).reduce(
    (queries, [name, list]) =>
      queries.flatMap((query) => list.map((value) => ({ ...query, [name]: value }))),
    orderings.map((order) => postQuery({ order, limit })),
  )
}
