import { noFilter } from '../../src/query.ts'
import type { PostQuery } from '../../src/store.ts'

/** The newest hundred posts without comments, unless the test says otherwise. */
export function postQuery(query: Partial<PostQuery> = {}): PostQuery {
  return {
    ...noFilter,
    order: { by: 'publishedAt', direction: 'desc' },
    after: null,
    limit: 100,
    comments: false,
    ...query,
  }
}
