import type { Schemas } from '@photofeed/openapi'
import { bodyOf } from './answer.ts'
import { createClient } from './client.ts'
import { type FeedAccount, feedAccount } from './feed-account.ts'
import type { FeedOptions } from './feed-options.ts'
import { type FeedPage, LoadedPage } from './feed-page.ts'
import { type FeedPosts, walkPosts } from './feed-posts.ts'
import type { MeOptions } from './me-options.ts'
import { isObject } from './object.ts'
import { type Pace, realPace } from './pace.ts'
import { toQuery } from './parameters.ts'
import type { RequestOptions } from './request-options.ts'
import { type Result, settled } from './result.ts'
import { createTransport } from './transport.ts'

/** The feed of one account. */
export interface Feed {
  /**
   * Reads the profile with one page of posts.
   *
   * @throws {@link ApiError} when the service refuses or fails: {@link InvalidApiKeyError}, {@link ValidationError} ...
   * @throws {@link NetworkError} when no answer arrives, {@link TimeoutError} when it takes too long
   * @throws {@link UnreadableBodyError} when something else answered in the service's place
   * @throws the reason of `signal` when that aborts
   * @example
   * ```ts
   * const page = await feed.me({ pageSize: 12, type: 'IMAGE' })
   * console.log(page.account.username, page.posts.length)
   * ```
   */
  me(options?: MeOptions): Promise<FeedPage>
  /**
   * Reads the profile alone. Throws what `me` throws.
   *
   * @example
   * ```ts
   * const { account, connection } = await feed.accounts()
   * ```
   */
  accounts(options?: RequestOptions): Promise<FeedAccount>
  /**
   * All posts that the options select, over as many pages as there are. Iterating throws what `me` throws.
   *
   * @example
   * ```ts
   * for await (const post of feed.posts({ type: 'VIDEO' })) console.log(post.permalink)
   * ```
   */
  posts(options?: MeOptions): FeedPosts
  /**
   * The same reads without throwing: what would be thrown as a {@link PhotofeedError} is in the result.
   * An abort still rejects with the signal's reason.
   *
   * @example
   * ```ts
   * const result = await feed.safe.me()
   * if (!result.ok) console.warn(result.error.hint)
   * ```
   */
  readonly safe: {
    me(options?: MeOptions): Promise<Result<FeedPage>>
    accounts(options?: RequestOptions): Promise<Result<FeedAccount>>
  }
}

/**
 * Connects to the feed that an API key opens. Nothing is requested yet.
 *
 * @throws TypeError when `baseUrl` is not the address of a service
 * @example
 * ```ts
 * const feed = createFeed({ baseUrl: 'https://feed.example', apiKey })
 * const { posts } = await feed.me({ pageSize: 12 })
 * ```
 */
export function createFeed(options: FeedOptions): Feed {
  return createPacedFeed(options, realPace)
}

/** `createFeed` with the waiting in the caller's hands, for tests. */
export function createPacedFeed(options: FeedOptions, pace: Pace): Feed {
  const client = createClient(options, pace)
  const transport = createTransport(client)

  const me = (meOptions: MeOptions = {}): Promise<FeedPage> =>
    client.run(
      {
        arrive: transport('/api/v1/me', toQuery(meOptions)),
        read: (answer) =>
          new LoadedPage(
            bodyOf(answer, isAccountWithPosts, client.redact),
            answer,
            meOptions.cursor ?? null,
            async (cursor) => (cursor === null ? null : me({ ...meOptions, cursor })),
          ),
      },
      meOptions,
    )

  const accounts = (requestOptions: RequestOptions = {}): Promise<FeedAccount> =>
    client.run(
      {
        arrive: transport('/api/v1/accounts', {}),
        read: (answer) => feedAccount(bodyOf(answer, isAccountDocument, client.redact), answer),
      },
      requestOptions,
    )

  return {
    me,
    accounts,
    posts: (meOptions = {}) => walkPosts(me, meOptions),
    safe: {
      me: (meOptions) => settled(me(meOptions)),
      accounts: (requestOptions) => settled(accounts(requestOptions)),
    },
  }
}

function isAccountWithPosts(body: unknown): body is Schemas['AccountWithPosts'] {
  return isObject(body) && Array.isArray(body.posts) && isObject(body.pagination)
}

function isAccountDocument(body: unknown): body is Schemas['AccountDocument'] {
  return isObject(body) && isObject(body.data) && isObject(body.data.attributes)
}
