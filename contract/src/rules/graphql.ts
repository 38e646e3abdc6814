import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { graphql, graphqlPath, me, type Query, type RequestSpec } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { type Post, pageSize, selected, time } from '../judging/feed.ts'
import { type GraphqlPost, meOf, meProblems } from '../judging/graphql-response.ts'
import { posts } from '../judging/needs.ts'
import { objectOf, pageOf, textAt } from '../judging/responses.ts'
import { type Rule, requestRule } from '../judging/rule.ts'

/** Every field of `me` that the specification names. */
export const meFields = `username
  posts { id type caption mediaUrl thumbnailUrl publishedAt }
  pagination { nextCursor prevCursor hasMore perPage }`

/** A query for all of them, with arguments as they are written in one. */
function everything(args = ''): string {
  return `{ me${args && `(${args})`} { ${meFields} } }`
}

export function read(args?: string): RequestSpec {
  return graphql(everything(args))
}

/** That `me` has the posts that REST has for the same selection, and its page. */
export function expectSelection(
  expect: Expect,
  response: Exchange,
  account: SurveyedAccount,
  query: Query,
): void {
  const { posts: found, pagination } = meOf(response)
  const { posts: all, isWhole } = selected(account, query)
  const size = pageSize(account.plan, query)
  if (!isWhole && all.length < size) return
  const expected = all.slice(0, size).map(asGraphql)
  expect.same(response, 'data.me.posts', expected, found.map(inMilliseconds))
  expect.same(response, 'data.me.pagination.perPage', size, pagination.perPage)
  const hasMore = account.plan === 'premium' && all.length > size
  expect.same(response, 'data.me.pagination.hasMore', hasMore, pagination.hasMore)
}

const withVariables = `query ($first: Int, $type: String) { me(first: $first, type: $type) { ${meFields} } }`

/** Section 4.2: how a query is written and sent, and which fields its response has. */
export const graphqlRules: Rule[] = [
  requestRule({
    id: 'graphql-fields',
    level: 'must',
    section: '4.2',
    sentence:
      'username, posts and pagination can be selected on me, with the fields that the specification names.',
    definedAt: 'Account',
    requests: () => ({ response: read() }),
    judge({ response }, expect) {
      expect.findings.push(...meProblems(response))
    },
  }),
  requestRule({
    id: 'graphql-selects-fields',
    level: 'must',
    section: '4.2',
    sentence: 'A response has the fields that the query selects, and no others.',
    definedAt: 'Account',
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
  requestRule({
    id: 'graphql-by-get',
    level: 'must',
    section: '4',
    sentence: 'A query sent by GET, in the query string, has the response that it has by POST.',
    definedAt: '#/paths/~1graphql/get/summary',
    compares: true,
    requests: () => ({
      post: read('first: 2'),
      get: { path: graphqlPath, query: { query: everything('first: 2') } },
    }),
    judge: ({ post, get }, expect) => expect.same(get, '', objectOf(post), objectOf(get)),
  }),
  requestRule({
    id: 'graphql-variables',
    level: 'must',
    section: '4.2',
    sentence: 'A query may have variables; those that are not sent are like arguments left out.',
    definedAt: '#/components/schemas/GraphqlRequest/properties/variables',
    needs: [posts(2)],
    compares: true,
    requests: () => ({ response: graphql(withVariables, { first: 1 }) }),
    judge: ({ response }, expect, account) =>
      expectSelection(expect, response, account, { 'page[size]': 1 }),
  }),
  requestRule({
    id: 'graphql-aliases',
    level: 'must',
    section: '4.2',
    sentence: 'Each `me` of a query has the posts that its own arguments select.',
    definedAt: 'Query.me',
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
]

/** A post of REST as GraphQL shows it, with its time comparable. */
export function asGraphql(post: Post): object {
  const { id, mediaType, caption, mediaUrl, thumbnailUrl } = post
  return { id, type: mediaType, caption, mediaUrl, thumbnailUrl, publishedAt: time(post) }
}

export function inMilliseconds(post: GraphqlPost): object {
  return { ...post, publishedAt: Date.parse(post.publishedAt) }
}
