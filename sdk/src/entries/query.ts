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

/** The key of a query, from which `queryClient.getQueryData` knows the type of the data. */
type FeedQueryKey<Data> = DataTag<
  readonly [prefix: string, feed: string, name: string, request: MeRequest & { id?: string }],
  Data,
  PhotofeedError
>

/** Query options for `useQuery`, `useSuspenseQuery`, `fetchQuery` and the like. */
export interface FeedQuery<Data, Result = Data, Context = { readonly signal: AbortSignal }> {
  readonly queryKey: FeedQueryKey<Data>
  readonly queryFn: (context: Context) => Promise<Result>
  /** The SDK retries the requests that may succeed. */
  readonly retry: false
  /** Never set: it tells TanStack Query the type of `error`. */
  readonly throwOnError?: (error: PhotofeedError) => boolean
}

/** The cursor of a page; null is the first page. */
type PageParam = string | null

/** Query options for `useInfiniteQuery`, `prefetchInfiniteQuery` and the like. */
export interface FeedInfiniteQuery<Page>
  extends FeedQuery<
    InfiniteData<Page, PageParam>,
    Page,
    { readonly signal: AbortSignal; readonly pageParam: PageParam }
  > {
  readonly initialPageParam: PageParam
  /** Returns the next page's cursor; null at the end, and when the cursor was followed already. */
  readonly getNextPageParam: (
    lastPage: Page,
    pages: readonly Page[],
    lastCursor: PageParam,
    cursors: readonly PageParam[],
  ) => PageParam
  /** Returns the cursor of the page before the first cached one, which `maxPages` may have dropped. */
  readonly getPreviousPageParam: (firstPage: Page) => PageParam
}

/** Query options for TanStack Query 5, in any framework. TanStack Query passes the signal, and the cursor of `posts`. */
export interface FeedQueries {
  /** One page with the account: `useQuery(queries.me({ pageSize: 12 }))`. */
  me<const Included extends Include = undefined>(
    options?: Omit<MeOptions<Included>, 'signal'>,
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
    options?: Omit<MeOptions<Included>, 'signal' | 'cursor'>,
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
  const query = (
    name: string,
    request: object,
    queryFn: (context: { signal: AbortSignal; pageParam?: string | null }) => Promise<unknown>,
  ) => ({ queryKey: [...own, name, request], queryFn, retry: false })
  const queries = {
    me: (options: MeOptions = {}) =>
      query('me', createMeRequest(options), ({ signal }) => feed.me({ ...options, signal })),
    account: (options: RequestOptions = {}) =>
      query('account', {}, ({ signal }) => feed.account({ ...options, signal })),
    post: (id: string, options: RequestOptions = {}) =>
      query('post', { id }, ({ signal }) => feed.post(id, { ...options, signal })),
    posts: (options: MeOptions = {}) => ({
      ...query('posts', createMeRequest(options), ({ signal, pageParam }) =>
        feed.me({ ...options, signal, cursor: pageParam }),
      ),
      initialPageParam: null,
      getNextPageParam: (
        { pagination: { nextCursor } }: FeedPage,
        _pages: unknown,
        _lastCursor: unknown,
        cursors: readonly unknown[],
      ) => (nextCursor !== null && cursors.includes(nextCursor) ? null : nextCursor),
      getPreviousPageParam: ({ pagination }: FeedPage) => pagination.prevCursor,
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
