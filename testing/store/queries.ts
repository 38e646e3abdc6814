import type { PostFilter, PostQuery } from '../../core/src/store.ts'

export const noFilter: PostFilter = { type: null, publishedAfter: null, publishedBefore: null }

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
