import type { Feed } from '../feed.ts'
import type { MeOptions } from '../me-options.ts'
import { type FeedPageData, pageData } from './page-data.ts'
import { type Selection, selectionIn } from './selection.ts'

/** What a single page is read with. TanStack Query brings the signal. */
export interface FeedPageQueryOptions extends Omit<MeOptions, 'signal'> {}

/** What a growing list is read with. It begins at the first page. */
export interface FeedPostsQueryOptions extends Omit<MeOptions, 'signal' | 'cursor'> {}

/** The options of one page, for `useQuery`, `useSuspenseQuery`, `fetchQuery` and the like. */
export interface FeedPageQuery {
  readonly queryKey: readonly [key: string, read: 'me', selection: Selection]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<FeedPageData>
  /** The SDK retries by itself, and only what may succeed. */
  readonly retry: false
}

/** The options of a growing list, for `useInfiniteQuery`, `prefetchInfiniteQuery` and the like. */
export interface FeedPostsQuery {
  readonly queryKey: readonly [key: string, read: 'posts', selection: Selection]
  readonly queryFn: (context: {
    readonly signal: AbortSignal
    readonly pageParam: string | undefined
  }) => Promise<FeedPageData>
  /** Undefined: the first request names no cursor. */
  readonly initialPageParam: string | undefined
  /** The next page's cursor; null at the end, and when the cursor was followed already. */
  readonly getNextPageParam: (
    lastPage: FeedPageData,
    pages: readonly FeedPageData[],
    lastCursor: string | undefined,
    cursors: readonly (string | undefined)[],
  ) => string | null
  /** The cursor of the page before the first that is kept, which `maxPages` may have dropped. */
  readonly getPreviousPageParam: (firstPage: FeedPageData) => string | null
  /** The SDK retries by itself, and only what may succeed. */
  readonly retry: false
}

/** Ready options for TanStack Query 5, whatever the framework. */
export interface FeedQueries {
  /**
   * One page with the account.
   *
   * @example
   * ```ts
   * const { data } = useQuery(queries.me({ pageSize: 12 }))
   * ```
   */
  me(options?: FeedPageQueryOptions): FeedPageQuery
  /**
   * The posts, page after page.
   *
   * @example
   * ```ts
   * const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(queries.posts({ pageSize: 12 }))
   * const posts = data?.pages.flatMap((page) => page.posts)
   * ```
   */
  posts(options?: FeedPostsQueryOptions): FeedPostsQuery
}

/**
 * Makes TanStack Query options of a feed. Every page is plain data.
 *
 * @param feed The feed that is read.
 * @param options `key` is the first part of every query key, by default `photofeed`. The API key is in none, so give
 * each feed a key of its own when one `QueryClient` serves several.
 * @example
 * ```ts
 * const queries = createFeedQueries(createFeed({ baseUrl: 'https://feed.example', apiKey }))
 * await queryClient.prefetchInfiniteQuery(queries.posts({ pageSize: 12 }))
 * await queryClient.invalidateQueries({ queryKey: ['photofeed'] })
 * ```
 */
export function createFeedQueries(
  feed: Pick<Feed, 'me'>,
  { key = 'photofeed' }: { readonly key?: string | undefined } = {},
): FeedQueries {
  return {
    me: (options = {}) => ({
      queryKey: [key, 'me', selectionIn(options)],
      queryFn: async ({ signal }) => pageData(await feed.me({ ...options, signal })),
      retry: false,
    }),
    posts: (options = {}) => ({
      queryKey: [key, 'posts', selectionIn(options)],
      queryFn: async ({ signal, pageParam }) =>
        // JSON makes null of undefined, so null is what the first page's cursor is after hydration.
        pageData(await feed.me({ ...options, signal, cursor: pageParam ?? undefined })),
      initialPageParam: undefined,
      getNextPageParam: ({ pagination: { nextCursor } }, _pages, _lastCursor, cursors) =>
        nextCursor !== null && cursors.includes(nextCursor) ? null : nextCursor,
      getPreviousPageParam: ({ pagination }) => pagination.prevCursor,
      retry: false,
    }),
  }
}
