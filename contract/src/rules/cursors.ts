import type { SortValue } from '@photofeed/openapi'
import { parameters, plans } from '@photofeed/openapi'
import type { SurveyedAccount } from '../http/exchange.ts'
import { me, type Query } from '../http/request-spec.ts'
import { orderings, orderOf, type Post, selected, time } from '../judging/feed.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { textAt } from '../judging/responses.ts'
import { after, type BlindSpot, type Requests, type Rule, requestRule } from '../judging/rule.ts'
import { back, cursorOf, expectWalk, type Step, there, walk, wholeWay } from '../judging/walks.ts'

const largest = plans.premium.maximumPageSize
const mostPages = 5
const next = { way: 'next' } as const

/** A page size at which a selection has a few pages. */
function sizeFor({ posts: { length } }: { posts: readonly Post[] }): number {
  return Math.min(largest, Math.max(2, Math.ceil(length / mostPages)))
}

/** Walks by name. */
type Walks = Record<string, { query: Query; size: number; steps: Step[] }>

function requestsOf(walks: Walks): Requests {
  return Object.assign(
    {},
    ...Object.entries(walks).map(([name, { query, size, steps }]) =>
      walk(name, query, size, steps),
    ),
  )
}

/** A rule that every page of some walks is the one that the specification says. */
function walkRule(
  walks: (account: SurveyedAccount) => Walks,
  rule: Pick<Parameters<typeof requestRule>[0], 'id' | 'sentence' | 'definedAt'> & {
    count?: number
    blindSpots?: readonly BlindSpot[]
  },
): Rule {
  const { count = 3, ...facts } = rule
  return requestRule({
    level: 'must',
    section: '4.1',
    needs: [premium, posts(count)],
    compares: true,
    ...facts,
    requests: (account) => requestsOf(walks(account)),
    judge(responses, expect, account) {
      for (const [name, { steps }] of Object.entries(walks(account)))
        expectWalk(expect, responses, name, steps)
    },
  })
}

/** All pages of a selection, there and back. */
function whole(account: SurveyedAccount, query: Query): Walks[string] {
  const selection = selected(account, query)
  const size = sizeFor(selection)
  return { query, size, steps: wholeWay(selection.posts.length, size) }
}

/** The newest posts with a time of their own at the end, an even number: two full pages. */
function twoFullPages({ posts: all }: SurveyedAccount): Walks {
  const count = all.findLastIndex((post, index) => {
    const following = all[index + 1]
    return index % 2 === 1 && (!following || time(following) < time(post))
  })
  const last = all[count]
  if (!last) return {}
  const query = { 'filter[publishedAfter]': last.timestamp }
  const size = (count + 1) / 2
  return { full: { query, size, steps: wholeWay(count + 1, size) } }
}

/** Where a page of an ordering may end between two posts of the same time. */
function tieIn(account: SurveyedAccount, sort: SortValue): number {
  const { posts: all } = orderOf(account, sort)
  const index = all.findIndex((post, at) => at > 0 && time(post) === time(all[at - 1] as Post))
  return index <= largest ? index : -1
}

const timeOrderings = orderings.filter((sort) => sort.endsWith('published_at'))

/** Texts that no service gives as a cursor: negative positions are none, in whatever encoding. */
const unknownCursors = [
  'no-such-cursor',
  '-5',
  btoa('-5').replace('=', ''),
  'null',
  'x'.repeat(300),
  // Outside of every alphabet of base64.
  'é!/+=%& ☃',
]

const three = (query: Query = {}) => me({ 'page[size]': 3, ...query })

/** Section 4.1: cursors lead through every post once, and back. */
export const cursors: Rule[] = [
  walkRule((account) => ({ all: whole(account, {}) }), {
    id: 'cursors-lead-through-all',
    sentence:
      'From the first page nextCursor leads through all posts, each once, to a page where it is null; prevCursor leads back to the first page, and nextCursor on from there.',
    definedAt: '#/components/parameters/PageCursor',
    blindSpots: [
      {
        mistake: 'a mistake on the fourth page or later',
        remedy: 'an account on Premium with 8 posts or more',
        isShown: ({ posts: { length } }) => length >= 8,
      },
    ],
  }),
  walkRule(
    (account) =>
      Object.fromEntries(
        Object.keys(parameters.sort.orderings).map((sort) => [sort, whole(account, { sort })]),
      ),
    {
      id: 'cursors-in-every-ordering',
      sentence: 'Cursors lead through every ordering and back, whichever of its names is sent.',
      definedAt: '#/components/parameters/Sort/description',
    },
  ),
  walkRule(
    (account) => {
      const middle = account.posts[Math.floor(account.posts.length / 2)] as Post
      const queries: Record<string, Query> = {
        ...Object.fromEntries(
          parameters['filter[type]'].values.map((type) => [type, { 'filter[type]': type }]),
        ),
        newer: { 'filter[publishedAfter]': middle.timestamp },
        older: { 'filter[publishedBefore]': middle.timestamp, sort: 'published_at' },
        some: { 'filter[type]': 'IMAGE', 'filter[publishedBefore]': middle.timestamp, sort: 'id' },
      }
      return Object.fromEntries(
        Object.entries(queries).map(([name, query]) => [name, whole(account, query)]),
      )
    },
    {
      id: 'cursors-keep-filters',
      sentence: 'With a filter cursors lead through the posts that it leaves, and back.',
      definedAt: '#/components/parameters/FilterType',
      blindSpots: [
        {
          mistake: 'a filter that is lost on the second page',
          remedy: 'an account with three posts of each type',
          isShown: ({ posts: all }) =>
            ['IMAGE', 'VIDEO'].every(
              (type) => all.filter(({ mediaType }) => mediaType === type).length > 2,
            ),
        },
      ],
    },
  ),
  walkRule(
    () => ({
      growing: { query: {}, size: 2, steps: [...there(3, 1, 4), ...back(2, 100), ...there(5)] },
      shrinking: { query: { sort: 'id' }, size: 5, steps: [...there(2, 2), ...back(1, 3)] },
    }),
    {
      id: 'cursors-with-other-sizes',
      sentence: 'page[size] may change between pages, there and back.',
      definedAt: '#/paths/~1api~1v1~1me/get/description',
      count: 11,
    },
  ),
  walkRule(twoFullPages, {
    id: 'last-page-may-be-full',
    sentence: 'The last page has null for nextCursor also if it is full.',
    definedAt: '#/components/schemas/Pagination/properties/nextCursor/description',
  }),
  walkRule(
    (account) =>
      Object.fromEntries(
        timeOrderings
          .map((sort) => ({ sort, size: tieIn(account, sort) }))
          .filter(({ size }) => size > 0)
          .map(({ sort, size }) => [
            sort,
            { query: { sort }, size, steps: [...there(2), ...back(2)] },
          ]),
      ),
    {
      id: 'cursors-between-equal-times',
      sentence: 'A page may end between two posts of the same time, and none is lost or repeated.',
      definedAt: '#/components/parameters/Sort/description',
      blindSpots: [
        {
          mistake: 'a cursor that is a time alone',
          remedy: 'two posts of the same time among the newest hundred',
          isShown: (account) => tieIn(account, '-published_at') > 0,
        },
      ],
    },
  ),
  requestRule({
    id: 'cursor-alias',
    level: 'must',
    section: '4.1',
    sentence: '`cursor` is another name of page[cursor].',
    definedAt: '#/components/parameters/PageCursor/x-alias',
    needs: [premium, posts(7)],
    compares: true,
    requests: () => ({
      first: three(),
      second: after('first', (page) => three({ cursor: textAt(page, 'pagination.nextCursor') })),
      back: after('second', (page) => three({ cursor: textAt(page, 'pagination.prevCursor') })),
    }),
    judge({ first, second, back }, expect) {
      expect.page(second, { after: first })
      expect.page(back, { before: second })
    },
  }),
  requestRule({
    id: 'cursor-unknown',
    level: 'must',
    section: '4.1',
    sentence: 'An unrecognized cursor is ignored: the first page; on Free every cursor is.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [posts(1)],
    compares: true,
    requests: () =>
      Object.fromEntries(
        unknownCursors.flatMap((cursor, index) => [
          [`page ${index}`, three({ 'page[cursor]': cursor })],
          [`oldest ${index}`, three({ cursor, sort: 'published_at' })],
        ]),
      ),
    judge(responses, expect) {
      for (const page of Object.values(responses)) expect.page(page)
    },
  }),
  requestRule({
    id: 'cursor-empty',
    level: 'assumed',
    section: '4.1',
    sentence: 'An empty cursor is an unrecognized one, and so is a list.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [posts(1)],
    compares: true,
    requests: () => ({
      empty: three({ 'page[cursor]': '' }),
      list: three({ 'page[cursor][]': 'no-such-cursor' }),
      object: three({ 'page[cursor][after]': 'no-such-cursor' }),
    }),
    judge(responses, expect) {
      for (const page of Object.values(responses)) expect.page(page)
    },
  }),
  requestRule({
    id: 'cursor-of-other-ordering',
    level: 'assumed',
    section: '4.1',
    sentence: 'A cursor of another ordering gives the first page.',
    definedAt: '#/components/parameters/Sort/description',
    needs: [premium, posts(7)],
    compares: true,
    requests: () => ({
      first: three(),
      oldest: after('first', (page) => three({ sort: 'published_at', ...cursorOf(page, next) })),
      stored: after('first', (page) => three({ sort: '-id', ...cursorOf(page, next) })),
    }),
    judge({ oldest, stored }, expect) {
      expect.page(oldest)
      expect.page(stored)
    },
  }),
  requestRule({
    id: 'cursor-with-other-filter',
    level: 'assumed',
    section: '4.1',
    sentence: 'A cursor keeps its position when the filter changes.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [premium, posts(7)],
    compares: true,
    requests: () => ({
      first: three(),
      images: after('first', (page) => three({ 'filter[type]': 'IMAGE', ...cursorOf(page, next) })),
    }),
    judge: ({ first, images }, expect) => expect.page(images, { after: first }),
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
      first: three(),
      second: after('first', (page) => three(cursorOf(page, next))),
      page: after('second', (page) => three({ ...cursorOf(page, next), cursor: 'no-such-cursor' })),
    }),
    judge: ({ second, page }, expect) => expect.page(page, { after: second }),
  }),
  requestRule({
    id: 'cursor-ignored-on-free',
    level: 'must',
    section: '4.1',
    sentence: 'On Free a cursor of another account is accepted and ignored too.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [free, posts(4)],
    compares: true,
    requests(_, others): Requests {
      const rich = others.find(({ plan, posts: all }) => plan === 'premium' && all.length > 3)
      const page = three({ 'page[cursor]': 'no-such-cursor' })
      if (!rich) return { page }
      const foreign = after('other', (other) => three(cursorOf(other, next)))
      return { page, other: me({ 'page[size]': 3 }, { as: rich }), foreign }
    },
    judge({ page, foreign }, expect) {
      for (const one of [page, foreign]) if (one) expect.page(one)
    },
  }),
]
