import { type PlanName, parameters, plans } from '@photofeed/openapi'
import { me } from '../http/ask.ts'
import type { Exchange } from '../http/exchange.ts'
import { isPage, pageOf } from '../judging/answers.ts'
import { holdsPosts } from '../judging/comparison.ts'
import { holds, same } from '../judging/finding.ts'
import { free, posts, premium } from './needs.ts'
import { answerRule, type Rule, requestRule } from './rule.ts'

const isPaged = (exchange: Exchange) => isPage(exchange)
const pagination = (exchange: Exchange) => pageOf(exchange).pagination
const isFree = (exchange: Exchange) => isPage(exchange) && exchange.account.plan === 'free'
const hasCursor = ({ ask: { query = {} } }: Exchange) =>
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
  answerRule({
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
    answerRule({
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
  answerRule({
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
  answerRule({
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
        return holds(
          cursor === null || /^[\w.~-]+$/.test(cursor),
          exchange,
          `pagination.${name}`,
          'letters, digits, - . _ ~',
          cursor,
        )
      }),
  }),
  answerRule({
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
  answerRule({
    id: 'per-page-is-capped',
    level: 'must',
    section: '2.4',
    sentence:
      "`perPage` is the page size asked for, capped at the plan's limit, or the plan's default.",
    definedAt: '#/components/schemas/Pagination/properties/perPage/description',
    about: (exchange) =>
      isPage(exchange) && exchange.account.plan !== null && asksValidSize(exchange),
    judge(exchange) {
      const { defaultPageSize, maximumPageSize } = plans[exchange.account.plan as PlanName]
      const asked = Number(exchange.ask.query?.['page[size]'] ?? defaultPageSize)
      return same(
        exchange,
        'pagination.perPage',
        Math.min(asked, maximumPageSize),
        pagination(exchange).perPage,
      )
    },
  }),
  answerRule({
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
      return holds(fits, exchange, 'posts.length', expected, posts.length)
    },
  }),
  requestRule({
    id: 'page-size-premium',
    level: 'must',
    section: '4.1',
    sentence: 'On Premium a page has as many posts as asked for, while there are so many.',
    definedAt: '#/components/parameters/PageSize/description',
    needs: [premium, posts(5)],
    compares: true,
    asks: () => ({ one: me({ 'page[size]': 1 }), four: me({ 'page[size]': 4 }) }),
    judge: ({ one, four }, account) => [
      ...holdsPosts(one, account.posts.slice(0, 1)),
      ...holdsPosts(four, account.posts.slice(0, 4)),
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
    asks: () => ({
      two: me({ 'page[size]': 2 }),
      seven: me({ 'page[size]': plans.free.maximumPageSize + 1 }),
    }),
    judge: ({ two, seven }, account) => [
      ...holdsPosts(two, account.posts.slice(0, 2)),
      ...holdsPosts(seven, account.posts),
    ],
  }),
]

function asksValidSize({ ask }: Exchange): boolean {
  const { minimum, maximum } = parameters['page[size]']
  const asked = Number(ask.query?.['page[size]'] ?? minimum)
  return Number.isInteger(asked) && asked >= minimum && asked <= maximum
}
