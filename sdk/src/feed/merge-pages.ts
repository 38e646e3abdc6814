import { type FeedError, isPhotofeedError } from '../errors/errors.ts'
import type { Account, Post } from '../generated/resources.ts'
import type { Feed } from './feed.ts'
import type { createMeRequest, MeOptions, MeRequest } from './selection.ts'

/** A post with the account that published it. */
export type MergedPost<Item extends Post = Post> = Item & { account: Account }

/** One page of the posts of several feeds, newest first, as plain data. */
export interface MergedPage<Item extends Post = Post> {
  posts: MergedPost<Item>[]
  /** The feeds that could not be read, by their index, with the posts of the others in `posts`. */
  failures: { feed: number; error: FeedError }[]
  /** Where the next page begins. Null in the place of a feed that has ended, or failed. */
  pagination: { hasMore: boolean; positions: (MergedPosition<Item> | null)[] }
  /** The selection of the page. */
  request: MeRequest
}

type MergedPosition<Item extends Post> = {
  /** Of the page after `posts`; null if there is none, empty for the first page. */
  cursor: string | null
  /** Posts that were read, and belong to later pages. */
  posts: MergedPost<Item>[]
}

/** Creates the functions that merge the pages of feeds. */
export function createMerge(feeds: readonly Pick<Feed, 'me'>[], toRequest: typeof createMeRequest) {
  async function read(
    options: MeOptions,
    positions: readonly (MergedPosition<Post> | null)[],
  ): Promise<MergedPage> {
    const { pageSize = defaultPageSize } = options
    const left = positions.map((position) => position && { ...position })
    const failures: MergedPage['failures'] = []

    /** Reads the next page of a feed without a known post: it could have the newest one. */
    async function fill(feed: Pick<Feed, 'me'>, index: number): Promise<void> {
      const position = left[index]
      const cursor = position?.cursor ?? null
      if (!position || position.posts.length > 0 || cursor === null) return
      const page = await feed.me({ ...options, pageSize, cursor: cursor || null })
      position.posts = page.posts.map((post) => ({ ...post, account: page.account }))
      position.cursor = page.pagination.nextCursor === cursor ? null : page.pagination.nextCursor
      return fill(feed, index)
    }

    const posts: MergedPost[] = []
    while (posts.length < pageSize) {
      await Promise.all(
        feeds.map((feed, index) =>
          fill(feed, index).catch((error) => {
            if (!isPhotofeedError(error)) throw error
            left[index] = null
            failures.push({ feed: index, error: error as FeedError })
          }),
        ),
      )
      const found = left.filter((position) => position?.posts.length) as MergedPosition<Post>[]
      if (found.length === 0) break
      const { posts: newest } = found.reduce((one, other) =>
        timeOf(other) > timeOf(one) ? other : one,
      )
      const post = newest[0] as MergedPost
      posts.push(post)
      for (const position of found)
        position.posts = position.posts.filter(({ id }) => id !== post.id)
    }
    const [failure] = failures
    if (failure && left.every((position) => !position)) throw failure.error
    const hasMore = left.some(
      (position) => position && (position.posts[0] || position.cursor !== null),
    )
    const { cursor: _, ...request } = toRequest(options)
    return { posts, failures, pagination: { hasMore, positions: left }, request }
  }

  const beginning = feeds.map(() => ({ cursor: '', posts: [] }))
  const me = (options: MeOptions = {}): Promise<MergedPage> => read(options, beginning)

  const next = async (
    { request, pagination }: Pick<MergedPage, 'request' | 'pagination'>,
    options?: MeOptions,
  ): Promise<MergedPage | null> =>
    pagination.hasMore ? read({ ...request, ...options }, pagination.positions) : null

  async function* pages(options: MeOptions = {}, needed = () => Infinity) {
    let page: MergedPage | null = null
    do {
      const pageSize = Math.min(needed(), options.pageSize ?? defaultPageSize)
      page = page ? await next(page, { ...options, pageSize }) : await me({ ...options, pageSize })
      if (page) yield page
    } while (page?.pagination.hasMore)
  }

  return { me, next, pages }
}

const defaultPageSize = 12

const timeOf = ({ posts }: MergedPosition<Post>) => Date.parse((posts[0] as Post).timestamp)
