import type { FeedQueryVariables, OrderByClause } from '@photofeed/graphql/operations'
import type { MeOptions } from '../me-options.ts'
import type { SortValue } from '../resources.ts'

/** Which posts to read, in the same words as over REST. What `include` adds there, `post` gives here. */
export interface GraphqlMeOptions extends Omit<MeOptions, 'include'> {}

const newestFirst: OrderByClause = { column: 'PUBLISHED_AT', order: 'DESC' }
const oldestFirst: OrderByClause = { column: 'PUBLISHED_AT', order: 'ASC' }

const orderings: { readonly [Sort in SortValue]: OrderByClause } = {
  '-published_at': newestFirst,
  published_at: oldestFirst,
  '-publishedAt': newestFirst,
  publishedAt: oldestFirst,
  '-id': { column: 'ID', order: 'DESC' },
  id: { column: 'ID', order: 'ASC' },
}

/** The operation's variables for our options. Those left out are undefined, so JSON does not hold them. */
export function feedVariables(options: GraphqlMeOptions): FeedQueryVariables {
  const { pageSize, cursor, type, format, publishedAfter, publishedBefore, sort } = options
  return {
    first: pageSize,
    cursor,
    type,
    format,
    publishedAfter,
    publishedBefore,
    orderBy: sort && [orderings[sort]],
  } satisfies Record<keyof FeedQueryVariables, unknown>
}
