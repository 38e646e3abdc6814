export {
  createFeedQueries,
  type FeedPageQuery,
  type FeedPageQueryOptions,
  type FeedPostsQuery,
  type FeedPostsQueryOptions,
  type FeedQueries,
} from './feed-queries.ts'
export type { FeedPageData } from './page-data.ts'
export type { Selection } from './selection.ts'
