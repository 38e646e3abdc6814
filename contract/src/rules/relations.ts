// Relations between responses: each shows nothing wrong alone.
import { mediaTypes, plans, type Schemas } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { me, type Query, type RequestSpec } from '../http/request-spec.ts'
import { beginsWithPosts, hasPosts, idsOf } from '../judging/comparison.ts'
import { type Finding, same } from '../judging/finding.ts'
import { free, type Need, posts, premium } from '../judging/needs.ts'
import { pageOf } from '../judging/responses.ts'
import { type Rule, requestRule } from '../judging/rule.ts'
import { byTime, ids, pagesOf, postsOf, reversed, tiled, time, walk } from '../judging/walks.ts'

type Post = Schemas['Post']

const largest = plans.premium.maximumPageSize
const dayOf = ({ timestamp }: Post) => timestamp.slice(0, 10)

/** The newest posts that filter[publishedAfter] with the time of the last one selects: more may follow with the last time. */
function newestOf({ posts: all, exchanges: [everything] }: SurveyedAccount): Post[] {
  const isWhole = everything !== undefined && !pageOf(everything).pagination.hasMore
  const last = all.at(-1)
  return isWhole || !last ? all : all.filter((post) => time(post) > time(last))
}

const manyTimes: Need = {
  which: 'with at least 10 posts, published at different times',
  readsPosts: true,
  isMet: (account) => account.posts.length >= 10 && newestOf(account).length >= 10,
}

const selectNewest = (account: SurveyedAccount): Query => ({
  'filter[publishedAfter]': String(newestOf(account).at(-1)?.timestamp),
})

const ofTypes = (account: SurveyedAccount) =>
  mediaTypes
    .map((type) => ({ type, found: account.posts.filter(({ mediaType }) => mediaType === type) }))
    .filter(({ found }) => found.length > 1)

/** Images of some time, oldest first. */
function someImages(account: SurveyedAccount) {
  const all = newestOf(account)
  const [to, from] = [all[1], all.at(-2)] as [Post, Post]
  const query = {
    'filter[type]': 'IMAGE',
    'filter[publishedAfter]': from.timestamp,
    'filter[publishedBefore]': to.timestamp,
  }
  const isSelected = (post: Post) =>
    post.mediaType === 'IMAGE' && time(post) >= time(from) && time(post) <= time(to)
  return { query, posts: account.posts.filter(isSelected) }
}

/** The posts of the third one's day; older ones may follow if all are of this day. */
function oneDay(account: SurveyedAccount) {
  const day = dayOf(account.posts[2] as Post)
  const query = { 'filter[publishedAfter]': day, 'filter[publishedBefore]': day }
  return { query, posts: account.posts.filter((post) => dayOf(post) === day) }
}

/** What every query shows of a post in the same way; a signature in the query of a URL may be another. */
function common(post: Post, withSizes: boolean): object {
  const { children, comments, sizes, ...rest } = post
  const text = JSON.stringify({ ...rest, ...(withSizes && { sizes }) })
  return JSON.parse(text.replace(/(https?:\/\/[^"?]*)\?[^"]*/g, '$1'))
}

/** That each post is the one that the survey saw. */
function sameAsSurveyed(
  page: Exchange,
  account: SurveyedAccount,
  { sizes }: { sizes: boolean },
): Finding[] {
  const known = new Map(account.posts.map((post) => [post.id, post]))
  return pageOf(page).posts.flatMap((post, index) => {
    const other = known.get(post.id)
    return other ? same(page, `posts[${index}]`, common(other, sizes), common(post, sizes)) : []
  })
}

const three = (query: Query = {}) => me({ 'page[size]': 3, ...query })
const next = (name: string) => ({ 'page[cursor]': `{${name}.pagination.nextCursor}` })
const previous = (name: string) => ({ 'page[cursor]': `{${name}.pagination.prevCursor}` })
const there = { first: three(), second: three(next('first')) }
const thereAndBack = {
  ...there,
  third: three(next('second')),
  back: three(previous('third')),
}

/** What pages of different queries must have in common. */
export const relations: Rule[] = [
  requestRule({
    id: 'sort-published-at-reversed',
    level: 'must',
    section: '4.1',
    sentence: 'Over all pages published_at is -published_at reversed, where times differ.',
    definedAt: '#/components/parameters/Sort/x-orderings/published_at',
    needs: [premium, manyTimes],
    compares: true,
    requests(account) {
      const [query, { length }] = [selectNewest(account), newestOf(account)]
      return {
        ...walk('down', { ...query, sort: '-published_at' }, length, 2),
        ...walk('up', { ...query, sort: 'published_at' }, length, 2),
      }
    },
    judge: (responses) => reversed(responses, ['down', 'up'], byTime),
  }),
  requestRule({
    id: 'sort-id-reversed',
    level: 'must',
    section: '4.1',
    sentence:
      'Over all pages -id is id reversed; a filter leaves the posts in the order that they have without it.',
    definedAt: '#/components/parameters/Sort/x-orderings/-id',
    needs: [premium, manyTimes],
    compares: true,
    requests(account) {
      const [query, { length }] = [selectNewest(account), newestOf(account)]
      return {
        ...walk('up', { ...query, sort: 'id' }, length, 2),
        ...walk('down', { ...query, sort: '-id' }, length, 2),
        unfiltered: me({ sort: '-id', 'page[size]': largest }),
      }
    },
    judge(responses, account) {
      const { unfiltered } = responses as { unfiltered: Exchange }
      const down = ids(postsOf(responses, 'down'))
      const newest = new Set(ids(newestOf(account)))
      const found = idsOf(unfiltered).filter((id) => newest.has(id))
      return [
        ...reversed(responses, ['up', 'down'], ids),
        ...same(unfiltered, 'posts[].id, with the filter', down.slice(0, found.length), found),
      ]
    },
  }),
  requestRule({
    id: 'free-orderings-reversed',
    level: 'must',
    section: '4.1',
    sentence: 'On Free every ordering has the same six posts, and is its opposite reversed.',
    definedAt: '#/paths/~1api~1v1~1me/get/description',
    needs: [free, posts(plans.free.readablePosts)],
    compares: true,
    requests: () => ({
      newest: me({ sort: '-published_at' }),
      oldest: me({ sort: 'published_at' }),
      up: me({ sort: 'id' }),
      down: me({ sort: '-id' }),
    }),
    judge: (responses, account) => [
      ...[responses.newest, responses.up].flatMap((page) =>
        same(page, 'posts[].id (in any order)', ids(account.posts).sort(), idsOf(page).sort()),
      ),
      ...reversed(responses, ['newest', 'oldest'], byTime),
      ...reversed(responses, ['up', 'down'], ids),
    ],
  }),
  requestRule({
    id: 'page-sizes-tile',
    level: 'must',
    section: '4.1',
    sentence: 'Pages of any size together have the posts of one large page, in its order.',
    definedAt: '#/components/parameters/PageSize/description',
    needs: [premium, posts(10)],
    compares: true,
    requests: ({ posts: { length } }) => ({
      ...walk('half', {}, length, 2),
      ...walk('third', {}, length, 3),
    }),
    judge: (responses, account) => [
      ...tiled(responses, 'half', account.posts),
      ...tiled(responses, 'third', account.posts),
    ],
  }),
  requestRule({
    id: 'filter-type-on-every-page',
    level: 'must',
    section: '4.1',
    sentence:
      'Pages with filter[type] together have the posts of that type that there are without it, in the same order.',
    definedAt: '#/components/parameters/FilterType',
    needs: [premium, posts(10)],
    compares: true,
    requests: (account) =>
      Object.assign(
        {},
        ...ofTypes(account).map(({ type, found }) =>
          walk(type, { 'filter[type]': type }, found.length, 2),
        ),
      ) as Record<string, RequestSpec>,
    judge: (responses, account) =>
      ofTypes(account).flatMap(({ type, found }) => tiled(responses, type, found)),
  }),
  requestRule({
    id: 'filters-combine',
    level: 'must',
    section: '4.1',
    sentence: 'Filters together leave the posts that each of them leaves, in every ordering.',
    definedAt: '#/components/parameters/FilterPublishedBefore/description',
    needs: [premium, manyTimes],
    compares: true,
    requests: (account) => ({
      newest: me({ ...someImages(account).query, 'page[size]': largest }),
      oldest: me({ ...someImages(account).query, sort: 'published_at', 'page[size]': largest }),
      day: me({ ...oneDay(account).query, 'page[size]': largest }),
    }),
    judge: ({ newest, oldest, day }, account) => [
      ...hasPosts(newest, someImages(account).posts),
      ...same(
        oldest,
        'posts[].id, reversed',
        byTime(someImages(account).posts),
        byTime(pageOf(oldest).posts.toReversed()),
      ),
      ...beginsWithPosts(day, oneDay(account).posts),
    ],
  }),
  requestRule({
    id: 'post-is-the-same',
    level: 'must',
    section: '2.2',
    sentence:
      'A post has the same values whichever query selects it; format changes `sizes` alone.',
    definedAt: '#/components/schemas/Post',
    needs: [premium, manyTimes],
    compares: true,
    requests(account) {
      const query = { ...selectNewest(account), sort: 'published_at' }
      return {
        plain: me(),
        ...walk('oldest', query, newestOf(account).length, 2),
        webp: me({ format: 'webp', 'page[size]': largest }),
      }
    },
    judge(responses, account) {
      const { plain, webp } = responses as { plain: Exchange; webp: Exchange }
      return [
        ...[plain, ...pagesOf(responses, 'oldest')].flatMap((page) =>
          sameAsSurveyed(page, account, { sizes: true }),
        ),
        ...hasPosts(webp, account.posts),
        ...sameAsSurveyed(webp, account, { sizes: false }),
      ]
    },
  }),
  requestRule({
    id: 'cursor-there-and-back',
    level: 'must',
    section: '4.1',
    sentence: 'The nextCursor of a page that prevCursor led to leads to the page after it.',
    definedAt: '#/components/schemas/Pagination/properties/prevCursor',
    needs: [premium, posts(10)],
    compares: true,
    requests: () => ({ ...thereAndBack, again: three(next('back')) }),
    judge: ({ third, again }) => hasPosts(again, pageOf(third).posts),
  }),
  requestRule({
    id: 'first-page-however-reached',
    level: 'must',
    section: '2.4',
    sentence:
      'The first page has null for `prevCursor` also if a prevCursor or an unrecognized cursor led to it.',
    definedAt: '#/components/schemas/Pagination/properties/prevCursor/description',
    needs: [premium, posts(10)],
    requests: () => ({
      ...there,
      back: three(previous('second')),
      unknown: three({ 'page[cursor]': 'no-such-cursor' }),
    }),
    judge: ({ first, back, unknown }) =>
      [back, unknown]
        // Another page is the finding of another rule.
        .filter((page) => idsOf(page).join() === idsOf(first).join())
        .flatMap((page) =>
          same(page, 'pagination.prevCursor', null, pageOf(page).pagination.prevCursor),
        ),
  }),
]
