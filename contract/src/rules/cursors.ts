import type { Schemas, SortValue } from '@photofeed/openapi'
import type { SurveyedAccount } from '../http/exchange.ts'
import type { RequestSpec } from '../http/request-spec.ts'
import { me } from '../http/request-spec.ts'
import { hasPosts, idsOf, samePosts } from '../judging/comparison.ts'
import { findingUnless, same } from '../judging/finding.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { pageOf } from '../judging/responses.ts'
import { type Rule, requestRule } from '../judging/rule.ts'

const size = 3
const pageOfThree = (query: Record<string, string | number> = {}): RequestSpec =>
  me({ 'page[size]': size, ...query })
const next = (name: string) => ({ 'page[cursor]': `{${name}.pagination.nextCursor}` })
const previous = (name: string) => ({ 'page[cursor]': `{${name}.pagination.prevCursor}` })

const walk = {
  first: pageOfThree(),
  second: pageOfThree(next('first')),
  third: pageOfThree(next('second')),
}

/** The other orderings; newest first is walked by every other rule. */
const otherOrderings: SortValue[] = ['published_at', 'id', '-id']

/** A filter that leaves the newest posts alone, seven or a few more where times are equal. */
function newestSeven({ posts: all }: SurveyedAccount): { after: string; posts: Schemas['Post'][] } {
  const after = (all[6] as Schemas['Post']).timestamp
  return { after, posts: all.filter(({ timestamp }) => Date.parse(timestamp) >= Date.parse(after)) }
}

/** Section 4.1: cursors lead through every post once, and back. */
export const cursors: Rule[] = [
  requestRule({
    id: 'cursor-walks-once',
    level: 'must',
    section: '4.1',
    sentence:
      'Pages that nextCursor leads through contain each post once, in the order of one large page.',
    definedAt: '#/components/parameters/PageCursor',
    needs: [premium, posts(10)],
    compares: true,
    requests: () => walk,
    judge: ({ first, second, third }, account) => [
      ...hasPosts(first, account.posts.slice(0, size)),
      ...hasPosts(second, account.posts.slice(size, 2 * size)),
      ...hasPosts(third, account.posts.slice(2 * size, 3 * size)),
    ],
  }),
  requestRule({
    id: 'cursor-walks-back',
    level: 'must',
    section: '4.1',
    sentence: 'prevCursor leads back to the page before.',
    definedAt: '#/components/schemas/Pagination/properties/prevCursor',
    needs: [premium, posts(10)],
    compares: true,
    requests: () => ({
      ...walk,
      back: pageOfThree(previous('third')),
      start: pageOfThree(previous('second')),
    }),
    judge: ({ first, second, back, start }) => [
      ...samePosts(back, second),
      ...samePosts(start, first),
    ],
  }),
  requestRule({
    id: 'cursor-back-has-next',
    level: 'must',
    section: '4.1',
    sentence: 'A page that prevCursor led to again has a nextCursor.',
    definedAt: '#/components/schemas/Pagination/properties/nextCursor',
    needs: [premium, posts(10)],
    requests: () => ({ ...walk, back: pageOfThree(previous('third')) }),
    judge({ back }) {
      const { nextCursor } = pageOf(back).pagination
      return findingUnless(
        typeof nextCursor === 'string',
        back,
        'pagination.nextCursor',
        'a cursor',
        nextCursor,
      )
    },
  }),
  requestRule({
    id: 'cursor-on-last-page',
    level: 'must',
    section: '2.4',
    sentence: 'On the last page `nextCursor` is null.',
    definedAt: '#/components/schemas/Pagination/properties/nextCursor/description',
    needs: [premium, posts(7)],
    compares: true,
    requests(account) {
      const { after, posts } = newestSeven(account)
      const query = { 'filter[publishedAfter]': after, 'page[size]': posts.length - 1 }
      return { first: me(query), last: me({ ...query, ...next('first') }) }
    },
    judge: ({ last }, account) => [
      ...hasPosts(last, newestSeven(account).posts.slice(-1)),
      ...same(last, 'pagination.nextCursor', null, pageOf(last).pagination.nextCursor),
    ],
  }),
  requestRule({
    id: 'cursor-in-every-ordering',
    level: 'must',
    section: '4.1',
    sentence: 'Cursors lead through every ordering.',
    definedAt: '#/components/parameters/Sort/description',
    needs: [premium, posts(7)],
    compares: true,
    requests: () =>
      Object.fromEntries(
        otherOrderings.flatMap((sort, index) => [
          [`whole${index}`, me({ sort, 'page[size]': 2 * size })],
          [`first${index}`, pageOfThree({ sort })],
          [`second${index}`, pageOfThree({ sort, ...next(`first${index}`) })],
        ]),
      ) as Record<string, RequestSpec>,
    judge: (responses) =>
      otherOrderings.flatMap((_, index) => {
        const [whole, first, second] = ['whole', 'first', 'second'].map(
          (name) => responses[`${name}${index}`],
        )
        if (!whole || !first || !second) return []
        return same(second, 'posts[].id', idsOf(whole).slice(size), idsOf(second))
      }),
  }),
  requestRule({
    id: 'cursor-with-other-size',
    level: 'must',
    section: '4.1',
    sentence: 'page[size] may change between pages.',
    definedAt: '#/paths/~1api~1v1~1me/get/description',
    needs: [premium, posts(10)],
    compares: true,
    requests: () => ({ first: walk.first, larger: me({ 'page[size]': 5, ...next('first') }) }),
    judge: ({ larger }, account) => hasPosts(larger, account.posts.slice(size, size + 5)),
  }),
  requestRule({
    id: 'cursor-alias',
    level: 'must',
    section: '4.1',
    sentence: '`cursor` is another name of page[cursor].',
    definedAt: '#/components/parameters/PageCursor/x-alias',
    needs: [premium, posts(10)],
    compares: true,
    requests: () => ({
      first: walk.first,
      second: pageOfThree({ cursor: '{first.pagination.nextCursor}' }),
    }),
    judge: ({ second }, account) => hasPosts(second, account.posts.slice(size, 2 * size)),
  }),
  requestRule({
    id: 'cursor-unknown',
    level: 'must',
    section: '4.1',
    sentence: 'An unrecognized cursor is ignored: the first page.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [premium, posts(4)],
    compares: true,
    requests: () => ({ page: pageOfThree({ 'page[cursor]': 'no-such-cursor' }) }),
    judge: ({ page }, account) => hasPosts(page, account.posts.slice(0, size)),
  }),
  requestRule({
    id: 'cursor-empty',
    level: 'assumed',
    section: '4.1',
    sentence: 'An empty cursor is an unrecognized one.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [premium, posts(4)],
    compares: true,
    requests: () => ({ page: pageOfThree({ 'page[cursor]': '' }) }),
    judge: ({ page }, account) => hasPosts(page, account.posts.slice(0, size)),
  }),
  requestRule({
    id: 'cursor-of-other-ordering',
    level: 'assumed',
    section: '4.1',
    sentence: 'A cursor of another ordering gives the first page.',
    definedAt: '#/components/parameters/Sort/description',
    needs: [premium, posts(10)],
    compares: true,
    requests: () => ({
      first: walk.first,
      oldest: pageOfThree({ sort: 'published_at' }),
      page: pageOfThree({ sort: 'published_at', ...next('first') }),
    }),
    judge: ({ oldest, page }) => samePosts(page, oldest),
  }),
  requestRule({
    id: 'cursor-named-twice',
    level: 'assumed',
    section: '4.1',
    sentence: 'page[cursor] wins over `cursor`.',
    definedAt: '#/components/parameters/PageCursor/x-alias',
    needs: [premium, posts(10)],
    compares: true,
    requests: () => ({
      ...walk,
      page: pageOfThree({ ...next('first'), cursor: '{second.pagination.nextCursor}' }),
    }),
    judge: ({ second, page }) => samePosts(page, second),
  }),
  requestRule({
    id: 'cursor-ignored-on-free',
    level: 'must',
    section: '4.1',
    sentence: 'On Free a cursor is accepted and ignored.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [free, posts(4)],
    compares: true,
    requests: () => ({ page: pageOfThree({ 'page[cursor]': 'no-such-cursor' }) }),
    judge: ({ page }, account) => hasPosts(page, account.posts.slice(0, size)),
  }),
]
