import { parameters, plans } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { me, queryOf } from '../http/request-spec.ts'
import { pageSize } from '../judging/feed.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { all, each, eachLacks, ofPlan } from '../judging/resource-instances.ts'
import { isPage, pageOf } from '../judging/responses.ts'
import { type BlindSpot, everyPage, rulesOf } from '../judging/rule.ts'

const { minimum, maximum } = parameters['page[size]']

const hasCursor = (exchange: Exchange) =>
  ['page[cursor]', 'cursor'].some((name) => name in queryOf(exchange))

const totals = [
  ...['total', 'totalCount', 'totalPages', 'page'],
  ...['pageNumber', 'currentPage', 'lastPage', 'count'],
]

/** Sizes around the limits of the plans, and around the number of posts. */
function sizesFor({ posts: { length } }: SurveyedAccount): number[] {
  const limits = Object.values(plans).flatMap(({ maximumPageSize }) => [
    maximumPageSize - 1,
    maximumPageSize,
    maximumPageSize + 1,
  ])
  const sizes = [1, 2, ...limits, length - 1, length, length + 1]
  return [...new Set(sizes)].filter((size) => size >= minimum && size <= maximum)
}

const manyPosts: readonly BlindSpot[] = [
  {
    mistake: 'a limit between the number of posts and 100',
    remedy: 'an account on Premium with 100 posts or more',
    isShown: ({ plan, posts: { length } }) =>
      plan === 'premium' && length >= plans.premium.maximumPageSize,
  },
]

// biome-ignore format: a row for each rule
const facts = [
  ['has-more-agrees', 'must', '2.4', '#/components/schemas/Pagination/properties/hasMore/description',
    '`hasMore` is true exactly when `nextCursor` is not null.'],
  ['first-page-has-no-previous', 'must', '2.4', '#/components/schemas/Pagination/properties/prevCursor/description',
    'On the first page `prevCursor` is null.'],
  ['cursors-are-url-safe', 'must', '2.4', '#/components/schemas/Pagination/properties/nextCursor/description',
    'Cursors are made of URL-safe characters.'],
  ['free-has-no-cursors', 'must', '2.4', '#/components/schemas/Pagination/properties/nextCursor/description',
    'On Free `nextCursor` and `prevCursor` are always null.'],
  ['no-totals', 'must', '2.4', '#/components/schemas/Pagination/description',
    'There is no total count and no page number.'],
  ['per-page-is-capped', 'must', '2.4', '#/components/schemas/Pagination/properties/perPage/description',
    "`perPage` is the requested page size, capped at the plan's limit, or the plan's default."],
  ['page-is-full', 'must', '4.1', '#/components/schemas/Pagination/properties/perPage',
    'Only the last page has fewer posts than `perPage`, and no page has more.'],
  ['page-size', 'must', '4.1', '#/components/parameters/PageSize/description',
    'A page has as many posts as requested if there are so many: up to 100 on Premium, up to six on Free.'],
] as const

/** Section 2.4 and 4.1: how many posts a page has, and how to go on. */
export const pageRules = rulesOf(facts, {
  'has-more-agrees': each(all.paginations, ({ nextCursor, hasMore }, at, expect) => {
    // An empty text is a mistake of the cursor, which another rule names.
    if (nextCursor !== '') expect.same(`${at}.hasMore`, nextCursor !== null, hasMore)
  }),
  'first-page-has-no-previous': each(
    (exchange) => (hasCursor(exchange) ? [] : all.paginations(exchange)),
    ({ prevCursor }, at, expect) => expect.same(`${at}.prevCursor`, null, prevCursor),
  ),
  'cursors-are-url-safe': {
    needs: [premium, posts(2)],
    ...each(all.paginations, (pagination, at, expect) => {
      for (const name of ['nextCursor', 'prevCursor'] as const) {
        const cursor = pagination[name]
        const isSafe = cursor === null || /^[\w.~-]+$/.test(cursor)
        expect.that(isSafe, `${at}.${name}`, 'letters, digits, - . _ ~', cursor)
      }
    }),
  },
  'free-has-no-cursors': {
    needs: [free],
    ...each(ofPlan('free', all.paginations), ({ nextCursor, prevCursor }, at, expect) =>
      expect.same(at, { nextCursor: null, prevCursor: null }, { nextCursor, prevCursor }),
    ),
  },
  'no-totals': eachLacks(all.paginations, totals),
  'per-page-is-capped': {
    about(exchange) {
      const size = Number(queryOf(exchange)['page[size]'] ?? minimum)
      const isValid = Number.isInteger(size) && size >= minimum && size <= maximum
      return isPage(exchange) && exchange.account.plan !== null && isValid
    },
    judge(exchange, expect) {
      const size = pageSize(exchange.account.plan, queryOf(exchange))
      expect.same(exchange, 'pagination.perPage', size, pageOf(exchange).pagination.perPage)
    },
  },
  'page-is-full': {
    about: isPage,
    judge(exchange, expect) {
      const { posts, pagination } = pageOf(exchange)
      // Going back with a larger size leads to the few posts that are left before.
      const isStart = hasCursor(exchange) && pagination.prevCursor === null
      const isShort = !pagination.hasMore || isStart
      const fits = isShort
        ? posts.length <= pagination.perPage
        : posts.length === pagination.perPage
      const expected = `${isShort ? 'at most ' : ''}${pagination.perPage}`
      expect.that(fits, exchange, 'posts.length', expected, posts.length)
    },
  },
  'page-size': everyPage(
    (account) => [me(), ...sizesFor(account).map((size) => me({ 'page[size]': size }))],
    { blindSpots: manyPosts },
  ),
})
