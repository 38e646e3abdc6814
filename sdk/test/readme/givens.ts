import { createFeed, type FeedOptions, type FeedPage, type Post, safe } from '@photofeed/sdk'
import { createFeedQueries } from '@photofeed/sdk/query'
import { QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'

/** Written into the program that a block becomes. */
declare const service: FeedOptions & { baseUrl: string; otherKey: string }

const feed = createFeed(service)
const first = await safe(feed.me({ pageSize: 12, include: ['children'] }))
// Blocks about errors use an account without pages.
const page = (first.ok ? first.value : null) as FeedPage

/** What the blocks of the README take for granted: what an earlier block made, and the libraries around. */
export const givens = {
  ...service,
  createFeed,
  feed,
  otherFeed: feed.withOptions({ apiKey: service.otherKey }),
  page,
  post: page?.posts[0] as Post,
  queries: createFeedQueries(feed),
  queryClient: new QueryClient(),
  useQuery,
  useInfiniteQuery,
}
