import { warnOfUnknown } from '../client/check-options.ts'
import { createObservers } from '../client/observers.ts'
import type { FeedOptions, RequestOptions } from '../client/options.ts'
import { type Pace, realPace } from '../client/pace.ts'
import { createClient, mergeOptions } from '../client/transport.ts'
import { optionNames } from '../errors/parameters.ts'
import { attachClient } from './attached-client.ts'
import type { FetchInput } from './fetch.ts'
import { readAccount, readPage } from './page.ts'
import { type FeedAccount, type FeedPage, type FeedPosts, walkPosts } from './posts.ts'
import type { FeedPost, Include, MeOptions } from './selection.ts'
import type { SinglePost } from './single-post.ts'

/** What `next` and `previous` need of a page. */
type PagePosition = Pick<FeedPage, 'request' | 'pagination'>
/** The page at a position: of the same type if the position is a page. */
type PageAfter<Page> = Page extends FeedPage ? Page : FeedPage

/**
 * The feed of one account. Only `createFeed` makes one: later versions add methods. A stub in a test needs those that are
 * called, as `Pick<Feed, 'me'>`.
 */
export interface Feed {
  /**
   * Reads the profile with one page of posts.
   *
   * @throws {@link ApiError} when the service rejects the request or fails: {@link InvalidApiKeyError}, {@link ValidationError} ...
   * @throws {@link NetworkError} when no response arrives, {@link FeedTimeoutError} when it takes too long
   * @throws {@link UnreadableBodyError} or {@link GatewayError} when the response is not of the service
   * @throws TypeError for an invalid `Date`; the reason of `signal` when that aborts
   * @example
   * const page = await feed.me({ pageSize: 12, type: 'IMAGE' })
   * console.log(page.account.username, page.posts.length)
   */
  me<const Included extends Include = undefined>(
    options?: MeOptions<Included>,
  ): Promise<FeedPage<FeedPost<Included>>>
  /**
   * Reads the page after a page, with the same options: `await feed.next(page)`. Null on the last page. The page may be a JSON
   * copy. Throws what `me` throws.
   */
  next<Page extends PagePosition>(
    page: Page,
    options?: RequestOptions,
  ): Promise<PageAfter<Page> | null>
  /** Reads the page before a page; null on the first page. See {@link Feed.next}. */
  previous<Page extends PagePosition>(
    page: Page,
    options?: RequestOptions,
  ): Promise<PageAfter<Page> | null>
  /** Reads the profile without posts: `const { account } = await feed.account()`. Throws what `me` throws. */
  account(options?: RequestOptions): Promise<FeedAccount>
  /**
   * Reads one post with its children and comments: `await feed.post('17900000000000001')`. Null if the account has no such
   * post, or its plan does not show it. Throws what `me` throws, and `GraphQLError`.
   */
  post(id: string, options?: RequestOptions): Promise<SinglePost | null>
  /**
   * Returns all posts that the options select, from all pages: `for await (const post of feed.posts({ type: 'VIDEO' }))`.
   * Iterating throws what `me` throws.
   */
  posts<const Included extends Include = undefined>(
    options?: MeOptions<Included>,
  ): FeedPosts<FeedPost<Included>>
  /**
   * `fetch` with the key, hooks, retries and limits of the feed, for any path of the service and any client, such as
   * urql or Apollo. Resolves with the platform's `Response` once its head has arrived; the body is yours to read. A
   * status that may pass is retried, and the last response returned. Other addresses get no key.
   *
   * @throws {@link NetworkError}, {@link FeedTimeoutError} or the reason of `signal` as `me` does
   * @throws {@link GatewayError} when the service redirects to another host
   * @example const response = await feed.fetch('/api/v1/me')
   */
  readonly fetch: (input: FetchInput, init?: RequestInit) => Promise<Response>
  /** Returns a feed with some options replaced: `feed.withOptions({ timeout: 60_000, totalTimeout: 120_000 })`. */
  withOptions(options: Partial<FeedOptions>): Feed
}

/**
 * Creates a client for the feed of an API key. Sends no request.
 *
 * @throws TypeError when `baseUrl` is not the address of a service
 * @example
 * const feed = createFeed({ baseUrl: 'https://feed.example', apiKey })
 * const { posts } = await feed.me({ pageSize: 12 })
 */
export function createFeed(options: FeedOptions): Feed {
  return createPacedFeed(options, realPace)
}

/** What the compiler compares of the methods, whose types depend on options: that all are there, and which may result in null. */
type Methods = { [Name in keyof Feed]: (...options: never[]) => Result<ReturnType<Feed[Name]>> }
type Result<T> = T extends Promise<infer V> ? Promise<null extends V ? unknown : Some> : Some
type Some = NonNullable<unknown>

/** `createFeed` with an injected clock, for tests. */
export function createPacedFeed(options: FeedOptions, pace: Pace): Feed {
  const client = createClient(options, pace, createObservers)

  // Once, because reading the environment is slow. Bundlers replace the last condition, so that production code does not
  // contain the warning. Deno is left out, because reading needs a permission there.
  const warn =
    !('Deno' in globalThis) &&
    typeof process !== 'undefined' &&
    // Some pages define a `process` without `env`. Vite makes `.` of `?.` here.
    process.env &&
    process.env.NODE_ENV !== 'production'
      ? warnOfUnknown
      : null

  async function me(meOptions: MeOptions = {}): Promise<FeedPage> {
    warn?.(meOptions, optionNames)
    return readPage(client, meOptions)
  }

  const pageAt =
    (name: 'nextCursor' | 'prevCursor') =>
    async ({ request, pagination }: PagePosition, options?: RequestOptions) => {
      const cursor = pagination[name]
      return cursor === null ? null : me({ ...request, ...options, cursor })
    }

  const feed = {
    me,
    next: pageAt('nextCursor'),
    previous: pageAt('prevCursor'),
    account: (requestOptions: RequestOptions = {}) => readAccount(client, requestOptions),
    post: async (id: string, requestOptions: RequestOptions = {}) =>
      (await import('./single-post.ts')).readPost(client, id, requestOptions),
    fetch: async (input: FetchInput, init?: RequestInit) =>
      (await import('./fetch.ts')).fetchHead(client, input, init),
    posts: (meOptions: MeOptions = {}) => walkPosts(me, meOptions),
    withOptions: (others: Partial<FeedOptions>) =>
      createPacedFeed(mergeOptions(options, others), pace),
  } satisfies Methods
  return attachClient(feed, client) as unknown as Feed
}
