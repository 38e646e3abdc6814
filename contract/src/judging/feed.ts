// What the specification says about a page, computed from the posts that were read. It shares no code with any server.
import { type PlanName, parameters, plans, type SortValue } from '@photofeed/openapi'
import type { Exchange, Order, OrderName, Post, SurveyedAccount } from '../http/exchange.ts'
import { type Query, queryOf } from '../http/request-spec.ts'
import { pageOf } from './responses.ts'

export type { Feed, Order, OrderName, Post } from '../http/exchange.ts'

/** One of the names of each ordering. */
export const orderings = [
  '-published_at',
  'published_at',
  '-id',
  'id',
] as const satisfies SortValue[]

/** @param sort a value of the parameter, by default its default */
export function orderName(sort: unknown = parameters.sort.default): OrderName {
  const { by, direction } = parameters.sort.orderings[sort as SortValue]
  return `${by} ${direction}` as OrderName
}

export const time = ({ timestamp }: Pick<Post, 'timestamp'>) => Date.parse(timestamp)
export const ids = (posts: readonly { id: string }[]) => posts.map(({ id }) => id)

const nothing: Order = { posts: [], isWhole: false }

export function orderOf({ feed }: Pick<SurveyedAccount, 'feed'>, sort?: unknown): Order {
  return feed.get(orderName(sort)) ?? nothing
}

/** The posts that a query selects, on all pages together. */
export function selected(account: SurveyedAccount, query: Query): Order {
  const { posts, isWhole } = orderOf(account, query.sort)
  return { posts: posts.filter((post) => isSelected(post, query)), isWhole }
}

/** How many posts a page has at most. */
export function pageSize(plan: PlanName | null, { 'page[size]': requested }: Query): number {
  const { defaultPageSize, maximumPageSize } = plans[plan ?? 'free']
  return Math.min(Number(requested ?? defaultPageSize), maximumPageSize)
}

/** The page whose cursor led to a page: `after` by its nextCursor, `before` by its prevCursor. */
export interface Origin {
  after?: Exchange
  before?: Exchange
}

interface ExpectedPage {
  posts: readonly Post[]
  /** Whether posts that are not known may follow these. */
  isOpen: boolean
  /** Null where it cannot be known. */
  hasNext: boolean | null
  hasPrevious: boolean | null
}

/** The page that a valid request has; null where the specification does not say. */
export function expectedPage(exchange: Exchange, origin: Origin = {}): ExpectedPage | null {
  const { account } = exchange
  const query = queryOf(exchange)
  const size = pageSize(account.plan, query)
  const { posts, isWhole } = selected(account, query)
  const isFree = account.plan === 'free'
  const [start, end] = isFree ? [0, size] : bounds(account, query, size, posts, origin)
  if (start === null) return null
  const isKnown = isWhole || end <= posts.length
  return {
    posts: posts.slice(start, end),
    isOpen: !isKnown,
    hasNext: isFree ? false : end < posts.length ? true : isWhole ? false : null,
    hasPrevious: isFree ? false : origin.after && start === 0 ? null : start > 0,
  }
}

/** From which to which post, counted in the selection. */
function bounds(
  account: SurveyedAccount,
  query: Query,
  size: number,
  posts: readonly Post[],
  { after, before }: Origin,
): readonly [number, number] | readonly [null, number] {
  const origin = after ?? before
  if (!origin) return [0, size]
  const anchor = after ? pageOf(after).posts.at(-1) : before && pageOf(before).posts[0]
  const places = new Map(orderOf(account, query.sort).posts.map(({ id }, index) => [id, index]))
  const place = anchor && places.get(anchor.id)
  if (place === undefined) return [null, 0]
  const passed = posts.filter(({ id }) => Number(places.get(id)) < place + (after ? 1 : 0)).length
  if (after) return [passed, passed + size]
  // Silent spot: nothing is left before the cursor.
  return passed === 0 ? [null, 0] : [Math.max(0, passed - size), passed]
}

type Filter = Extract<keyof typeof parameters, `filter[${string}`>

/** Whether a filter with this value selects a post. */
const filters: Record<Filter, (post: Post, value: string) => boolean> = {
  'filter[type]': ({ mediaType }, value) => mediaType === mediaTypeOf(value),
  'filter[publishedAfter]': (post, value) => time(post) >= startOf(value),
  'filter[publishedBefore]': (post, value) => time(post) <= endOf(value),
}
const filterNames = Object.keys(filters) as Filter[]

function isSelected(post: Post, query: Query): boolean {
  return filterNames.every((name) => {
    const value = query[name]
    return value === undefined || filters[name](post, String(value))
  })
}

/** The media type that a value of filter[type] selects. */
export function mediaTypeOf(value: string): string {
  const type = value.toUpperCase()
  return (parameters['filter[type]'].sameAs as Record<string, string>)[type] ?? type
}

const plainDate = /^\d{4}-\d\d-\d\d$/
export const dayLength = 86_400_000

/** The instant of a date; without a zone it is UTC. */
function startOf(date: string): number {
  if (plainDate.test(date)) return Date.parse(date)
  const [, sign, hours, minutes = '00'] = /([+-])(\d\d):?(\d\d)?$/.exec(date.slice(16)) ?? []
  if (hours === undefined) return Date.parse(/z$/i.test(date) ? date : `${date}Z`)
  const local = date.slice(0, date.lastIndexOf(String(sign)))
  return Date.parse(`${local}${sign}${hours}:${minutes}`)
}

/** A plain date includes its whole day. */
function endOf(date: string): number {
  return startOf(date) + (plainDate.test(date) ? dayLength - 1 : 0)
}
