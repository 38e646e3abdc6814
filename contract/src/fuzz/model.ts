// What the specification says about a request, computed from the posts that were read; it shares no code with any server.
import { parameters, plans, type Schemas, type SortValue } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { me, type RequestSpec } from '../http/request-spec.ts'
import { type Finding, findingUnless, same } from '../judging/finding.ts'
import { isProblem, isRejection, pageOf } from '../judging/responses.ts'
import type { FuzzRequest } from './requests.ts'

type Post = Schemas['Post']

/** The posts of an account in each ordering, as pages without a filter have them. */
export interface Feed {
  account: SurveyedAccount
  /** By column and direction, like `id asc`. */
  orders: ReadonlyMap<string, Order>
  /** The responses that they come from. */
  exchanges: Exchange[]
}

interface Order {
  posts: Post[]
  /** Whether these are all posts. */
  isWhole: boolean
}

/** Pages that are read in each ordering; of larger accounts the beginning of an ordering is known. */
const mostPages = 3

/** The orderings, each by one of its names. */
const orderings = ['-published_at', 'published_at', '-id', 'id'] as const satisfies SortValue[]

export async function readFeed(
  account: SurveyedAccount,
  send: (spec: RequestSpec) => Promise<Exchange>,
): Promise<Feed> {
  const orders = new Map<string, Order>()
  const exchanges: Exchange[] = []
  for (const sort of orderings) {
    const posts: Post[] = []
    let cursor: string | null = ''
    for (let page = 0; page < mostPages && cursor !== null; page += 1) {
      const query = { sort, 'page[size]': plans.premium.maximumPageSize }
      const exchange = await send(me(cursor ? { ...query, 'page[cursor]': cursor } : query))
      exchanges.push(exchange)
      posts.push(...pageOf(exchange).posts)
      cursor = pageOf(exchange).pagination.nextCursor
    }
    orders.set(orderOf(sort), { posts, isWhole: cursor === null })
  }
  return { account, orders, exchanges }
}

/** When the posts were published, newest first. */
export function timesOf({ orders }: Feed): string[] {
  return (orders.get(orderOf('-published_at'))?.posts ?? []).map(({ timestamp }) => timestamp)
}

function orderOf(sort: string): string {
  const { by, direction } = parameters.sort.orderings[sort as SortValue]
  return `${by} ${direction}`
}

/** Judges the responses to a request and to those for the pages after it. */
export function judgedByModel(
  request: FuzzRequest,
  [first, ...more]: readonly Exchange[],
  feed: Feed,
): Finding[] {
  if (!first) return []
  if (request.fault) return isProblem(first, request.fault.code)
  const invalid = Object.entries(request.parameters).filter(([, one]) => one && !one.isValid)
  if (invalid.length > 0) return isRejection(first, ...invalid.map(([name]) => name))
  return [first, ...more].flatMap((page, index) => judgedPage(request, page, index, feed))
}

function judgedPage(
  { parameters: sent }: FuzzRequest,
  page: Exchange,
  index: number,
  { account, orders }: Feed,
): Finding[] {
  const { defaultPageSize, maximumPageSize } = plans[account.plan ?? 'free']
  const size = Math.min(Number(sent['page[size]']?.value ?? defaultPageSize), maximumPageSize)
  const order = orders.get(orderOf(String(sent.sort?.value ?? parameters.sort.default)))
  if (!order) return []
  const selected = order.posts.filter((post) => isSelected(post, sent)).map(({ id }) => id)
  const expected = selected.slice(index * size, (index + 1) * size)
  const { posts, pagination } = pageOf(page)
  const got = posts.map(({ id }) => id)
  // Other posts may follow those that were read.
  const isKnown = order.isWhole || expected.length === size
  const compared = isKnown ? got : got.slice(0, expected.length)
  const isLast = selected.length <= (index + 1) * size
  return [
    ...same(page, 'posts[].id', expected, compared),
    ...same(page, 'pagination.perPage', size, pagination.perPage),
    ...(order.isWhole
      ? same(page, 'pagination.hasMore', account.plan === 'premium' && !isLast, pagination.hasMore)
      : []),
    ...findingUnless(
      index === 0 ? pagination.prevCursor === null : pagination.prevCursor !== null,
      page,
      'pagination.prevCursor',
      index === 0 ? 'null' : 'a cursor',
      pagination.prevCursor,
    ),
  ]
}

type Filter = Exclude<keyof FuzzRequest['parameters'], 'sort' | 'page[size]' | 'format'>

/** Whether a filter with this value selects a post. */
const filters: Record<Filter, (post: Post, value: string) => boolean> = {
  'filter[type]'({ mediaType }, value) {
    const sameAs: Record<string, string> = parameters['filter[type]'].sameAs
    const type = value.toUpperCase()
    return mediaType === (sameAs[type] ?? type)
  },
  'filter[publishedAfter]': ({ timestamp }, value) => Date.parse(timestamp) >= Date.parse(value),
  'filter[publishedBefore]': ({ timestamp }, value) => Date.parse(timestamp) <= endOf(value),
}
const filterNames = Object.keys(filters) as Filter[]

function isSelected(post: Post, sent: FuzzRequest['parameters']): boolean {
  return filterNames.every((name) => {
    const value = sent[name]?.value
    return value === undefined || filters[name](post, value)
  })
}

/** A plain date includes its whole day. */
function endOf(before: string): number {
  const isPlain = /^\d{4}-\d\d-\d\d$/.test(before)
  return Date.parse(before) + (isPlain ? 86_400_000 - 1 : 0)
}
