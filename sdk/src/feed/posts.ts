import type { parameters } from '@photofeed/openapi'
import type { Connection } from '../errors/connection.ts'
import { UnreadableBodyError } from '../errors/errors.ts'
import type { Account, Pagination, Post } from '../generated/resources.ts'
import type { MeOptions, MeRequest } from './selection.ts'

/** The profile of the connected account without posts, as plain data. */
export interface FeedAccount {
  /** The platform's id of the account. */
  id: string
  account: Account
  connection: Connection
}

/** One page of the feed as plain data, for JSON, `structuredClone`, server components and workers. */
export interface FeedPage<Item extends Post = Post> {
  account: Account
  /** The posts of this page; may be empty. */
  posts: Item[]
  pagination: Pagination
  /** If `connection.stale` is true, the posts may be months old. */
  connection: Connection
  /** The selection of the page. `feed.me(page.request)` reads it again. */
  request: MeRequest
}

/** The maximum of `pageSize`; a change in openapi.yaml is a type error here. */
const longestPage = 100 satisfies (typeof parameters)['page[size]']['maximum']

/**
 * Posts over as many pages as there are, fetched lazily while you iterate. Each iteration starts from the beginning.
 * A post that moved to a later page meanwhile is returned once, and a cursor that repeats ends the iteration.
 */
export interface PostIterator<Item extends Post = Post> extends AsyncIterable<Item> {
  /** Only the posts that pass a test: `feed.posts().filter((post) => post.caption !== null)`. */
  filter<Kept extends Item>(test: (item: Item) => item is Kept): PostIterator<Kept>
  filter(test: (item: Item) => boolean): PostIterator<Item>
  /** The first posts, at most `count`, with no more requests than they need. */
  take(count: number): PostIterator<Item>
  /** The first posts as an array. Throws a TypeError without a limit: a long feed could fill the memory by accident. */
  toArray(options: { readonly limit: number }): Promise<Item[]>
}

/** The posts of {@link Feed.posts}, which can also be read page by page. */
export interface FeedPosts<Item extends Post = Post, Page = FeedPage<Item>>
  extends PostIterator<Item> {
  /** The same posts by pages, as the service returned them. */
  pages(): AsyncIterable<Page>
}

/** More pages without a new post in a row are a mistake of the service, which would be followed for ever. */
const mostUselessPages = 20

/** Iterates from the page of the options; `read` reads one page. */
export function walkPosts(
  read: (options: MeOptions) => Promise<FeedPage>,
  options: MeOptions,
): FeedPosts {
  async function* walk(needed: () => number): AsyncGenerator<{ page: FeedPage; added: Post[] }> {
    let cursor = options.cursor ?? null
    let useless = 0
    const followed = new Set([cursor])
    const returned = new Set<string>()
    do {
      const most = needed()
      const pageSize = most < (options.pageSize ?? longestPage) ? most : options.pageSize
      const page = await read({ ...options, pageSize, cursor })
      const added = page.posts.filter(({ id }) => !returned.has(id))
      for (const { id } of added) returned.add(id)
      yield { page, added }
      useless = added.length > 0 ? 0 : useless + 1
      if (useless > mostUselessPages) {
        const problem = `${useless} pages in a row had no new post, and each named a next one`
        const body = JSON.stringify(page.pagination)
        throw new UnreadableBodyError({ status: 200, problem, body })
      }
      cursor = page.pagination.nextCursor
      if (followed.has(cursor)) return
      followed.add(cursor)
    } while (cursor !== null)
  }

  return {
    ...chain(async function* (needed) {
      for await (const { added } of walk(needed)) yield* added
    }),
    pages: () => ({
      async *[Symbol.asyncIterator]() {
        for await (const { page } of walk(() => Infinity)) yield page
      },
    }),
  }
}

/** Yields posts. Calls `needed` before each page for the number of posts that the consumer still takes. */
type Source = (needed: () => number) => AsyncGenerator<Post>

export function chain(source: Source): PostIterator {
  const take = (count: number) =>
    chain(async function* (needed) {
      let left = Math.trunc(count)
      if (!(left > 0)) return
      for await (const item of source(() => Math.min(left, needed()))) {
        yield item
        if (--left <= 0) return
      }
    })
  return {
    take,
    filter: (test: (item: Post) => boolean) =>
      chain(async function* () {
        // The number of posts that pass is unknown, so whole pages are read.
        for await (const item of source(() => Infinity)) if (test(item)) yield item
      }),
    async toArray({ limit }: { readonly limit: number } = {} as never) {
      if (typeof limit !== 'number')
        throw new TypeError('toArray() needs a limit, as in toArray({ limit: 100 }).')
      const items: Post[] = []
      for await (const item of take(limit)) items.push(item)
      return items
    },
    [Symbol.asyncIterator]: () => source(() => Infinity),
  }
}
