import type { FeedPage, Post } from '@photofeed/sdk'
import type { PageRequest, ViewContext } from '../view/context.ts'
import { createFilter, idsOf, joinPages, type PostSource, takeNewest } from './chosen-posts.ts'

/** A search for posts ends after so many pages of each account. */
const longestSearch = 5

/** The most posts that a page can have. */
const largestPage = 100

/** What is known of the account of a key. */
interface Source extends PostSource {
  readonly apiKey: string
  /** That of the next page; null is the first one. */
  cursor: string | null
  firstPage?: FeedPage
}

/** Reads a page of the account of a key. */
type ReadPage = (
  apiKey: string,
  selection: { readonly pageSize: number; readonly cursor: string | null },
) => Promise<FeedPage>

/** The sources after each page, by the cursor that was made for the next one. */
const sourcesByCursor = new Map<string, readonly Source[]>()
const mostCursors = 100
let cursorCount = 0

/**
 * Reads the posts that the attributes `hide`, `pin`, `only` and `without` choose of one or more accounts, as one page of
 * `limit` posts. It reads as many pages of the service as that needs, within {@link longestSearch}. Loaded on demand.
 *
 * @param reportError called with the errors of single accounts; when all fail, the first error is thrown
 */
export async function readChosenPage(
  context: ViewContext,
  apiKeys: readonly string[],
  { cursor, shown, signal }: PageRequest,
  readPage: ReadPage,
  reportError: (error: unknown) => void,
): Promise<FeedPage> {
  const { hide, pin, limit, max } = context
  const isChosen = createFilter(context)
  const known = new Set(shown)
  const hidden = idsOf(hide)
  const missingPins = new Set(cursor ? [] : idsOf(pin).filter((id) => !hidden.includes(id)))
  const pinned = new Map<string, Post>()
  const count = Math.min(limit, (max ?? Infinity) - shown.length)
  const failures: unknown[] = []
  // Copies, so that a page that fails or is read twice has no effect. After the page of a server there are none.
  const sources: Source[] = sourcesByCursor.get(cursor)?.map((source) => ({ ...source })) ?? [
    ...apiKeys.map((apiKey) => ({ apiKey, cursor: null, posts: [], hasMore: true })),
  ]
  const firstSize = context.only ? largestPage : count + hidden.length + shown.length

  async function load(source: Source) {
    const pageSize = source.firstPage ? largestPage : Math.min(largestPage, firstSize)
    const page = await readPage(source.apiKey, { pageSize, cursor: source.cursor })
    source.firstPage ??= page
    source.cursor = page.pagination.nextCursor
    source.hasMore = source.cursor !== null
    for (const post of page.posts) if (missingPins.delete(post.id)) pinned.set(post.id, post)
    const isNew = ({ id }: Post) => !known.has(id) && !pinned.has(id)
    source.posts = [...source.posts, ...page.posts.filter((post) => isChosen(post) && isNew(post))]
    for (const { id } of page.posts) known.add(id)
  }

  /** The accounts of which another page can be loaded now, with the number of those that were. */
  const searched = new Map(sources.filter(({ hasMore }) => hasMore).map((source) => [source, 0]))

  async function search(source: Source) {
    const pages = (searched.get(source) ?? 0) + 1
    try {
      await load(source)
      if (source.hasMore && pages < longestSearch) searched.set(source, pages)
      else searched.delete(source)
    } catch (error) {
      signal.throwIfAborted()
      failures.push(error)
      searched.delete(source)
      source.hasMore = Boolean(Object(error).retryable)
    }
  }

  const drawn: Post[] = []
  for (;;) {
    const isSearching = missingPins.size > 0 && searched.size > 0
    const left = count - pinned.size - drawn.length
    // An account that cannot be loaded now does not hold up the others.
    if (!isSearching) drawn.push(...takeNewest(sources, left, (source) => searched.has(source)))
    const needed = [...searched.keys()].filter(({ posts }) => isSearching || posts.length === 0)
    const isComplete = !isSearching && drawn.length + pinned.size >= count
    if (isComplete || needed.length === 0) break
    await Promise.all(needed.map(search))
  }

  const first = idsOf(pin).flatMap((id) => pinned.get(id) ?? [])
  const posts = [...first, ...drawn].slice(0, count)
  const leftover = { apiKey: '', cursor: null, posts: first.slice(count), hasMore: false }
  const firstPages = sources.flatMap(({ firstPage }) => firstPage ?? [])
  if (failures.length > 0 && posts.length === 0) throw failures[0]
  for (const failure of failures) reportError(failure)
  const after = [...sources, leftover]
  // A search without a result is the end, so that "Load more" does not go through all posts.
  const hasMore = posts.length > 0 && after.some(({ posts, hasMore }) => posts[0] || hasMore)
  return joinPages(firstPages, posts, hasMore ? remember(after) : null)
}

function remember(sources: readonly Source[]) {
  cursorCount += 1
  const cursor = `chosen-${cursorCount}`
  sourcesByCursor.set(cursor, sources)
  const [oldest = ''] = sourcesByCursor.keys()
  if (sourcesByCursor.size > mostCursors) sourcesByCursor.delete(oldest)
  return cursor
}
