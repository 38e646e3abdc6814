import type { FeedPage } from '@photofeed/sdk'
import type { ViewContext } from './context.ts'
import { readSharedPage } from './shared-pages.ts'
import { limitPage } from './view.ts'

/** Which page of a feed to read. */
interface PageRequest {
  /** `''` is the first page. */
  readonly cursor: string
  /** The number of posts before it. */
  readonly shown: number
  readonly signal: AbortSignal
  /** Whether the page must not be one that another feed has read. */
  readonly isFresh: boolean
}

/** Reads the page that the options of an element select. */
export async function readFeedPage(
  { apiKey, key, src, limit, max, type, format }: ViewContext,
  { cursor, shown, signal, isFresh }: PageRequest,
): Promise<FeedPage> {
  const feed = { baseUrl: src ?? '', apiKey: apiKey ?? key ?? '' }
  if (!feed.baseUrl || !feed.apiKey) {
    throw new TypeError('The attributes src and api-key are required.')
  }
  const selection = {
    pageSize: Math.min(limit, (max ?? Infinity) - shown),
    cursor: cursor || null,
    type: type ?? undefined,
    format,
    include: ['children'],
  } as const
  return limitPage(await readSharedPage(feed, selection, signal, isFresh), max, shown)
}
