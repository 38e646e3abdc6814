import type { FeedPage } from './feed-page.ts'
import type { MeOptions } from './me-options.ts'
import type { Post } from './resources.ts'

/**
 * The posts of a feed, page after page, read only as far as you iterate. Each iteration starts anew.
 * A post that moved to a later page meanwhile is given once, and a cursor that repeats ends the walk.
 */
export interface FeedPosts extends AsyncIterable<Post> {
  /** The same walk by pages, as the service gave them. */
  pages(): AsyncIterable<FeedPage>
  /** The first posts of the walk, at most `count`; no page is read that they do not need. */
  take(count: number): AsyncIterable<Post>
  /** The first posts as an array. The limit is required, so that a long feed cannot fill the memory by accident. */
  toArray(options: { readonly limit: number }): Promise<Post[]>
}

type ReadPage = (options: MeOptions) => Promise<FeedPage>

/** Walks from the page that the options name; `read` reads one page. */
export function walkPosts(read: ReadPage, options: MeOptions): FeedPosts {
  const take = async function* (count: number) {
    if (!(count > 0)) return
    const given = new Set<string>()
    for await (const { posts } of walkPages(read, options)) {
      for (const post of posts) {
        if (given.has(post.id)) continue
        given.add(post.id)
        yield post
        if (given.size >= count) return
      }
    }
  }
  return {
    take,
    pages: () => walkPages(read, options),
    [Symbol.asyncIterator]: () => take(Number.POSITIVE_INFINITY),
    async toArray({ limit }) {
      const posts: Post[] = []
      for await (const post of take(limit)) posts.push(post)
      return posts
    },
  }
}

async function* walkPages(read: ReadPage, options: MeOptions): AsyncGenerator<FeedPage> {
  const followed = new Set<string | null | undefined>([options.cursor])
  for (let page: FeedPage | null = await read(options); page; page = await page.next()) {
    yield page
    const { nextCursor } = page.pagination
    if (followed.has(nextCursor)) return
    followed.add(nextCursor)
  }
}
