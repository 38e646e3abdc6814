import { parameters, plans, type SortValue } from '@photofeed/openapi'
import type { SurveyedAccount } from '../http/exchange.ts'
import type { Query } from '../http/request-spec.ts'
import { orderings, orderOf, type Post, selected, time } from '../judging/feed.ts'
import { posts, premium } from '../judging/needs.ts'
import { type BlindSpot, type Requests, type Rule, requestRule } from '../judging/rule.ts'
import { back, expectWalk, type Step, there, walk, wholeWay } from '../judging/walks.ts'

const largest = plans.premium.maximumPageSize
const mostPages = 5

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

/** Section 4.1: cursors lead through every post once, and back. */
export const cursorWalks: Rule[] = [
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
]
