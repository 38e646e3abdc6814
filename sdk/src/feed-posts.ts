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
}

type ReadPage = (options: MeOptions) => Promise<FeedPage>

/** Walks from the page that the options name; `read` reads one page. */
export function walkPosts(read: ReadPage, options: MeOptions): FeedPosts {
  return {
    pages: () => walkPages(read, options),
    async *[Symbol.asyncIterator]() {
      const given = new Set<string>()
      for await (const { posts } of walkPages(read, options)) {
        for (const post of posts) {
          if (given.has(post.id)) continue
          given.add(post.id)
          yield post
        }
      }
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
