// What the specification says about a page, computed from the posts that were read. It shares no code with any server.
import { mediaTypes, type PlanName, parameters, plans, type SortValue } from '@photofeed/openapi'
import { type Order, once, type Post, type SurveyedAccount } from '../http/exchange.ts'
import type { Query } from '../http/request-spec.ts'

export type { Post } from '../http/exchange.ts'

/** The shortest name of each ordering. */
export const orderings: readonly SortValue[] = ['-published_at', 'published_at', '-id', 'id']

export const time = once(({ timestamp }: Pick<Post, 'timestamp'>) => Date.parse(timestamp))
export const ids = (posts: readonly { id: string }[]) => posts.map(({ id }) => id)

/** A value without the queries of its URLs, in which a signature may be another one in each response. */
export function unsigned(value: object): object {
  return JSON.parse(JSON.stringify(value).replace(/(https?:\/\/[^"?]*)\?[^"]*/g, '$1'))
}

export const firstOfEachType = ({ posts }: Pick<SurveyedAccount, 'posts'>): Post[] =>
  mediaTypes.flatMap((type) => posts.find(({ mediaType }) => mediaType === type) ?? [])

const nothing: Order = { posts: [], isWhole: false }

/** @param sort a value of the parameter, by default its default */
export function orderOf(
  { feed }: Pick<SurveyedAccount, 'feed'>,
  sort: unknown = parameters.sort.default,
): Order {
  const { by, direction } = parameters.sort.orderings[sort as SortValue]
  const name = orderings.find((one) => {
    const ordering = parameters.sort.orderings[one]
    return ordering.by === by && ordering.direction === direction
  })
  return (name && feed.get(name)) ?? nothing
}

/** The posts that a query selects, on all pages together. */
export function selected(account: SurveyedAccount, query: Query): Order {
  const { posts, isWhole } = orderOf(account, query.sort)
  const tests = filterNames
    .filter((name) => query[name] !== undefined)
    .map((name) => filters[name].select(String(query[name])))
  return { posts: posts.filter((post) => tests.every((isSelected) => isSelected(post))), isWhole }
}

/** How many posts a page has at most. */
export function pageSize(plan: PlanName | null, { 'page[size]': requested }: Query): number {
  const { defaultPageSize, maximumPageSize } = plans[plan ?? 'free']
  return Math.min(Number(requested ?? defaultPageSize), maximumPageSize)
}

type Filter = Extract<keyof typeof parameters, `filter[${string}`>

/** The test of which posts a value selects, and a value that selects a post. */
interface FilterFacts {
  select(value: string): (post: Post) => boolean
  example(post: Post): string
}

const dayOf = ({ timestamp }: Post) => String(timestamp).slice(0, 10)
const isOf = (type: string) => (post: Post) => post.mediaType === type
const isFrom = (start: number) => (post: Post) => time(post) >= start
const isUntil = (end: number) => (post: Post) => time(post) <= end

// biome-ignore format: a row for each filter
export const filters: Record<Filter, FilterFacts> = {
  'filter[type]': { select: (value) => isOf(mediaTypeOf(value)), example: (post) => post.mediaType },
  'filter[publishedAfter]': { select: (value) => isFrom(startOf(value)), example: dayOf },
  'filter[publishedBefore]': { select: (value) => isUntil(endOf(value)), example: dayOf },
}
const filterNames = Object.keys(filters) as Filter[]

/** The media type that a value of filter[type] selects. */
function mediaTypeOf(value: string): string {
  const type = value.toUpperCase()
  return (parameters['filter[type]'].sameAs as Record<string, string>)[type] ?? type
}

const plainDate = /^\d{4}-\d\d-\d\d$/
const dayLength = 86_400_000

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
