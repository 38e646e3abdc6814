import { type PlanName, parameters, plans } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { me } from '../http/request-spec.ts'
import { hasPosts } from '../judging/comparison.ts'
import { findingUnless, same } from '../judging/finding.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { isPage, pageOf } from '../judging/responses.ts'
import { type Rule, requestRule, responseRule } from '../judging/rule.ts'

const isPaged = (exchange: Exchange) => isPage(exchange)
const pagination = (exchange: Exchange) => pageOf(exchange).pagination
const isFree = (exchange: Exchange) => isPage(exchange) && exchange.account.plan === 'free'
const hasCursor = ({ spec: { query = {} } }: Exchange) =>
  'page[cursor]' in query || 'cursor' in query

const totals = [
  'total',
  'totalCount',
  'totalPages',
  'page',
  'pageNumber',
  'currentPage',
  'lastPage',
  'count',
]

/** Section 2.4 and 4.1: how many posts a page has, and how to go on. */
export const pageRules: Rule[] = [
  responseRule({
    id: 'has-more-agrees',
    level: 'must',
    section: '2.4',
    sentence: '`hasMore` is true exactly when `nextCursor` is not null.',
    definedAt: '#/components/schemas/Pagination/properties/hasMore/description',
    about: isPaged,
    judge: (exchange) =>
      same(
        exchange,
        'pagination.hasMore',
        pagination(exchange).nextCursor !== null,
        pagination(exchange).hasMore,
      ),
  }),
  ...(['nextCursor', 'prevCursor'] as const).map((name) =>
    responseRule({
      id: `free-${name === 'nextCursor' ? 'next' : 'prev'}-cursor`,
      level: 'must',
      section: '2.4',
      sentence: `On Free \`${name}\` is always null.`,
      definedAt: `#/components/schemas/Pagination/properties/${name}/description`,
      needs: [free],
      about: isFree,
      judge: (exchange) => same(exchange, `pagination.${name}`, null, pagination(exchange)[name]),
    }),
  ),
  responseRule({
    id: 'first-page-has-no-previous',
    level: 'must',
    section: '2.4',
    sentence: 'On the first page `prevCursor` is null.',
    definedAt: '#/components/schemas/Pagination/properties/prevCursor/description',
    needs: [premium],
    about: (exchange) =>
      isPage(exchange) && exchange.account.plan === 'premium' && !hasCursor(exchange),
    judge: (exchange) =>
      same(exchange, 'pagination.prevCursor', null, pagination(exchange).prevCursor),
  }),
  responseRule({
    id: 'cursors-are-url-safe',
    level: 'must',
    section: '2.4',
    sentence: 'Cursors are made of URL-safe characters.',
    definedAt: '#/components/schemas/Pagination/properties/nextCursor/description',
    needs: [premium, posts(2)],
    about: (exchange) =>
      isPage(exchange) &&
      typeof (pagination(exchange).nextCursor ?? pagination(exchange).prevCursor) === 'string',
    judge: (exchange) =>
      (['nextCursor', 'prevCursor'] as const).flatMap((name) => {
        const cursor = pagination(exchange)[name]
        return findingUnless(
          cursor === null || /^[\w.~-]+$/.test(cursor),
          exchange,
          `pagination.${name}`,
          'letters, digits, - . _ ~',
          cursor,
        )
      }),
  }),
  responseRule({
    id: 'no-totals',
    level: 'must',
    section: '2.4',
    sentence: 'There is no total count and no page number.',
    definedAt: '#/components/schemas/Pagination/description',
    about: isPaged,
    judge: (exchange) =>
      totals.flatMap((name) =>
        same(
          exchange,
          `pagination.${name}`,
          undefined,
          (pagination(exchange) as Record<string, unknown>)[name],
        ),
      ),
  }),
  responseRule({
    id: 'per-page-is-capped',
    level: 'must',
    section: '2.4',
    sentence:
      "`perPage` is the requested page size, capped at the plan's limit, or the plan's default.",
    definedAt: '#/components/schemas/Pagination/properties/perPage/description',
    about: (exchange) =>
      isPage(exchange) && exchange.account.plan !== null && asksValidSize(exchange),
    judge(exchange) {
      const { defaultPageSize, maximumPageSize } = plans[exchange.account.plan as PlanName]
      const requested = Number(exchange.spec.query?.['page[size]'] ?? defaultPageSize)
      return same(
        exchange,
        'pagination.perPage',
        Math.min(requested, maximumPageSize),
        pagination(exchange).perPage,
      )
    },
  }),
  responseRule({
    id: 'page-is-full',
    level: 'must',
    section: '4.1',
    sentence: 'Only the last page has fewer posts than `perPage`, and no page has more.',
    definedAt: '#/components/schemas/Pagination/properties/perPage',
    about: isPaged,
    judge(exchange) {
      const { posts, pagination } = pageOf(exchange)
      const fits = pagination.hasMore
        ? posts.length === pagination.perPage
        : posts.length <= pagination.perPage
      const expected = `${pagination.hasMore ? '' : 'at most '}${pagination.perPage}`
      return findingUnless(fits, exchange, 'posts.length', expected, posts.length)
    },
  }),
  requestRule({
    id: 'page-size-premium',
    level: 'must',
    section: '4.1',
    sentence: 'On Premium a page has as many posts as requested, if there are so many.',
    definedAt: '#/components/parameters/PageSize/description',
    needs: [premium, posts(5)],
    compares: true,
    requests: () => ({ one: me({ 'page[size]': 1 }), four: me({ 'page[size]': 4 }) }),
    judge: ({ one, four }, account) => [
      ...hasPosts(one, account.posts.slice(0, 1)),
      ...hasPosts(four, account.posts.slice(0, 4)),
    ],
  }),
  requestRule({
    id: 'page-size-free',
    level: 'must',
    section: '4.1',
    sentence:
      'On Free a page size of 1 to 6 gives that many posts, and a larger valid one gives six.',
    definedAt: '#/components/parameters/PageSize/description',
    needs: [free, posts(plans.free.readablePosts)],
    compares: true,
    requests: () => ({
      two: me({ 'page[size]': 2 }),
      seven: me({ 'page[size]': plans.free.maximumPageSize + 1 }),
    }),
    judge: ({ two, seven }, account) => [
      ...hasPosts(two, account.posts.slice(0, 2)),
      ...hasPosts(seven, account.posts),
    ],
  }),
]

function asksValidSize({ spec }: Exchange): boolean {
  const { minimum, maximum } = parameters['page[size]']
  const requested = Number(spec.query?.['page[size]'] ?? minimum)
  return Number.isInteger(requested) && requested >= minimum && requested <= maximum
}
