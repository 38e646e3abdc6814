import { type FeedPage, type MergedPage, mergeFeeds, type Post } from '@photofeed/sdk'
import type { PageRequest, ReadPage, ViewContext } from '../view/context.ts'
import { createFilter, idsOf, joinPages } from './chosen-posts.ts'
import { largestPage } from './readable-page.ts'

/** A search for posts ends after so many pages of an account without one. */
const longestSearch = 5

/**
 * Returns a function that reads the posts which the options choose of one or more accounts, as pages of `pageSize` posts. It
 * reads as many pages of the service as that needs, within {@link longestSearch}. Loaded on demand.
 *
 * @param reportError called with the errors of single accounts; when all fail, the first error is thrown
 */
export function createChoice(
  context: ViewContext,
  apiKeys: readonly string[],
  readPage: ReadPage,
  reportError: (error: unknown) => void,
) {
  const hidden = idsOf(context.hiddenPosts)
  const pins = idsOf(context.pinnedPosts).filter((id) => !hidden.includes(id))
  const isChosen = createFilter(context)
  const pinned = new Map<string, Post>()
  let known: readonly string[] = []
  let request: PageRequest
  let firstSize = largestPage
  let before: MergedPage | undefined
  let queue: Post[] | undefined

  const sources = apiKeys.map((apiKey) => {
    const pages = new Map<string | null, Promise<FeedPage>>()
    /** Reads a page once, for the search of pinned posts and for the posts. */
    const readAt = (cursor: string | null): Promise<FeedPage> => {
      const pageSize = cursor === null ? firstSize : largestPage
      const page = pages.get(cursor) ?? readPage(apiKey, { pageSize, cursor }, request)
      pages.set(cursor, page)
      page.catch(() => pages.delete(cursor))
      return page
    }
    return {
      readAt,
      first: () => pages.get(null),
      async findPins() {
        let cursor: string | null = null
        for (let count = 0; count < longestSearch && pinned.size < pins.length; count++) {
          const page: FeedPage = await readAt(cursor)
          for (const post of page.posts) if (pins.includes(post.id)) pinned.set(post.id, post)
          cursor = page.pagination.nextCursor
          if (cursor === null) return
        }
      },
    }
  })

  const merged = mergeFeeds(
    sources.map(({ readAt }) => ({
      async me({ cursor = null }: { readonly cursor?: string | null } = {}) {
        const isNew = ({ id }: Post) => !known.includes(id) && !pinned.has(id)
        for (let count = 1; ; count++) {
          const page = await readAt(cursor)
          const posts = page.posts.filter((post) => isChosen(post) && isNew(post))
          cursor = count < longestSearch || posts[0] ? page.pagination.nextCursor : null
          if (posts[0] || cursor === null)
            return { ...page, posts, pagination: { ...page.pagination, nextCursor: cursor } }
        }
      },
    })) as unknown as Parameters<typeof mergeFeeds>[0],
  )

  return async (next: PageRequest & { readonly pageSize: number }) => {
    const { cursor, shown, pageSize } = next
    request = next
    if (!queue) {
      known = shown
      if (!context.withWords)
        firstSize = Math.min(largestPage, pageSize + hidden.length + shown.length)
      // After the page of a server, the pinned posts are displayed. A failure is that of the posts, too.
      if (!cursor && pins[0]) await Promise.allSettled(sources.map(({ findPins }) => findPins()))
      next.signal.throwIfAborted()
      queue = pins.flatMap((id) => pinned.get(id) ?? [])
    }
    const first = queue.slice(0, pageSize)
    const size = pageSize - first.length
    const { request: selection } = before ?? {}
    const page =
      size === 0
        ? before
        : before && selection
          ? await merged.next({ ...before, request: { ...selection, pageSize: size } })
          : await merged.me({ pageSize: size })
    before = page ?? before
    queue = queue.slice(pageSize)
    for (const { error } of size > 0 ? (page?.failures ?? []) : []) reportError(error)
    const posts = [...first, ...(size > 0 ? (page?.posts ?? []) : [])]
    const firstPages = await Promise.allSettled(sources.map((source) => source.first()))
    const read = firstPages.flatMap((result) =>
      result.status === 'fulfilled' ? (result.value ?? []) : [],
    )
    // A search without a result is the end, so that "Load more" does not go through all posts.
    const hasMore = posts.length > 0 && (queue.length > 0 || (before?.pagination.hasMore ?? true))
    return joinPages(read, posts, hasMore ? 'more' : null)
  }
}
