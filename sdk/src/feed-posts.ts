import type { FeedPage } from './feed-page.ts'
import type { Post } from './resources.ts'

/**
 * The posts of a feed, page after page, read only as far as you iterate. Each iteration starts anew.
 * A post that moved to a later page meanwhile is given once, and a cursor that repeats ends the walk.
 */
export interface FeedPosts extends Walk<Post, FeedPage> {}

/** Posts over as many pages as there are; see `FeedPosts`. */
export interface Walk<Item, Page> extends AsyncIterable<Item> {
  /** The same walk by pages, as the service gave them. */
  pages(): AsyncIterable<Page>
  /** The first posts of the walk, at most `count`; no page is read that they do not need. */
  take(count: number): AsyncIterable<Item>
  /** The first posts as an array. The limit is required, so that a long feed cannot fill the memory by accident. */
  toArray(options: { readonly limit: number }): Promise<Item[]>
}

interface Walkable<Item, Page> {
  readonly posts: readonly Item[]
  readonly pagination: { readonly nextCursor: string | null }
  next(): Promise<Page | null>
}

/** Walks from the page that the options name; `read` reads one page. */
export function walkPosts<
  Item extends { readonly id: string },
  Page extends Walkable<Item, Page>,
  Options extends { readonly cursor?: string | undefined },
>(read: (options: Options) => Promise<Page>, options: Options): Walk<Item, Page> {
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
    [Symbol.asyncIterator]: () => take(Infinity),
    async toArray({ limit }) {
      const posts: Item[] = []
      for await (const post of take(limit)) posts.push(post)
      return posts
    },
  }
}

async function* walkPages<
  Page extends Walkable<unknown, Page>,
  Options extends { readonly cursor?: string | undefined },
>(read: (options: Options) => Promise<Page>, options: Options): AsyncGenerator<Page> {
  const followed = new Set<string | null | undefined>([options.cursor])
  for (let page: Page | null = await read(options); page; page = await page.next()) {
    yield page
    const { nextCursor } = page.pagination
    if (followed.has(nextCursor)) return
    followed.add(nextCursor)
  }
}
