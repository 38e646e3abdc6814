import type { RequestOptions } from './request-options.ts'
import type { ImageFormat, IncludeName, PostType, SortValue } from './resources.ts'

/**
 * Which posts to read. Keep the filters and `sort` on every page: a cursor marks a position in one
 * ordering. `next()`, `previous()` and `posts()` do.
 */
export interface MeOptions extends RequestOptions {
  /** Posts per page, 1 to 100. Default: the plan's limit (6 on Free, 100 on Premium), which also caps it. */
  readonly pageSize?: number | undefined
  /** `nextCursor` or `prevCursor` of an earlier page, unchanged. Default: the first page. Ignored on Free. */
  readonly cursor?: string | undefined
  /** Only posts of this type. REELS selects the same posts as VIDEO. Default: all. */
  readonly type?: PostType | undefined
  /** ISO 8601 date (from 00:00 UTC) or date-time, inclusive. An offset's `+` needs no escaping here. */
  readonly publishedAfter?: string | undefined
  /** ISO 8601 date (to the end of that day, UTC) or date-time, inclusive. */
  readonly publishedBefore?: string | undefined
  /** A leading minus is descending. `id` is the order in which the service stored the posts. Default: newest first. */
  readonly sort?: SortValue | undefined
  /** Adds `children`, `comments` or both to every post. Default: neither. */
  readonly include?: readonly IncludeName[] | undefined
  /** The image format of the URLs in `sizes`. Default: jpg. Premium only. */
  readonly format?: ImageFormat | undefined
}
