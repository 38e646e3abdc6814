import type { OptionValue } from './parameters.ts'
import type { RequestOptions } from './request-options.ts'

/**
 * Which posts to read. Keep the filters and `sort` on every page: a cursor marks a position in one
 * ordering. `next()`, `previous()` and `posts()` do.
 */
export interface MeOptions extends RequestOptions {
  /** Posts per page, 1 to 100. Default: the plan's limit (6 on Free, 100 on Premium), which also caps it. */
  readonly pageSize?: OptionValue<'pageSize'> | undefined
  /** `nextCursor` or `prevCursor` of an earlier page, unchanged. Default: the first page. Ignored on Free. */
  readonly cursor?: OptionValue<'cursor'> | undefined
  /** Only posts of this type. REELS selects the same posts as VIDEO. Default: all. */
  readonly type?: OptionValue<'type'> | undefined
  /** ISO 8601 date (from 00:00 UTC) or date-time, inclusive. An offset's `+` needs no escaping here. */
  readonly publishedAfter?: OptionValue<'publishedAfter'> | undefined
  /** ISO 8601 date (to the end of that day, UTC) or date-time, inclusive. */
  readonly publishedBefore?: OptionValue<'publishedBefore'> | undefined
  /** A leading minus is descending. `id` is the order in which the service stored the posts. Default: newest first. */
  readonly sort?: OptionValue<'sort'> | undefined
  /** Adds `children`, `comments` or both to every post. Default: neither. */
  readonly include?: OptionValue<'include'> | undefined
  /** The image format of the URLs in `sizes`. Default: jpg. Premium only. */
  readonly format?: OptionValue<'format'> | undefined
}
