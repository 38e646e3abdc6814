import { mediaTypes } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { graphql, me, type Query } from '../http/request-spec.ts'
import { filters, firstOfEachType, ids, orderOf, type Post } from '../judging/feed.ts'
import { Mismatch, shown } from '../judging/finding.ts'
import {
  asGraphql,
  comparable,
  dataOf,
  everything,
  expectSelection,
  meOf,
  named,
  read,
  selectionOf,
} from '../judging/graphql-response.ts'
import { posts, premium } from '../judging/needs.ts'
import { pageOf, textAt } from '../judging/responses.ts'
import { after, type Judgment, type Requests, requestJudgment, rulesOf } from '../judging/rule.ts'

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
      for (const { text, query } of options(account))
        expectSelection(expect, responses[text] as Exchange, account, query)
    },
  })
}

const pageFrom =
  (name: 'nextCursor' | 'prevCursor', args = 'first: 3, page: 1') =>
  (page: Exchange) =>
    graphql(`query ($cursor: String) ${everything(`${args}, cursor: $cursor`)}`, {
      cursor: textAt(page, `data.me.pagination.${name}`),
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
    requests(account): Requests {
      const type = oftenType(account)
      const typed = `first: 2, type: "${type}"`
      return {
        first: read('first: 3'),
        second: after('first', pageFrom('nextCursor')),
        third: after('second', pageFrom('nextCursor')),
        back: after('third', pageFrom('prevCursor')),
        ...(type && {
          'type 0': read(typed),
          'type 1': after('type 0', pageFrom('nextCursor', typed)),
          'type 2': after('type 1', pageFrom('prevCursor', typed)),
        }),
      }
    },
    judge(responses: Record<string, Exchange>, expect, account) {
      const ofType = account.posts.filter(({ mediaType }) => mediaType === oftenType(account))
      const walks = [
        [account.posts, 3, { first: 0, second: 3, third: 6, back: 3 }],
        [ofType, 2, { 'type 0': 0, 'type 1': 2, 'type 2': 0 }],
      ] as const
      for (const [from, size, starts] of walks)
        for (const [name, start] of Object.entries(starts)) {
          const response = responses[name]
          if (!response) continue
          const { posts: found, pagination } = meOf(response)
          const { nextCursor, prevCursor, hasMore } = pagination
          const [at, end] = ['data.me.pagination', start + size]
          const { same, that } = expect.of(response)
          same('data.me.posts[].id', ids(from.slice(start, end)), ids(found))
          same(`${at}.prevCursor is null`, start === 0, prevCursor === null)
          same(`${at}.hasMore`, nextCursor !== null, hasMore)
          const isLast = from.length <= end
          if (!isLast) that(nextCursor !== null, `${at}.nextCursor`, 'a cursor', nextCursor)
          else if (orderOf(account).isWhole) same(`${at}.nextCursor`, null, nextCursor)
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
