import { parameters, plans, type SortValue } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { me, type Query, queryOf } from '../http/request-spec.ts'
import { orderings as allOrderings, ids, orderOf, type Post, time } from '../judging/feed.ts'
import { posts } from '../judging/needs.ts'
import { isPage, pageOf, textAt } from '../judging/responses.ts'
import {
  after,
  type BlindSpot,
  everyPage,
  type Judgment,
  type Requests,
  requestJudgment,
  rulesOf,
} from '../judging/rule.ts'

const { orderings, default: defaultSort } = parameters.sort
const largest = plans.premium.maximumPageSize

const isShort = (sort: string) => allOrderings.some((one) => one === sort)

const sortOf = (exchange: Exchange) =>
  orderings[(queryOf(exchange).sort ?? defaultSort) as SortValue]

/** Pages of an ordering of which together all are known, or of the newest posts of an account that has more. */
function orderRequests(account: SurveyedAccount, sorts: readonly SortValue[]): Requests {
  const { posts: newest, isWhole } = orderOf(account)
  const last = newest.findLast((post, index) => time(post) > time(newest[index + 1] ?? post))
  const filter: Query = isWhole || !last ? {} : { 'filter[publishedAfter]': last.timestamp }
  const pages = Math.ceil(newest.length / largest)
  const requests: Requests = {}
  for (const sort of sorts) {
    const query = { sort, 'page[size]': largest, ...filter }
    requests[`${sort} 0`] = me(query)
    for (let page = 1; page < pages; page += 1)
      requests[`${sort} ${page}`] = after(`${sort} ${page - 1}`, (one) =>
        me({ ...query, 'page[cursor]': textAt(one, 'pagination.nextCursor') }),
      )
  }
  return requests
}

function pagesOf(responses: Readonly<Record<string, Exchange>>, sort: SortValue): Exchange[] {
  return Object.entries(responses)
    .filter(([name]) => name.startsWith(`${sort} `))
    .map(([, page]) => page)
}

const postsOf = (pages: readonly Exchange[]): Post[] => pages.flatMap((page) => pageOf(page).posts)

/** Ids, sorted where times are equal: the specification does not say which of these posts is first. */
function byTime(posts: readonly Post[]): string[] {
  const groups = new Map<number, Post[]>()
  for (const post of posts) groups.set(time(post), [...(groups.get(time(post)) ?? []), post])
  return [...groups.values()].flatMap((same) => ids(same).toSorted())
}

/** A rule that one ordering is another one, reversed. */
function reversedJudgment(
  [down, up]: readonly [SortValue, SortValue],
  order: (posts: readonly Post[]) => string[],
  blindSpots: readonly BlindSpot[] = [],
): Judgment {
  return requestJudgment({
    needs: [posts(2)],
    compares: true,
    blindSpots,
    requests: (account) => orderRequests(account, [down, up]),
    judge(responses, expect) {
      const pages = pagesOf(responses, up)
      const expected = order(postsOf(pagesOf(responses, down)))
      const got = order(postsOf(pages).toReversed())
      const last = pages.at(-1)
      if (last) expect.same(last, `posts[].id of all pages, reversed`, expected, got)
    },
  })
}

function timeJudgment(direction: 'asc' | 'desc'): Judgment {
  const isSorted = (exchange: Exchange) => {
    const ordering = sortOf(exchange)
    return ordering?.by === 'publishedAt' && ordering.direction === direction
  }
  return {
    needs: [posts(2)],
    about: (exchange) => isSorted(exchange) && isPage(exchange),
    judge(exchange, expect) {
      const all = pageOf(exchange).posts
      const wrong = all.findIndex((post, index) => {
        const step = time(post) - time(all[index - 1] ?? post)
        return direction === 'desc' ? step > 0 : step < 0
      })
      const expected = `a time not ${direction === 'desc' ? 'after' : 'before'} the one before`
      const at = `posts[${wrong}].timestamp`
      const hint = /cursor/.test(exchange.request.url) ? turnedRound : ''
      expect.that(wrong < 0, exchange, at, expected, all[wrong]?.timestamp, hint)
    },
  }
}

const turnedRound =
  'If the whole page is in reverse order: the posts before a cursor are read backwards, and must be turned round again.'

/** So many posts are not sorted by accident. */
const fewSorted = 12
const byNumber = new Intl.Collator('en', { numeric: true }).compare

// biome-ignore format: a row for each rule
const facts = [
  ['sort-values', 'must', '4.1', '#/components/parameters/Sort/schema/default',
    'Each value of sort gives the posts in its ordering: publishedAt is another spelling of published_at, and without sort the ordering is -published_at.'],
  ['sort-published-at-reversed', 'must', '4.1', '#/components/parameters/Sort/x-orderings/published_at',
    'Over all pages published_at is -published_at reversed, where times differ.'],
  ['sort-id-reversed', 'must', '4.1', '#/components/parameters/Sort/x-orderings/id',
    'Over all pages id is -id reversed.'],
  ['sort-id-is-no-order-of-ids', 'should', '4.1', '#/components/parameters/Sort/x-orderings/id',
    "id is the order in which the service stored the posts, not that of the platform's ids."],
  ['orderings-have-the-same-posts', 'must', '4.1', '#/paths/~1api~1v1~1me/get/description',
    'Every ordering has the same posts; on Free they are the six newest.'],
  ['newest-first', 'must', '4.1', '#/components/parameters/Sort/x-orderings/-published_at',
    'Without sort, and with -published_at, posts come newest first.'],
  ['oldest-first', 'must', '4.1', '#/components/parameters/Sort/x-orderings/published_at',
    'With published_at posts come oldest first.'],
] as const

/** Section 4.1: in which order posts come. */
export const sorting = rulesOf(facts, {
  'sort-values': everyPage(
    () => [
      me(),
      ...Object.keys(orderings).flatMap((sort) => [
        me({ sort, 'page[size]': largest }),
        ...(isShort(sort) ? [me({ sort, 'page[size]': 3 })] : []),
      ]),
    ],
    { needs: [posts(2)] },
  ),
  'sort-published-at-reversed': reversedJudgment(['-published_at', 'published_at'], byTime),
  'sort-id-reversed': reversedJudgment(['-id', 'id'], ids, [
    {
      mistake: 'sort=id that sorts by time',
      remedy: 'a post that was stored after newer ones',
      isShown: (account) =>
        ids(orderOf(account, '-id').posts).join() !==
        ids(orderOf(account, '-published_at').posts).join(),
    },
  ]),
  'sort-id-is-no-order-of-ids': requestJudgment({
    hint: "If the posts were really stored in this order, nothing is wrong. Otherwise number them as they are stored: the platform's id says nothing about that.",
    needs: [posts(fewSorted)],
    compares: true,
    requests: () => ({ page: me({ sort: 'id', 'page[size]': largest }) }),
    judge({ page }, expect, account) {
      const got = ids(orderOf(account, 'id').posts)
      const isSorted = [undefined, byNumber].some((by) => got.join() === got.toSorted(by).join())
      const isByTime = got.join() === ids(orderOf(account, 'published_at').posts).join()
      expect.that(isByTime || !isSorted, page, 'posts[].id', 'the order of storing', 'sorted ids')
    },
  }),
  'orderings-have-the-same-posts': requestJudgment({
    needs: [posts(2)],
    compares: true,
    requests: (account) => orderRequests(account, ['-published_at', '-id']),
    judge(responses, expect) {
      const [byDate, byId] = [pagesOf(responses, '-published_at'), pagesOf(responses, '-id')]
      const [expected, got] = [byDate, byId].map((pages) => ids(postsOf(pages)).toSorted())
      const [page] = byId
      if (page) expect.same(page, 'posts[].id of all pages (in any order)', expected, got)
    },
  }),
  'newest-first': timeJudgment('desc'),
  'oldest-first': timeJudgment('asc'),
})
