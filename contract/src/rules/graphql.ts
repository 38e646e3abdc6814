import { mediaTypes, type Schemas } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { graphql, graphqlPath, me, type Query } from '../http/request-spec.ts'
import { ids } from '../judging/feed.ts'
import { Mismatch, shown } from '../judging/finding.ts'
import {
  asGraphql,
  everything,
  expectSelection,
  inMilliseconds,
  meFields,
  meOf,
  meProblems,
  read,
} from '../judging/graphql-response.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { objectOf, pageOf, textAt } from '../judging/responses.ts'
import { after, every, type Judgment, requestJudgment, rulesOf } from '../judging/rule.ts'

const withVariables = `query ($first: Int, $type: String) { me(first: $first, type: $type) { ${meFields} } }`

type Post = Schemas['Post']

/** The first post of each type, and the last. */
const somePosts = ({ posts: all }: SurveyedAccount): Post[] => [
  ...mediaTypes.flatMap((type) => all.find(({ mediaType }) => mediaType === type) ?? []),
  ...all.slice(-1),
]

/** What an argument is called in the query string of REST. */
interface Arguments {
  /** As written in a query. */
  text: string
  /** The same for REST. */
  query: Query
}

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

const quoted = (value: unknown) => JSON.stringify(value)

const ofType = (type: string): Arguments => ({
  text: `type: ${quoted(type)}`,
  query: { 'filter[type]': type },
})

const withCursor = `query ($cursor: String) { me(first: 3, cursor: $cursor) { ${meFields} } }`
const pageFrom = (name: 'nextCursor' | 'prevCursor') => (page: Exchange) =>
  graphql(withCursor, { cursor: textAt(page, `data.me.pagination.${name}`) })

// biome-ignore format: a row for each rule
const facts = [
  ['graphql-fields', 'must', '4.2', 'Account',
    'username, posts and pagination can be selected on me, with the fields that the specification names.'],
  ['graphql-selects-fields', 'must', '4.2', 'Account',
    'A response has the fields that the query selects, and no others.'],
  ['graphql-by-get', 'must', '4', '#/paths/~1graphql/get/summary',
    'A query sent by GET, in the query string, has the response that it has by POST.'],
  ['graphql-variables', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/variables',
    'A query may have variables; those that are not sent are like arguments left out.'],
  ['graphql-aliases', 'must', '4.2', 'Query.me',
    'Each `me` of a query has the posts that its own arguments select.'],
  ['graphql-has-more-agrees', 'must', '4.2', 'Pagination',
    'In GraphQL too `hasMore` is true exactly when `nextCursor` is not null, and the first page has null for `prevCursor`.'],
  ['graphql-has-no-cursors-on-free', 'must', '4.2', 'Pagination',
    'On Free GraphQL has no cursors either, and `hasMore` is false.'],
  ['graphql-equals-rest', 'must', '4.2', 'Query.me',
    'Without arguments me has the posts and the page of /api/v1/me.'],
  ['graphql-username', 'must', '4.2', 'Account.username',
    'The username of GraphQL is that of /api/v1/me.'],
  ['graphql-first', 'must', '4.2', 'Query.me(first:)',
    "`first` is the number of posts of a page; one above the plan's limit is reduced to it, not rejected."],
  ['graphql-cursor', 'must', '4.2', 'Query.me(cursor:)',
    'On Premium `cursor` leads to the next page, and back.'],
  ['graphql-page-is-ignored', 'must', '9', 'Query.me(page:)',
    'The deprecated argument `page` is ignored.'],
  ['graphql-type', 'must', '4.2', 'Query.me(type:)',
    '`type` selects the posts of a type.'],
  ['graphql-post', 'must', '4.2', 'Query.post',
    '`post` gives one post by its id, with the values that it has in /api/v1/me.'],
  ['graphql-post-not-seen', 'must', '4.2', 'Query.post',
    'For a post that the key cannot see, `post` is null without an error.'],
] as const

/** Section 4.2: how a query is written and sent, what its arguments select, and that fields have the values of REST. */
export const graphqlRules = rulesOf(facts, {
  'graphql-fields': requestJudgment({
    requests: () => ({ response: read() }),
    judge({ response }, expect) {
      expect.findings.push(...meProblems(response))
    },
  }),
  'graphql-selects-fields': requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: () => ({
      name: graphql('{ me { username } }'),
      ids: graphql('{ me(first: 2) { posts { id } pagination { perPage } } }'),
      types: graphql('query Feed { me(first: 1) { username posts { type } } }'),
    }),
    judge({ name, ids: idsOnly, types }, expect, { posts: all }) {
      const [first] = all
      const username = textAt(name, 'data.me.username')
      expect.same(name, '', { data: { me: { username } } }, objectOf(name))
      const expected = {
        posts: all.slice(0, 2).map(({ id }) => ({ id })),
        pagination: { perPage: 2 },
      }
      expect.same(idsOnly, '', { data: { me: expected } }, objectOf(idsOnly))
      const me = { username, posts: [{ type: first?.mediaType }] }
      expect.same(types, '', { data: { me } }, objectOf(types))
    },
  }),
  'graphql-by-get': requestJudgment({
    compares: true,
    requests: () => ({
      post: read('first: 2'),
      get: { path: graphqlPath, query: { query: everything('first: 2') } },
    }),
    judge: ({ post, get }, expect) => expect.same(get, '', objectOf(post), objectOf(get)),
  }),
  'graphql-variables': requestJudgment({
    needs: [posts(2)],
    compares: true,
    requests: () => ({ response: graphql(withVariables, { first: 1 }) }),
    judge: ({ response }, expect, account) =>
      expectSelection(expect, response, account, { 'page[size]': 1 }),
  }),
  'graphql-aliases': requestJudgment({
    needs: [posts(2)],
    compares: true,
    requests: () => ({
      response: graphql(
        '{ one: me(first: 1) { posts { id } } two: me(first: 2) { posts { id } } oldest: me(first: 1, orderBy: [{ column: PUBLISHED_AT, order: ASC }]) { posts { id } } }',
      ),
      oldest: me({ 'page[size]': 1, sort: 'published_at' }),
    }),
    judge({ response, oldest }, expect, { posts: all }) {
      const withIds = (some: readonly { id: string }[]) => ({
        posts: some.map(({ id }) => ({ id })),
      })
      const expected = {
        one: withIds(all.slice(0, 1)),
        two: withIds(all.slice(0, 2)),
        oldest: withIds(pageOf(oldest).posts),
      }
      expect.same(response, 'data', expected, objectOf(response).data)
    },
  }),
  'graphql-post': requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: (account) =>
      Object.fromEntries(somePosts(account).map(({ id }) => [id, graphql(postQuery(id))])),
    judge(responses: Record<string, Exchange>, expect, account) {
      for (const post of somePosts(account)) {
        const response = responses[post.id] as Exchange
        const { data } = objectOf(response) as { data?: { post?: object | null } | null }
        if (!data?.post) {
          const expected = `the post ${post.id}`
          const got = shown(data?.post)
          throw new Mismatch({ exchange: response, at: 'data.post', expected, got })
        }
        const got = inMilliseconds(data.post as Parameters<typeof inMilliseconds>[0])
        expect.same(response, 'data.post', asGraphql(post), got)
      }
    },
  }),
  'graphql-has-more-agrees': requestJudgment({
    requests: () => ({ two: read('first: 2'), all: read() }),
    judge(responses, expect) {
      for (const response of Object.values(responses)) {
        const { nextCursor, prevCursor, hasMore } = meOf(response).pagination
        expect.same(response, 'data.me.pagination.hasMore', nextCursor !== null, hasMore)
        expect.same(response, 'data.me.pagination.prevCursor', null, prevCursor)
      }
    },
  }),
  'graphql-has-no-cursors-on-free': requestJudgment({
    needs: [free],
    requests: () => ({ response: read('first: 2') }),
    judge({ response }, expect) {
      const { nextCursor, prevCursor, hasMore } = meOf(response).pagination
      const expected = { nextCursor: null, prevCursor: null, hasMore: false }
      expect.same(response, 'data.me.pagination', expected, { nextCursor, prevCursor, hasMore })
    },
  }),
  'graphql-equals-rest': argumentJudgment(() => [{ text: '', query: {} }]),
  'graphql-username': requestJudgment({
    compares: true,
    requests: () => ({ rest: me(), response: read() }),
    judge: ({ rest, response }, expect) =>
      expect.same(response, 'data.me.username', pageOf(rest).username, meOf(response).username),
  }),
  'graphql-first': argumentJudgment(() =>
    [1, 2, 5, 6, 7, 99, 100, 101, 1000].map((first) => ({
      text: `first: ${first}`,
      query: { 'page[size]': first },
    })),
  ),
  'graphql-cursor': requestJudgment({
    needs: [premium, posts(7)],
    compares: true,
    requests: () => ({
      first: read('first: 3'),
      second: after('first', pageFrom('nextCursor')),
      third: after('second', pageFrom('nextCursor')),
      back: after('third', pageFrom('prevCursor')),
      start: after('back', pageFrom('prevCursor')),
    }),
    judge(responses, expect, { posts: all }) {
      const pages = { first: 0, second: 3, third: 6, back: 3, start: 0 }
      for (const [name, start] of Object.entries(pages)) {
        const response = responses[name as keyof typeof pages]
        const { posts: found, pagination } = meOf(response)
        const expected = ids(all.slice(start, start + 3))
        expect.same(response, 'data.me.posts[].id', expected, ids(found))
        const at = 'data.me.pagination'
        expect.same(
          response,
          `${at}.prevCursor is null`,
          start === 0,
          pagination.prevCursor === null,
        )
        const isNext = pagination.nextCursor !== null
        expect.same(response, `${at}.hasMore`, isNext, pagination.hasMore)
      }
    },
  }),
  'graphql-page-is-ignored': argumentJudgment(() =>
    [1, 2, 1000].map((page) => ({ text: `first: 2, page: ${page}`, query: { 'page[size]': 2 } })),
  ),
  'graphql-type': argumentJudgment(() => mediaTypes.map(ofType)),
  'graphql-post-not-seen': requestJudgment({
    requests: ({ posts: [first] }) => ({
      unknown: graphql('{ post(id: "no-such-post") { id } }'),
      empty: graphql('{ post(id: "") { id } }'),
      near: graphql(`{ post(id: ${quoted(`${first?.id ?? 1}0`)}) { id } }`),
    }),
    judge: every((response, expect) =>
      expect.same(response, '', { data: { post: null } }, objectOf(response)),
    ),
  }),
})

function postQuery(id: string): string {
  return `{ post(id: ${JSON.stringify(id)}) { id type caption mediaUrl thumbnailUrl publishedAt } }`
}
