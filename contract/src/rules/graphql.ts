import { graphql, graphqlPath, me } from '../http/request-spec.ts'
import { meProblems } from '../judging/graphql-response.ts'
import { everything, expectSelection, meFields, read } from '../judging/graphql-selection.ts'
import { posts } from '../judging/needs.ts'
import { objectOf, pageOf, textAt } from '../judging/responses.ts'
import { requestJudgment, rulesOf } from '../judging/rule.ts'

const withVariables = `query ($first: Int, $type: String) { me(first: $first, type: $type) { ${meFields} } }`

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
] as const

/** Section 4.2: how a query is written and sent, and which fields its response has. */
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
})
