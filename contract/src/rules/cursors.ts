import { mediaTypes, parameters, plans, type SortValue } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { me, type Query, type RequestSpec } from '../http/request-spec.ts'
import { orderings, orderOf, type Post, selected, time } from '../judging/feed.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { pageOf, textAt } from '../judging/responses.ts'
import {
  after,
  type BlindSpot,
  type Judgment,
  type Requests,
  requestJudgment,
  rulesOf,
} from '../judging/rule.ts'

interface Step {
  way: 'nextCursor' | 'prevCursor'
  size: number
}

const there = (...sizes: number[]): Step[] => sizes.map((size) => ({ way: 'nextCursor', size }))
const back = (...sizes: number[]): Step[] => sizes.map((size) => ({ way: 'prevCursor', size }))

/** The parameter that leads to the next page. */
const nextOf = (page: Exchange): Query => ({
  'page[cursor]': textAt(page, 'pagination.nextCursor'),
})

/** Texts that no service gives as a cursor: negative positions are none, in whatever encoding. A number is one for some. */
const unknownCursors = [
  'no-such-cursor',
  '-5',
  btoa('-5').replace('=', ''),
  'null',
  'x'.repeat(300),
  // Outside of every alphabet of base64.
  'é!/+=%& ☃',
]

/** The beginning of a cursor, as of a link that was cut off. */
function tornCursor(page: Exchange): RequestSpec {
  const cursor = textAt(page, 'pagination.nextCursor')
  return three({ 'page[cursor]': cursor.slice(0, Math.ceil(cursor.length / 2)) })
}

const hasNumber = ({ text }: Exchange) => /"(next|prev)Cursor":\s*"\d+"/.test(text)

const three = (query: Query = {}) => me({ 'page[size]': 3, ...query })

const largest = plans.premium.maximumPageSize
const [fewPages, mostPages] = [3, 5]

/** `name` is that of the parameter of the cursor, if it is not page[cursor]. */
type Walks = Record<string, { query: Query; size: number; steps: Step[]; name?: 'cursor' }>

/** The steps through so many posts to the last page, back to the first, and once more to the second. All pages have one size. */
function wholeWay(count: number, size: number): Step[] {
  const further = Array<number>(Math.max(0, Math.ceil(count / size) - 1)).fill(size)
  return [...there(...further), ...back(...further), ...there(...further.slice(0, 1))]
}

/** A rule that every page of some walks is the one that the specification says. The pages of a walk are called `name 0`, `name 1` and so on. */
function walkJudgment(
  walks: (account: SurveyedAccount) => Walks,
  blindSpots: readonly BlindSpot[] = [],
  count = 3,
): Judgment {
  return requestJudgment({
    needs: [premium, posts(count)],
    compares: true,
    blindSpots,
    requests(account) {
      const requests: Requests = {}
      for (const [walk, { query, size, steps, name = 'page[cursor]' }] of Object.entries(
        walks(account),
      )) {
        requests[`${walk} 0`] = me({ ...query, 'page[size]': size })
        for (const [index, { way, size }] of steps.entries())
          requests[`${walk} ${index + 1}`] = after(`${walk} ${index}`, (page) => {
            const cursor = pageOf(page).pagination[way]
            // The judgment of the page finds that it is missing.
            return cursor === null ? null : me({ ...query, 'page[size]': size, [name]: cursor })
          })
      }
      return requests
    },
    judge(responses, expect, account) {
      for (const [name, { steps }] of Object.entries(walks(account))) {
        const first = responses[`${name} 0`] as Exchange
        expect.page(first)
        let from = pageOf(first)
        for (const [index, { way }] of steps.entries()) {
          const page = responses[`${name} ${index + 1}`]
          if (!page) break
          expect.page(page, { way, page: from })
          from = pageOf(page)
        }
      }
    },
  })
}

/** All pages of a selection, there and back, at a size at which it has a few. */
function whole(account: SurveyedAccount, query: Query, pages = fewPages): Walks[string] {
  const { length } = selected(account, query).posts
  const size = Math.min(largest, Math.max(2, Math.ceil(length / pages)))
  return { query, size, steps: wholeWay(length, size) }
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

// biome-ignore format: a row for each rule
const facts = [
  ['cursors-lead-through-all', 'must', '4.1', '#/components/parameters/PageCursor',
    'From the first page nextCursor leads through all posts, each once, to a page where it is null; prevCursor leads back to the first page, and nextCursor on from there.'],
  ['cursor-alias', 'must', '4.1', '#/components/parameters/PageCursor/x-alias',
    '`cursor` is another name of page[cursor].'],
  ['cursor-unknown', 'must', '4.1', '#/components/parameters/PageCursor/description',
    'An unrecognized cursor is ignored: the first page; on Free every cursor is. One of another ordering is no error.'],
  ['cursor-ignored-on-free', 'must', '4.1', '#/components/parameters/PageCursor/description',
    'On Free a cursor of another account is accepted and ignored too.'],
  ['cursors-in-every-ordering', 'must', '4.1', '#/components/parameters/Sort/description',
    'Cursors lead through every ordering and back, whichever of its names is sent.'],
  ['cursors-keep-filters', 'must', '4.1', '#/components/parameters/FilterType',
    'With a filter cursors lead through the posts that it leaves, and back.'],
  ['cursors-with-other-sizes', 'must', '4.1', '#/paths/~1api~1v1~1me/get/description',
    'page[size] may change between pages, there and back.'],
  ['last-page-may-be-full', 'must', '4.1', '#/components/schemas/Pagination/properties/nextCursor/description',
    'The last page has null for nextCursor also if it is full.'],
  ['cursors-between-equal-times', 'must', '4.1', '#/components/parameters/Sort/description',
    'A page may end between two posts of the same time, and none is lost or repeated.'],
] as const

/** Section 4.1: cursors lead through every post once, and back; which are accepted, and what others do. */
export const cursors = rulesOf(facts, {
  'cursor-alias': walkJudgment(
    () => ({ alias: { query: {}, size: 3, steps: [...there(3), ...back(3)], name: 'cursor' } }),
    [],
    7,
  ),
  'cursor-unknown': requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests({ exchanges, plan, posts: all }): Requests {
      const cursors = [...unknownCursors, ...(exchanges.some(hasNumber) ? [] : ['5'])]
      const unknown = cursors.map((cursor, index) => {
        const query = index % 2 ? { cursor, sort: 'published_at' } : { 'page[cursor]': cursor }
        return [cursor, three(query)]
      })
      const real = {
        first: three(),
        torn: after('first', tornCursor),
        sorted: after('first', (page) => three({ ...nextOf(page), sort: 'id' })),
      }
      return { ...Object.fromEntries(unknown), ...(plan === 'premium' && all.length > 3 && real) }
    },
    judge({ first, torn, sorted, ...unknown }, expect) {
      for (const page of Object.values(unknown)) expect.page(page)
      // These have unpredictable pages: the beginning of a cursor may be another one, such as a number.
      for (const page of [torn, sorted]) if (page) expect.status(page, 200)
    },
  }),
  'cursor-ignored-on-free': requestJudgment({
    needs: [free, posts(4)],
    compares: true,
    requests(_, others): Requests {
      const rich = others.find(({ plan, posts: all }) => plan === 'premium' && all.length > 3)
      const page = three({ 'page[cursor]': 'no-such-cursor' })
      if (!rich) return { page }
      const foreign = after('other', (other) => three(nextOf(other)))
      return { page, other: me({ 'page[size]': 3 }, { as: rich }), foreign }
    },
    judge({ page, foreign }, expect) {
      for (const one of [page, foreign]) if (one) expect.page(one)
    },
  }),
  'cursors-lead-through-all': walkJudgment(
    (account) => ({ all: whole(account, {}, mostPages) }),
    [
      {
        mistake: 'a mistake on the fourth page or later',
        remedy: 'an account on Premium with 8 posts or more',
        isShown: ({ posts: { length } }) => length >= 8,
      },
    ],
  ),
  'cursors-in-every-ordering': walkJudgment((account) =>
    Object.fromEntries(
      Object.keys(parameters.sort.orderings).map((sort) => {
        const walk = whole(account, { sort })
        // Another spelling of an ordering need not lead through all of it again.
        const isShort = orderings.some((one) => one === sort)
        return [sort, isShort ? walk : { ...walk, steps: walk.steps.slice(0, 1) }]
      }),
    ),
  ),
  'cursors-keep-filters': walkJudgment(
    (account) => {
      const middle = account.posts[Math.floor(account.posts.length / 2)] as Post
      const queries: Record<string, Query> = {
        ...Object.fromEntries(mediaTypes.map((type) => [type, { 'filter[type]': type }])),
        newer: { 'filter[publishedAfter]': middle.timestamp },
        older: { 'filter[publishedBefore]': middle.timestamp, sort: 'published_at' },
        some: { 'filter[type]': 'IMAGE', 'filter[publishedBefore]': middle.timestamp, sort: 'id' },
      }
      return Object.fromEntries(
        Object.entries(queries).map(([name, query]) => [name, whole(account, query)]),
      )
    },
    [
      {
        mistake: 'a filter that is lost on the second page',
        remedy: 'an account with three posts of each type',
        isShown: ({ posts: all }) =>
          ['IMAGE', 'VIDEO'].every(
            (type) => all.filter(({ mediaType }) => mediaType === type).length > 2,
          ),
      },
    ],
  ),
  'cursors-with-other-sizes': walkJudgment(
    () => ({
      growing: { query: {}, size: 2, steps: [...there(3, 1, 4), ...back(2, 4), ...there(5)] },
      shrinking: { query: { sort: 'id' }, size: 5, steps: [...there(2, 2), ...back(1, 3)] },
    }),
    [],
    11,
  ),
  'last-page-may-be-full': walkJudgment(twoFullPages),
  'cursors-between-equal-times': walkJudgment(
    (account) =>
      Object.fromEntries(
        timeOrderings
          .map((sort) => ({ query: { sort }, size: tieIn(account, sort) }))
          .filter(({ size }) => size > 0)
          .map((walk) => [walk.query.sort, { ...walk, steps: [...there(2), ...back(2)] }]),
      ),
    [
      {
        mistake: 'a cursor that is a time alone',
        remedy: 'two posts of the same time among the newest hundred',
        isShown: (account) => tieIn(account, '-published_at') > 0,
      },
    ],
  ),
})
