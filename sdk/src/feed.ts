import { accountIn } from './answer.ts'
import { withDeadline } from './deadline.ts'
import type { FeedOptions } from './feed-options.ts'
import { type FeedPage, LoadedPage } from './feed-page.ts'
import { type FeedPosts, walkPosts } from './feed-posts.ts'
import type { MeOptions } from './me-options.ts'
import { type Pace, realPace } from './pace.ts'
import { toQuery } from './parameters.ts'
import { redactionOf } from './redaction.ts'
import { withRetries } from './retry.ts'
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
   * All posts that the options select, over as many pages as there are. Iterating throws what `me` throws.
   *
   * @example
   * ```ts
   * for await (const post of feed.posts({ type: 'VIDEO' })) console.log(post.permalink)
   * ```
   */
  posts(options?: MeOptions): FeedPosts
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
  const { retries = 2, timeout = 10_000 } = options
  const redact = redactionOf(options.apiKey)
  const transport = createTransport(options, redact)

  async function me(meOptions: MeOptions = {}): Promise<FeedPage> {
    const { signal } = meOptions
    const query = toQuery(meOptions)
    const attempt = async (attemptSignal: AbortSignal) => {
      const answer = await transport(query, attemptSignal)
      return new LoadedPage(accountIn(answer, redact), answer.headers, (cursor) =>
        me({ ...meOptions, cursor }),
      )
    }
    return withRetries(() => withDeadline(attempt, timeout, pace, signal), retries, pace, signal)
  }

  return { me, posts: (meOptions = {}) => walkPosts(me, meOptions) }
}
