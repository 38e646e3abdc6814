import { parameters, plans, type Schemas, type SortValue } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { me } from '../http/request-spec.ts'
import { hasPosts, idsOf, samePosts } from '../judging/comparison.ts'
import { findingUnless, same } from '../judging/finding.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { isPage, pageOf } from '../judging/responses.ts'
import { type Rule, requestRule, responseRule } from '../judging/rule.ts'

type Post = Schemas['Post']

const { orderings, default: defaultSort } = parameters.sort

/** So few of the newest posts that all of them are on one page, and on the surveyed one. */
function newest(account: SurveyedAccount): {
  query: Record<string, string | number>
  posts: Post[]
} {
  const last = account.posts[Math.min(account.posts.length, 20) - 1] as Post
  const within = account.posts.filter(
    ({ timestamp }) => Date.parse(timestamp) >= Date.parse(last.timestamp),
  )
  const query = {
    'filter[publishedAfter]': last.timestamp,
    'page[size]': plans.premium.maximumPageSize,
  }
  return { query, posts: within }
}

const sortOf = ({ spec }: Exchange) => orderings[(spec.query?.sort ?? defaultSort) as SortValue]
const sorted = (ids: string[]) => ids.toSorted()

/** Section 4.1: in which order posts come. */
export const sorting: Rule[] = [
  ...(['desc', 'asc'] as const).map((direction) =>
    responseRule({
      id: direction === 'desc' ? 'newest-first' : 'oldest-first',
      level: 'must',
      section: '4.1',
      sentence:
        direction === 'desc'
          ? 'Without sort, and with -published_at, posts come newest first.'
          : 'With published_at posts come oldest first.',
      definedAt: `#/components/parameters/Sort/x-orderings/${direction === 'desc' ? '-' : ''}published_at`,
      needs: [posts(2)],
      about: (exchange) =>
        isPage(exchange) &&
        sortOf(exchange)?.by === 'publishedAt' &&
        sortOf(exchange).direction === direction,
      judge(exchange) {
        const times = pageOf(exchange).posts.map(({ timestamp }) => Date.parse(timestamp))
        const wrong = times.findIndex((time, index) => {
          const step = time - (times[index - 1] ?? time)
          return direction === 'desc' ? step > 0 : step < 0
        })
        const expected =
          direction === 'desc'
            ? 'a time not after the one before'
            : 'a time not before the one before'
        return findingUnless(
          wrong < 0,
          exchange,
          `posts[${wrong}].timestamp`,
          expected,
          pageOf(exchange).posts[wrong]?.timestamp,
        )
      },
    }),
  ),
  requestRule({
    id: 'sort-default',
    level: 'must',
    section: '4.1',
    sentence: `Without sort the order is that of ${defaultSort}.`,
    definedAt: '#/components/parameters/Sort/schema/default',
    needs: [premium, posts(2)],
    compares: true,
    requests: () => ({
      page: me({ sort: defaultSort, 'page[size]': plans.premium.maximumPageSize }),
    }),
    judge: ({ page }, account) => hasPosts(page, account.posts),
  }),
  requestRule({
    id: 'sort-spellings',
    level: 'must',
    section: '4.1',
    sentence: 'publishedAt is another spelling of published_at, in both directions.',
    definedAt: '#/components/parameters/Sort/x-orderings/publishedAt',
    needs: [premium, posts(2)],
    compares: true,
    requests: () => ({
      snakeDown: me({ sort: '-published_at', 'page[size]': 20 }),
      camelDown: me({ sort: '-publishedAt', 'page[size]': 20 }),
      snakeUp: me({ sort: 'published_at', 'page[size]': 20 }),
      camelUp: me({ sort: 'publishedAt', 'page[size]': 20 }),
    }),
    judge: ({ snakeDown, camelDown, snakeUp, camelUp }) => [
      ...samePosts(camelDown, snakeDown),
      ...samePosts(camelUp, snakeUp),
    ],
  }),
  requestRule({
    id: 'oldest-first-keeps-all',
    level: 'must',
    section: '4.1',
    sentence: 'Oldest first, a filter leaves the same posts as newest first.',
    definedAt: '#/components/parameters/Sort/x-orderings/published_at',
    needs: [premium, posts(5)],
    compares: true,
    requests: (account) => ({ page: me({ ...newest(account).query, sort: 'published_at' }) }),
    judge: ({ page }, account) => {
      const expected = newest(account).posts.map(({ id }) => id)
      return same(page, 'posts[].id (in any order)', sorted(expected), sorted(idsOf(page)))
    },
  }),
  requestRule({
    id: 'equal-times-in-stored-order',
    level: 'assumed',
    section: '4.1',
    sentence:
      'Posts of the same time are in stored order, so that oldest first is newest first reversed.',
    definedAt: '#/components/parameters/Sort/description',
    needs: [premium, posts(5)],
    compares: true,
    requests: (account) => ({ page: me({ ...newest(account).query, sort: 'published_at' }) }),
    judge: ({ page }, account) => hasPosts(page, newest(account).posts.toReversed()),
  }),
  requestRule({
    id: 'sort-by-stored-order',
    level: 'must',
    section: '4.1',
    sentence: 'id and -id are one order and its reverse, over the same posts.',
    definedAt: '#/components/parameters/Sort/x-orderings/id',
    needs: [premium, posts(5)],
    compares: true,
    requests: (account) => ({
      up: me({ ...newest(account).query, sort: 'id' }),
      down: me({ ...newest(account).query, sort: '-id' }),
    }),
    judge: ({ up, down }, account) => [
      ...same(
        up,
        'posts[].id (in any order)',
        sorted(newest(account).posts.map(({ id }) => id)),
        sorted(idsOf(up)),
      ),
      ...same(down, 'posts[].id', idsOf(up).toReversed(), idsOf(down)),
    ],
  }),
  requestRule({
    id: 'free-sorts-within-six',
    level: 'must',
    section: '4.1',
    sentence: 'On Free sort=published_at returns the same six posts oldest first.',
    definedAt: '#/paths/~1api~1v1~1me/get/description',
    needs: [free, posts(plans.free.readablePosts)],
    compares: true,
    requests: () => ({ page: me({ sort: 'published_at' }) }),
    judge: ({ page }, account) =>
      same(
        page,
        'posts[].id (in any order)',
        sorted(account.posts.map(({ id }) => id)),
        sorted(idsOf(page)),
      ),
  }),
]
