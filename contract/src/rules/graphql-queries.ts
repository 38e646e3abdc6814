import { FeedDocument, PostDocument } from '@photofeed/graphql/operations'
import type { Exchange, Post, SurveyedAccount } from '../http/exchange.ts'
import { isObject, valueAt } from '../http/json.ts'
import { graphql } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { firstOfEachType } from '../judging/feed.ts'
import { Mismatch, shown } from '../judging/finding.ts'
import {
  asGraphql,
  comparable,
  dataOf,
  every as everyField,
  meOf,
  meProblems,
  read,
  selectionOf,
  typeNames,
} from '../judging/graphql-response.ts'
import { free, posts } from '../judging/needs.ts'
import { objectOf, textAt } from '../judging/responses.ts'
import { every, requestJudgment, rulesOf } from '../judging/rule.ts'

// biome-ignore format: a row for each rule
const facts = [
  ['graphql-fields', 'must', '4.2', 'Account',
    'username, posts and pagination can be selected on me, with the fields that the specification names.'],
  ['graphql-selects-fields', 'must', '4.2', 'Account',
    'A response has the fields that the query selects, and no others.'],
  ['graphql-typename', 'must', '4.2', 'Account',
    '`__typename` can be selected on every object: client libraries add it to every query.'],
  ['graphql-sdk-documents', 'assumed', '4.2', 'Account',
    'The documents that @photofeed/sdk sends have the values of REST. With fewer fields, `feed.post()` and the documents of the SDK fail.'],
  ['graphql-every-field', 'assumed', '4.2', 'Post',
    'Every field of schema.graphql can be selected, and has the value of REST.'],
  ['graphql-free-has-no-sizes', 'must', '2.5', 'Post.sizes',
    'On Free GraphQL shows no `sizes` either, if it has the field at all.'],
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
      ids: graphql('{ me(first: 2) { posts { id } pagination { perPage hasMore } } }'),
      pages: graphql('{ me(first: 2) { pagination { perPage hasMore } } }'),
      types: graphql('query Feed { me(first: 1) { username posts { type } } }'),
    }),
    judge({ name, ids: idsOnly, pages, types }, expect, { posts: all, plan }) {
      const [first] = all
      const username = textAt(name, 'data.me.username')
      expect.same(name, '', { data: { me: { username } } }, objectOf(name))
      const pagination = { perPage: 2, hasMore: plan === 'premium' && all.length > 2 }
      const expected = { posts: all.slice(0, 2).map(({ id }) => ({ id })), pagination }
      expect.same(idsOnly, '', { data: { me: expected } }, objectOf(idsOnly))
      expect.same(pages, '', { data: { me: { pagination } } }, objectOf(pages))
      const me = { username, posts: [{ type: first?.mediaType }] }
      expect.same(types, '', { data: { me } }, objectOf(types))
    },
  }),
  'graphql-typename': requestJudgment({
    needs: [posts(1)],
    requests: () => ({ response: typeNames }),
    judge({ response }, expect) {
      const data = dataOf(response)
      const found = valueAt(data, 'me.posts')
      const objects = [data, data.me, ...(Array.isArray(found) ? found : [])]
      const names = objects.map((one) => valueAt(one, '__typename'))
      const isNamed = names.every((name) => typeof name === 'string' && name !== '')
      expect.that(isNamed, response, 'data.__typename, data.me.__typename', 'names of types', names)
    },
  }),
  'graphql-sdk-documents': requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: ({ posts: [first] }) => ({
      feed: graphql(String(FeedDocument)),
      'feed of two': graphql(String(FeedDocument), { first: 2, type: null, format: 'jpg' }),
      post: graphql(String(PostDocument), { id: first?.id }),
    }),
    judge({ post, ...feeds }, expect, account) {
      for (const feed of Object.values(feeds))
        expectAccount(feed, expect, account, ['username', 'status', 'lastFetchAt'])
      expectFields(post, expect, 'data.post', account.posts[0] as Post)
    },
  }),
  'graphql-every-field': requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: (account) => ({
      me: graphql(`{ me(first: 3) ${selectionOf('Account', everyField)} }`),
      posts: graphql(
        `{ ${firstOfEachType(account).map(({ id, mediaType }) => `${mediaType}: post(id: ${JSON.stringify(id)}) ${wholePost}`)} }`,
      ),
    }),
    judge({ me, posts: ofTypes }, expect, account) {
      expectAccount(me, expect, account, profile)
      for (const post of firstOfEachType(account))
        expectFields(ofTypes, expect, `data.${post.mediaType}`, post)
    },
  }),
  'graphql-free-has-no-sizes': requestJudgment({
    needs: [free, posts(1)],
    requests: ({ posts: [first] }) => ({
      me: graphql('{ me { posts { sizes { url } } } }'),
      items: graphql('{ me { posts { children { sizes { url } } } } }'),
      post: graphql('query ($id: ID!) { post(id: $id) { sizes { url } } }', { id: first?.id }),
    }),
    judge: every((response, expect) => {
      // A service whose schema lacks the field shows none.
      const urls = response.text.match(/"url":\s*"[^"]*"/g) ?? []
      expect.same(response, 'data (sizes)', [], urls.slice(0, 1))
    }),
  }),
  'graphql-has-more-agrees': requestJudgment({
    isOfEachAccount: true,
    requests: ({ posts }) => ({ two: read('first: 2'), all: read(`first: ${posts.length || 1}`) }),
    judge: every((response, expect) => {
      const { nextCursor, prevCursor, hasMore } = meOf(response).pagination
      const at = 'data.me.pagination'
      // An empty text is a mistake of the cursor.
      if (nextCursor === '') expect.same(response, `${at}.nextCursor`, null, nextCursor)
      else expect.same(response, `${at}.hasMore`, nextCursor !== null, hasMore)
      expect.same(response, `${at}.prevCursor`, null, prevCursor)
    }),
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

const profile = (everyField.Account ?? []).filter((name) => !/^(posts|pagination)$/.test(name))
const wholePost = selectionOf('Post', everyField)

/** That `me` has the values of REST: these of the account, and all that are selected of posts. */
function expectAccount(
  response: Exchange,
  expect: Expect,
  { exchanges: [everything], posts: known }: SurveyedAccount,
  names: readonly string[],
): void {
  const { me } = dataOf(response)
  const rest = everything?.json
  if (!isObject(rest)) return
  for (const [name, value] of Object.entries(asGraphql('Account', rest, { Account: names })))
    expect.same(response, `data.me.${name}`, value, valueAt(me, name))
  const found = valueAt(me, 'posts')
  for (const [index, post] of known.slice(0, Array.isArray(found) ? found.length : 0).entries())
    expectFields(response, expect, `data.me.posts[${index}]`, post)
}

/** That a post has the values of REST for the fields that it has. */
function expectFields(response: Exchange, expect: Expect, at: string, rest: Post): void {
  const post = valueAt({ data: dataOf(response) }, at)
  if (!isObject(post))
    throw new Mismatch({ exchange: response, at, expected: 'a post', got: shown(post) })
  const names = { ...everyField, Post: Object.keys(post) }
  expect.same(response, at, comparable(asGraphql('Post', rest, names)), comparable(post))
}
