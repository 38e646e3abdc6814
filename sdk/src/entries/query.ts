import type { DataTag, InfiniteData } from '@tanstack/query-core'
import type { RequestOptions } from '../client/options.ts'
import type { PhotofeedError } from '../errors/photofeed-error.ts'
import { getClient } from '../feed/attached-client.ts'
import type { Feed } from '../feed/feed.ts'
import type { FeedAccount, FeedPage } from '../feed/posts.ts'
import {
  createMeRequest,
  type FeedPost,
  type Include,
  type MeOptions,
  type MeRequest,
} from '../feed/selection.ts'
import type { SinglePost } from '../feed/single-post.ts'

/** Options of {@link FeedQueries.me}. TanStack Query passes the signal. */
interface PageQueryOptions<Included extends Include = Include>
  extends Omit<MeOptions<Included>, 'signal'> {}

/** Options of {@link FeedQueries.posts}, which begins at the first page. */
interface PostsQueryOptions<Included extends Include = Include>
  extends Omit<MeOptions<Included>, 'signal' | 'cursor'> {}

/** The key of a query, from which `queryClient.getQueryData` knows the type of the data. */
type FeedQueryKey<Data> = DataTag<
  readonly [prefix: string, feed: string, name: string, request: MeRequest & { id?: string }],
  Data,
  PhotofeedError
>

/** Query options for `useQuery`, `useSuspenseQuery`, `fetchQuery` and the like. */
export interface FeedQuery<Data> {
  readonly queryKey: FeedQueryKey<Data>
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>
  /** The SDK retries the requests that may succeed. */
  readonly retry: false
  /** Never set: it tells TanStack Query the type of `error`. */
  readonly throwOnError?: (error: PhotofeedError) => boolean
}

/** Query options for `useInfiniteQuery`, `prefetchInfiniteQuery` and the like. */
export interface FeedInfiniteQuery<Page> {
  readonly queryKey: FeedQueryKey<InfiniteData<Page, string | null>>
  readonly queryFn: (context: {
    readonly signal: AbortSignal
    readonly pageParam: string | null
  }) => Promise<Page>
  /** Null is the first page. */
  readonly initialPageParam: string | null
  /** Returns the next page's cursor; null at the end, and when the cursor was followed already. */
  readonly getNextPageParam: (
    lastPage: Page,
    pages: readonly Page[],
    lastCursor: string | null,
    cursors: readonly (string | null)[],
  ) => string | null
  /** Returns the cursor of the page before the first cached one, which `maxPages` may have dropped. */
  readonly getPreviousPageParam: (firstPage: Page) => string | null
  /** The SDK retries the requests that may succeed. */
  readonly retry: false
  /** Never set: it tells TanStack Query the type of `error`. */
  readonly throwOnError?: (error: PhotofeedError) => boolean
}

/** Query options for TanStack Query 5, in any framework. */
export interface FeedQueries {
  /** One page with the account: `useQuery(queries.me({ pageSize: 12 }))`. */
  me<const Included extends Include = undefined>(
    options?: PageQueryOptions<Included>,
  ): FeedQuery<FeedPage<FeedPost<Included>>>
  /** One post with children and comments, null if there is none: `useQuery(queries.post('17900000000000001'))`. */
  post(id: string, options?: Omit<RequestOptions, 'signal'>): FeedQuery<SinglePost | null>
  /** The account alone: `useQuery(queries.account())`. */
  account(options?: Omit<RequestOptions, 'signal'>): FeedQuery<FeedAccount>
  /**
   * The posts, page after page.
   *
   * @example
   * const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(queries.posts({ pageSize: 12 }))
   * const posts = data?.pages.flatMap((page) => page.posts)
   */
  posts<const Included extends Include = undefined>(
    options?: PostsQueryOptions<Included>,
  ): FeedInfiniteQuery<FeedPage<FeedPost<Included>>>
}

/**
 * Creates the TanStack Query options of a feed.
 *
 * @param options `prefix` is the first part of every query key, by default `photofeed`. `id` is the second, by default a short
 * hash of service and API key, so that a `QueryClient` may serve several feeds. Set it if a server reads the feed at another
 * address than the browser, which otherwise requests the data again.
 * @example
 * const queries = createFeedQueries(createFeed({ baseUrl: 'https://feed.example', apiKey }))
 * await queryClient.prefetchInfiniteQuery(queries.posts({ pageSize: 12 }))
 * await queryClient.invalidateQueries({ queryKey: ['photofeed'] })
 */
export function createFeedQueries(
  feed: Pick<Feed, 'me' | 'account' | 'post'>,
  {
    prefix = 'photofeed',
    id,
  }: { readonly prefix?: string | undefined; readonly id?: string | undefined } = {},
): FeedQueries {
  const { baseUrl, options } = getClient(feed)
  const own = [prefix, id ?? shortHash(`${baseUrl} ${options.apiKey}`)]
  const queries = {
    me: (options: PageQueryOptions = {}) => ({
      queryKey: [...own, 'me', createMeRequest(options)],
      queryFn: ({ signal }: { signal: AbortSignal }) => feed.me({ ...options, signal }),
      retry: false,
    }),
    account: (options: Omit<RequestOptions, 'signal'> = {}) => ({
      queryKey: [...own, 'account', {}],
      queryFn: ({ signal }: { signal: AbortSignal }) => feed.account({ ...options, signal }),
      retry: false,
    }),
    post: (id: string, options: Omit<RequestOptions, 'signal'> = {}) => ({
      queryKey: [...own, 'post', { id }],
      queryFn: ({ signal }: { signal: AbortSignal }) => feed.post(id, { ...options, signal }),
      retry: false,
    }),
    posts: (options: PostsQueryOptions = {}) => ({
      queryKey: [...own, 'posts', createMeRequest(options)],
      queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
        feed.me({ ...options, signal, cursor: pageParam }),
      initialPageParam: null,
      getNextPageParam: (
        { pagination: { nextCursor } }: FeedPage,
        _pages: unknown,
        _lastCursor: unknown,
        cursors: readonly unknown[],
      ) => (nextCursor !== null && cursors.includes(nextCursor) ? null : nextCursor),
      getPreviousPageParam: ({ pagination }: FeedPage) => pagination.prevCursor,
      retry: false,
    }),
  }
  return queries as unknown as FeedQueries
}

/** FNV-1a in 32 bits: enough to tell the accounts of an app apart, and far too little to find a key. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
