import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { createFeed, type FeedOptions, type FeedPage, type Post } from '@photofeed/sdk'
import { createGraphqlFeed } from '@photofeed/sdk/graphql'
import { imageProps } from '@photofeed/sdk/images'
import { createFeedQueries } from '@photofeed/sdk/query'
import { QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { parse } from 'graphql'

/** Written into the program that a block becomes. */
declare const service: FeedOptions

const feed = createFeed(service)
const first = await feed.safe.me({ pageSize: 12, include: ['children'] })
// Where the block is about errors the service refuses, and there is no page.
const page = (first.ok ? first.value : null) as FeedPage

/** What the blocks of the README take for granted: what an earlier block made, and the libraries around. */
export const givens = {
  ...service,
  createFeed,
  feed,
  page,
  post: page?.posts[0] as Post,
  imageProps,
  queries: createFeedQueries(feed),
  queryClient: new QueryClient(),
  useQuery,
  useInfiniteQuery,
  graph: createGraphqlFeed(service),
  NewestDocument: parse(
    'query ($first: Int!) { me(first: $first) { username } }',
  ) as TypedDocumentNode<{ me: { username: string } }, { first: number }>,
}
