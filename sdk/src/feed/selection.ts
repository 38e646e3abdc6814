import type { RequestOptions } from '../client/options.ts'
import { isObject } from '../errors/json.ts'
import { type OptionName, optionNames, parameterNames } from '../errors/parameters.ts'
import type { ImageFormat, IncludeName, Post, PostType, SortValue } from '../generated/resources.ts'

/** The value of the option `include`. */
export type Include = readonly IncludeName[] | undefined

/** Which posts to read. Keep filters and `sort` from page to page, as `feed.next()` does: a cursor is of one ordering. */
export interface PostSelection<Included extends Include = Include> {
  /** Posts per page, 1 to 100. Default: the plan's limit (6 on Free, else 100), which also caps it. */
  readonly pageSize?: number | undefined
  /** `nextCursor` or `prevCursor` of another page, unchanged; null is the first page. Ignored on Free. @default null */
  readonly cursor?: string | null | undefined
  /** Only posts of this type. REELS selects the same posts as VIDEO. Default: all. */
  readonly type?: PostType | undefined
  /** A `Date`, an ISO 8601 date (from 00:00 UTC) or date-time; inclusive. An offset's `+` needs no escaping. */
  readonly publishedAfter?: string | Date | undefined
  /** A `Date`, an ISO 8601 date (to the end of that day, UTC) or date-time; inclusive. */
  readonly publishedBefore?: string | Date | undefined
  /** A leading minus is descending. `id` is the order in which the service stored the posts. Default: newest first. */
  readonly sort?: SortValue | undefined
  /** Adds `children`, `comments` or both to every post. Default: neither. */
  readonly include?: Included
  /** The image format of the URLs in `sizes`. Default: jpg. Without effect on Free. */
  readonly format?: ImageFormat | undefined
}

/** Options of methods that select posts, such as `feed.me()`. */
export interface MeOptions<Included extends Include = Include>
  extends PostSelection<Included>,
    RequestOptions {}

/**
 * The selection of a page as plain data. Pass it to `feed.me()` to read the page again. Dates are ISO 8601 strings, and
 * the first page has no `cursor`.
 */
export type MeRequest = {
  -readonly [Name in keyof PostSelection]?: Exclude<PostSelection[Name], Date | null | undefined>
}

/** A post with the fields that `include` adds. */
export type FeedPost<Included extends Include = undefined> = Included extends readonly IncludeName[]
  ? number extends Included['length']
    ? Post
    : Post & { [Name in Included[number]]: NonNullable<Post[Name]> }
  : Post

/** Returns the selection as JSON-safe data, without missing options. Throws a TypeError for an invalid `Date`. */
export function createMeRequest(options: PostSelection): MeRequest {
  const request: Record<string, unknown> = {}
  for (const name of optionNames) {
    const value = options[name]
    if (value !== undefined && value !== null) request[name] = formatDate(name, value)
  }
  return request
}

/** Dates of another realm, and those of libraries, are no instances of this realm's `Date`. */
function formatDate(name: OptionName, value: unknown) {
  if (!isObject(value) || typeof value.toISOString !== 'function') return value
  try {
    const text: unknown = value.toISOString()
    if (typeof text === 'string') return text
  } catch {
    // An invalid date throws, or returns null.
  }
  throw new TypeError(`${name} is an invalid Date.`)
}

/** Returns the parameters of a selection. Values of other types are sent, so that the service rejects them. */
export function createQuery(request: MeRequest): Record<string, unknown> {
  const options = Object.entries(request)
  return Object.fromEntries(
    options.map(([name, value]) => [parameterNames[name as OptionName], value]),
  )
}
