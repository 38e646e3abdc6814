import { mediaTypes } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { graphql, me, type Query } from '../http/request-spec.ts'
import type { Origin } from '../judging/expect.ts'
import { filters, firstOfEachType, orderOf, type Post } from '../judging/feed.ts'
import { Mismatch, shown } from '../judging/finding.ts'
import {
  asGraphql,
  comparable,
  dataOf,
  everything,
  expectedPosts,
  expectPage,
  meOf,
  named,
  read,
  selectionOf,
} from '../judging/graphql-response.ts'
import { posts, premium } from '../judging/needs.ts'
import { pageOf, textAt } from '../judging/responses.ts'
import { after, type Judgment, requestJudgment, rulesOf } from '../judging/rule.ts'

const somePosts = (account: SurveyedAccount): Post[] => [
  ...firstOfEachType(account),
  // On Premium it may be on a later page.
  ...orderOf(account).posts.slice(-1),
]

/** What an argument is called in the query string of REST. */
interface Arguments {
  text: string
  query: Query
}

const postQuery = (id: string) =>
  `{ post(id: ${JSON.stringify(id)}) ${selectionOf('Post', named)} }`

/** A rule that arguments select what parameters of REST do. */
function argumentJudgment(options: (account: SurveyedAccount) => readonly Arguments[]): Judgment {
  return requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: (account) =>
      Object.fromEntries(options(account).map(({ text }) => [text, read(text)])),
    judge(responses: Record<string, Exchange>, expect, account) {
      for (const { text, query } of options(account)) {
        const response = responses[text] as Exchange
        expectPage(expect, response, query)
        const expected = expectedPosts(account, query)
        const got = comparable(meOf(response).posts)
        if (expected) expect.same(response, 'data.me.posts', comparable(expected), got)
      }
    },
  })
}

/** Pages by name, each with the page that leads to it; those of a type have another selection. */
const walk: Readonly<Record<string, readonly [way: Origin['way'], from: string] | undefined>> = {
  ...{ first: undefined, second: ['nextCursor', 'first'], third: ['nextCursor', 'second'] },
  ...{ back: ['prevCursor', 'third'], 'type 0': undefined },
  ...{ 'type 1': ['nextCursor', 'type 0'], 'type 2': ['prevCursor', 'type 1'] },
}
const ofType = /^type/

const pageFrom = (way: Origin['way'], args: string) => (page: Exchange) =>
  graphql(`query ($cursor: String) ${everything(`${args}, cursor: $cursor`)}`, {
    cursor: textAt(page, `data.me.pagination.${way}`),
  })

/** The first type of which there are more posts than a page of two has. */
const oftenType = ({ posts: all }: SurveyedAccount) =>
  mediaTypes.find((type) => all.filter(({ mediaType }) => mediaType === type).length > 2)

/** The specification names no other argument than `type`. */
const assumedFilters = Object.entries(filters).filter(([name]) => name !== 'filter[type]')
const argumentOf = (filter: string) => filter.slice('filter['.length, -1)
const argument = (filter: string, value: string): Arguments => ({
  text: `${argumentOf(filter)}: ${JSON.stringify(value)}`,
  query: { [filter]: value },
})

// biome-ignore format: a row for each rule
const facts = [
  ['graphql-equals-rest', 'must', '4.2', 'Query.me',
    'Without arguments, or with a format alone, me has the posts and the page of /api/v1/me.'],
  ['graphql-username', 'must', '4.2', 'Account.username',
    'The username of GraphQL is that of /api/v1/me.'],
  ['graphql-first', 'must', '4.2', 'Query.me(first:)',
    "`first` is the number of posts of a page; one above the plan's limit is reduced to it, not rejected."],
  ['graphql-cursor', 'must', '4.2', 'Query.me(cursor:)',
    'On Premium `cursor` leads to the next page, and back, of the posts that `type` leaves, also beside the deprecated `page`.'],
  ['graphql-page-is-ignored', 'must', '9', 'Query.me(page:)',
    'The deprecated argument `page` is ignored.'],
  ['graphql-type', 'must', '4.2', 'Query.me(type:)',
    '`type` selects the posts of a type.'],
  ['graphql-filters-and-order', 'assumed', '4.2', 'Query.me(orderBy:)',
    `The arguments orderBy, ${assumedFilters.map(([name]) => argumentOf(name)).join(', ')} select posts as the parameters of /api/v1/me do, of those that the plan shows.`],
  ['graphql-no-posts', 'must', '4.2', 'Account.posts',
    'A page without posts is an empty list, not null.'],
  ['graphql-post', 'must', '4.2', 'Query.post',
    '`post` gives one post by its id, with the values that it has in /api/v1/me.'],
] as const

/** Section 4.2: what the arguments of a query select, and that fields have the values of REST. */
export const graphqlArguments = rulesOf(facts, {
  'graphql-post': requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: (account) =>
      Object.fromEntries(somePosts(account).map(({ id }) => [id, graphql(postQuery(id))])),
    judge(responses: Record<string, Exchange>, expect, account) {
      for (const post of somePosts(account)) {
        const response = responses[post.id] as Exchange
        const { post: found } = dataOf(response)
        if (!isObject(found)) {
          const expected = `the post ${post.id}`
          throw new Mismatch({ exchange: response, at: 'data.post', expected, got: shown(found) })
        }
        const expected = comparable(asGraphql('Post', post, named))
        expect.same(response, 'data.post', expected, comparable(found))
      }
    },
  }),
  'graphql-equals-rest': argumentJudgment(() =>
    ['', 'format: "jpg"', 'format: "webp"'].map((text) => ({ text, query: {} })),
  ),
  'graphql-username': requestJudgment({
    compares: true,
    requests: () => ({ rest: me(), response: read() }),
    judge: ({ rest, response }, expect) =>
      expect.same(response, 'data.me.username', pageOf(rest).username, meOf(response).username),
  }),
  'graphql-first': argumentJudgment(() =>
    [2, 7, 100, 1000].map((first) => ({
      text: `first: ${first}`,
      query: { 'page[size]': first },
    })),
  ),
  'graphql-cursor': requestJudgment({
    needs: [premium, posts(7)],
    compares: true,
    requests(account) {
      const type = oftenType(account)
      const steps = Object.entries(walk).filter(([name]) => type || !ofType.test(name))
      return Object.fromEntries(
        steps.map(([name, led]) => {
          const [way, from] = led ?? []
          const args = ofType.test(name) ? `first: 2, type: "${type}"` : 'first: 3, page: 1'
          return [name, way && from ? after(from, pageFrom(way, args)) : read(args)]
        }),
      )
    },
    judge(responses: Record<string, Exchange>, expect, account) {
      const typed = { 'page[size]': 2, 'filter[type]': oftenType(account) ?? '' }
      for (const [name, page] of Object.entries(responses)) {
        const [way, from = ''] = walk[name] ?? []
        const query = ofType.test(name) ? typed : { 'page[size]': 3 }
        const led = responses[from]
        expectPage(expect, page, query, led && way && { way, page: meOf(led) })
      }
    },
  }),
  'graphql-no-posts': requestJudgment({
    requests: () => ({ response: read('publishedAfter: "2200-01-01"') }),
    judge({ response }, expect) {
      // A service need not know the argument, which the specification does not name.
      if (!isObject(response.json) || 'errors' in response.json) return
      expect.same(response, 'data.me.posts', [], meOf(response).posts)
    },
  }),
  'graphql-page-is-ignored': argumentJudgment(() =>
    [0, 2].map((page) => ({ text: `first: 2, page: ${page}`, query: { 'page[size]': 2 } })),
  ),
  'graphql-type': argumentJudgment(() => mediaTypes.map((type) => argument('filter[type]', type))),
  'graphql-filters-and-order': argumentJudgment(({ posts: all }) => {
    const post = all[Math.trunc(all.length / 2)] as Post
    const ascending = 'orderBy: [{ column: PUBLISHED_AT, order: ASC }]'
    return [
      { text: ascending, query: { sort: 'published_at' } },
      ...assumedFilters.map(([name, { example }]) => argument(name, example(post))),
    ]
  }),
})
