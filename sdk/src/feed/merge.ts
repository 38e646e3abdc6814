import type { RequestOptions } from '../client/options.ts'
import type { Post } from '../generated/resources.ts'
import type { Feed } from './feed.ts'
import type { MergedPage, MergedPost } from './merge-pages.ts'
import { chain, type FeedPosts } from './posts.ts'
import { createMeRequest, type FeedPost, type Include, type MeOptions } from './selection.ts'

/** What to read of several feeds, `pageSize` 12 by default. `cursor` and `sort` belong to one feed. */
type MergedOptions<Included extends Include = Include> = Omit<
  MeOptions<Included>,
  'cursor' | 'sort'
>

/** Several feeds as one. */
export interface MergedFeed {
  /**
   * Reads the newest posts of all feeds. Rejects only when all of them fail, with the error of the first one.
   *
   * @example
   * const page = await mergeFeeds([city, food]).me({ pageSize: 12 })
   * for (const post of page.posts) console.log(post.account.username, post.permalink)
   */
  me<const Included extends Include = undefined>(
    options?: MergedOptions<Included>,
  ): Promise<MergedPage<FeedPost<Included>>>
  /** Reads the page after a page, which may be a JSON copy: `await merged.next(page)`. Null on the last one. */
  next<Item extends Post>(
    page: Pick<MergedPage<Item>, 'request' | 'pagination'>,
    options?: RequestOptions,
  ): Promise<MergedPage<Item> | null>
  /** Returns all posts of all feeds, newest first. A feed that fails is left out from then on. */
  posts<const Included extends Include = undefined>(
    options?: MergedOptions<Included>,
  ): FeedPosts<MergedPost<FeedPost<Included>>, MergedPage<FeedPost<Included>>>
}

/**
 * Merges feeds into one, newest posts first, also when their accounts post at different rates. A post that several feeds have
 * is returned once.
 *
 * @example
 * const merged = mergeFeeds([createFeed({ baseUrl, apiKey: city }), createFeed({ baseUrl, apiKey: food })])
 * for await (const post of merged.posts({ pageSize: 12 })) console.log(post.account.username)
 */
export function mergeFeeds(feeds: readonly Pick<Feed, 'me'>[]): MergedFeed {
  // Most pages have one feed, and do not load what merges several. What both import would become a file of its own.
  const load = async () => (await import('./merge-pages.ts')).createMerge(feeds, createMeRequest)
  const merged = {
    me: async (options?: MeOptions) => (await load()).me(options),
    next: async (page: MergedPage, options?: MeOptions) => (await load()).next(page, options),
    posts: (options?: MeOptions) => ({
      ...chain(async function* (needed) {
        for await (const page of (await load()).pages(options, needed)) yield* page.posts
      }),
      async *pages() {
        yield* (await load()).pages(options)
      },
    }),
  }
  return merged as unknown as MergedFeed
}
