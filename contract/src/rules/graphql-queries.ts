import type { Exchange } from '../http/exchange.ts'
import { graphql, paths, type RequestSpec } from '../http/request-spec.ts'
import { unsigned } from '../judging/feed.ts'
import { everything, meOf, meProblems, read } from '../judging/graphql-response.ts'
import { free, posts } from '../judging/needs.ts'
import { objectOf, textAt } from '../judging/responses.ts'
import { every, type Judgment, requestJudgment, rulesOf } from '../judging/rule.ts'

/** Each response may have a cursor of its own. */
function withoutCursors(response: Exchange): object {
  const { pagination, ...me } = meOf(response)
  const { nextCursor, prevCursor, ...others } = pagination
  return unsigned({ ...me, pagination: others })
}

/** A rule that a query has the response that it has by POST. */
function sameAsPost(spec: RequestSpec): Judgment {
  return requestJudgment({
    compares: true,
    requests: () => ({ post: read('first: 2'), other: spec }),
    judge: ({ post, other }, expect) =>
      expect.same(other, 'data.me', withoutCursors(post), withoutCursors(other)),
  })
}

// biome-ignore format: a row for each rule
const facts = [
  ['graphql-fields', 'must', '4.2', 'Account',
    'username, posts and pagination can be selected on me, with the fields that the specification names.'],
  ['graphql-selects-fields', 'must', '4.2', 'Account',
    'A response has the fields that the query selects, and no others.'],
  ['graphql-by-get', 'must', '4', '#/paths/~1graphql/get/summary',
    'A query sent by GET, in the query string, has the response that it has by POST.'],
  ['graphql-with-charset', 'must', '4.2', '#/components/schemas/GraphqlRequest/properties/query',
    'The JSON of a query may have a charset in its Content-Type.'],
  ['graphql-aliases', 'must', '4.2', 'Query.me',
    'Each `me` of a query has the posts that its own arguments select.'],
  ['graphql-has-more-agrees', 'must', '4.2', 'Pagination',
    'In GraphQL too `hasMore` is true exactly when `nextCursor` is not null, and the first page has null for `prevCursor`.'],
  ['graphql-has-no-cursors-on-free', 'must', '4.2', 'Pagination',
    'On Free GraphQL has no cursors either, and `hasMore` is false.'],
  ['graphql-post-not-seen', 'must', '4.2', 'Query.post',
    'For a post that the key cannot see, `post` is null without an error.'],
] as const

/** Section 4.2: how a query is written and sent, and the fields that it selects. */
export const graphqlQueries = rulesOf(facts, {
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
  'graphql-by-get': sameAsPost({
    path: paths.graphql,
    query: { query: everything('first: 2') },
  }),
  'graphql-with-charset': sameAsPost({
    ...read('first: 2'),
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  }),
  'graphql-aliases': requestJudgment({
    needs: [posts(2)],
    compares: true,
    requests: () => ({
      response: graphql(
        '{ one: me(first: 1) { posts { id } } two: me(first: 2) { posts { id } } }',
      ),
    }),
    judge({ response }, expect, { posts: all }) {
      const withIds = (some: readonly { id: string }[]) => ({
        posts: some.map(({ id }) => ({ id })),
      })
      const expected = {
        one: withIds(all.slice(0, 1)),
        two: withIds(all.slice(0, 2)),
      }
      expect.same(response, 'data', expected, objectOf(response).data)
    },
  }),
  'graphql-has-more-agrees': requestJudgment({
    requests: ({ posts }) => ({ two: read('first: 2'), all: read(`first: ${posts.length || 1}`) }),
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
  'graphql-post-not-seen': requestJudgment({
    requests: ({ posts: [first] }) => ({
      unknown: graphql('{ post(id: "no-such-post") { id } }'),
      empty: graphql('{ post(id: "") { id } }'),
      near: graphql(`{ post(id: ${JSON.stringify(`${first?.id ?? 1}0`)}) { id } }`),
    }),
    judge: every((response, expect) =>
      expect.same(response, '', { data: { post: null } }, objectOf(response)),
    ),
  }),
})
