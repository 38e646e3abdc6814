import { mediaTypes, parameters, type SortValue } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { graphql, graphqlPath, me, type Query, type RequestSpec } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { ids, type Post, pageSize, selected, time } from '../judging/feed.ts'
import { type GraphqlPost, meOf, meProblems } from '../judging/graphql-response.ts'
import { posts, premium } from '../judging/needs.ts'
import { objectOf, pageOf, textAt } from '../judging/responses.ts'
import { after, type Level, type Rule, requestRule } from '../judging/rule.ts'

/** Every field of `me` that the specification names. */
const meFields = `username
  posts { id type caption mediaUrl thumbnailUrl publishedAt }
  pagination { nextCursor prevCursor hasMore perPage }`

/** A query for all of them, with arguments as they are written in one. */
function everything(args = ''): string {
  return `{ me${args && `(${args})`} { ${meFields} } }`
}

export function read(args?: string): RequestSpec {
  return graphql(everything(args))
}

/** What an argument is called in the query string of REST. */
interface Arguments {
  /** As written in a query. */
  text: string
  /** The same for REST. */
  query: Query
}

/** That `me` has the posts that REST has for the same selection, and its page. */
function expectSelection(
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

/** A rule that arguments select what parameters of REST do. */
function argumentRule(
  options: (account: SurveyedAccount) => readonly Arguments[],
  rule: { id: string; sentence: string; definedAt: string; level?: Level; section?: string },
): Rule {
  return requestRule({
    level: 'must',
    section: '4.2',
    needs: [posts(1)],
    compares: true,
    ...rule,
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

/** Two posts of the known ones, not the newest and not the oldest. */
const between = ({ posts: all }: SurveyedAccount) =>
  [all[1] ?? all[0], all.at(-2) ?? all[0]] as [Post, Post]

const orders = {
  '-published_at': 'PUBLISHED_AT, order: DESC',
  published_at: 'PUBLISHED_AT, order: ASC',
  '-id': 'ID, order: DESC',
  id: 'ID, order: ASC',
} satisfies Partial<Record<SortValue, string>>

const withVariables = `query ($first: Int, $type: String) { me(first: $first, type: $type) { ${meFields} } }`
const withCursor = `query ($cursor: String) { me(first: 3, cursor: $cursor) { ${meFields} } }`
const pageFrom = (name: 'nextCursor' | 'prevCursor') => (page: Exchange) =>
  graphql(withCursor, { cursor: textAt(page, `data.me.pagination.${name}`) })

/** Section 4.2: what can be read through GraphQL. */
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
    id: 'graphql-variables-by-get',
    level: 'assumed',
    section: '4.2',
    sentence: 'By GET the variables are JSON in the query string.',
    definedAt: '#/paths/~1graphql/get/summary',
    needs: [posts(2)],
    compares: true,
    requests: () => ({
      response: {
        path: graphqlPath,
        query: { query: withVariables, variables: JSON.stringify({ first: 1 }) },
      },
    }),
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
  requestRule({
    id: 'graphql-language',
    level: 'assumed',
    section: '4.2',
    sentence:
      'The language of GraphQL works as its specification says: defaults and null of variables, fragments, @skip and @include.',
    definedAt: '#/components/schemas/GraphqlRequest/properties/variables',
    needs: [posts(2)],
    compares: true,
    requests: () => ({
      defaults: graphql('query ($first: Int = 1) { me(first: $first) { posts { id } } }'),
      null: graphql('query ($type: String) { me(first: 1, type: $type) { posts { id } } }', {
        type: null,
      }),
      fragments: graphql(
        'query ($no: Boolean = false) { me(first: 1) { ...Ids username @include(if: $no) ... on Account @skip(if: true) { status } } } fragment Ids on Account { posts { id caption @skip(if: true) } }',
      ),
    }),
    judge(responses, expect, { posts: all }) {
      const me = { posts: all.slice(0, 1).map(({ id }) => ({ id })) }
      for (const response of Object.values(responses))
        expect.same(response, '', { data: { me } }, objectOf(response))
    },
  }),
  argumentRule(() => [{ text: '', query: {} }], {
    id: 'graphql-equals-rest',
    sentence: 'Without arguments me has the posts and the page of /api/v1/me.',
    definedAt: 'Query.me',
  }),
  requestRule({
    id: 'graphql-username',
    level: 'must',
    section: '4.2',
    sentence: 'The username of GraphQL is that of /api/v1/me.',
    definedAt: 'Account.username',
    compares: true,
    requests: () => ({ rest: me(), response: read() }),
    judge: ({ rest, response }, expect) =>
      expect.same(response, 'data.me.username', pageOf(rest).username, meOf(response).username),
  }),
  argumentRule(
    () =>
      [1, 2, 5, 6, 7, 99, 100, 101, 1000].map((first) => ({
        text: `first: ${first}`,
        query: { 'page[size]': first },
      })),
    {
      id: 'graphql-first',
      sentence:
        "`first` is the number of posts of a page; one above the plan's limit is reduced to it, not rejected.",
      definedAt: 'Query.me(first:)',
    },
  ),
  requestRule({
    id: 'graphql-cursor',
    level: 'must',
    section: '4.2',
    sentence: 'On Premium `cursor` leads to the next page, and back.',
    definedAt: 'Query.me(cursor:)',
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
  requestRule({
    id: 'graphql-cursor-unknown',
    level: 'assumed',
    section: '4.2',
    sentence:
      'An unrecognized cursor, an empty one and null give the first page; on Free every cursor does.',
    definedAt: 'Query.me(cursor:)',
    needs: [posts(1)],
    compares: true,
    requests: () => ({
      unknown: read('first: 3, cursor: "no-such-cursor"'),
      empty: read('first: 3, cursor: ""'),
      null: read('first: 3, cursor: null'),
    }),
    judge(responses, expect, account) {
      for (const response of Object.values(responses))
        expectSelection(expect, response, account, { 'page[size]': 3 })
    },
  }),
  argumentRule(
    () =>
      [1, 2, 1000].map((page) => ({ text: `first: 2, page: ${page}`, query: { 'page[size]': 2 } })),
    {
      id: 'graphql-page-is-ignored',
      section: '9',
      sentence: 'The deprecated argument `page` is ignored.',
      definedAt: 'Query.me(page:)',
    },
  ),
  argumentRule(() => mediaTypes.map(ofType), {
    id: 'graphql-type',
    sentence: '`type` selects the posts of a type.',
    definedAt: 'Query.me(type:)',
  }),
  argumentRule(
    () => {
      const { values } = parameters['filter[type]']
      return [...values.map((type) => type.toLowerCase()), ...values].map(ofType)
    },
    {
      id: 'graphql-type-spellings',
      level: 'assumed',
      sentence: '`type` has the values of filter[type], in any letter case; REELS is VIDEO.',
      definedAt: 'Query.me(type:)',
    },
  ),
  argumentRule(
    (account) => {
      const [newer, older] = between(account).map(({ timestamp }) => timestamp)
      const day = newer?.slice(0, 10)
      const [from, to] = [`publishedAfter: ${quoted(older)}`, `publishedBefore: ${quoted(newer)}`]
      const [after, before] = ['filter[publishedAfter]', 'filter[publishedBefore]']
      return [
        { text: from, query: { [after as string]: String(older) } },
        { text: to, query: { [before as string]: String(newer) } },
        {
          text: `${from}, ${to}, type: "IMAGE"`,
          query: {
            [after as string]: String(older),
            [before as string]: String(newer),
            'filter[type]': 'IMAGE',
          },
        },
        {
          text: `publishedBefore: ${quoted(day)}`,
          query: { [before as string]: String(day) },
        },
        { text: `publishedAfter: ${quoted(day)}`, query: { [after as string]: String(day) } },
      ]
    },
    {
      id: 'graphql-dates',
      level: 'assumed',
      sentence:
        '`publishedAfter` and `publishedBefore` select the posts between two times, as in REST.',
      definedAt: 'Query.me(publishedBefore:)',
    },
  ),
  argumentRule(
    () =>
      Object.entries(orders).map(([sort, column]) => ({
        text: `first: 5, orderBy: [{ column: ${column} }, { column: ID, order: ASC }]`,
        query: { sort, 'page[size]': 5 },
      })),
    {
      id: 'graphql-order-by',
      level: 'assumed',
      sentence: '`orderBy` has the orderings of sort; only its first clause counts.',
      definedAt: 'Query.me(orderBy:)',
    },
  ),
  requestRule({
    id: 'graphql-format',
    level: 'assumed',
    section: '4.2',
    sentence: '`format` chooses the format of `sizes`, which are those of REST.',
    definedAt: 'Query.me(format:)',
    needs: [premium, posts(1)],
    compares: true,
    requests: () => ({
      rest: me({ 'page[size]': 5, format: 'webp' }),
      response: graphql('{ me(first: 5, format: "webp") { posts { sizes { width url } } } }'),
    }),
    judge({ rest, response }, expect) {
      const { data } = objectOf(response) as { data?: { me?: { posts?: SizedPost[] } } }
      const got = data?.me?.posts?.map(({ sizes }) =>
        sizes ? Object.fromEntries(sizes.map(({ width, url }) => [width, url])) : null,
      )
      const expected = pageOf(rest).posts.map(({ sizes }) => sizes ?? null)
      expect.same(response, 'data.me.posts[].sizes', expected, got)
    },
  }),
  requestRule({
    id: 'graphql-post',
    level: 'must',
    section: '4.2',
    sentence: '`post` gives one post by its id.',
    definedAt: 'Query.post',
    needs: [posts(1)],
    requests: ({ posts: all }) =>
      Object.fromEntries(
        [all[0], all.at(-1)].flatMap((post) =>
          post ? [[post.id, graphql(`{ post(id: ${quoted(post.id)}) { id } }`)]] : [],
        ),
      ),
    judge(responses: Record<string, Exchange>, expect) {
      for (const [id, response] of Object.entries(responses))
        expect.same(response, '', { data: { post: { id } } }, objectOf(response))
    },
  }),
  requestRule({
    id: 'graphql-post-not-seen',
    level: 'must',
    section: '4.2',
    sentence: 'For a post that the key cannot see, `post` is null without an error.',
    definedAt: 'Query.post',
    requests: ({ posts: [first] }) => ({
      unknown: graphql('{ post(id: "no-such-post") { id } }'),
      empty: graphql('{ post(id: "") { id } }'),
      near: graphql(`{ post(id: ${quoted(`${first?.id ?? 1}0`)}) { id } }`),
    }),
    judge(responses, expect) {
      for (const response of Object.values(responses))
        expect.same(response, '', { data: { post: null } }, objectOf(response))
    },
  }),
]

interface SizedPost {
  sizes: { width: number; url: string }[] | null
}

/** A post of REST as GraphQL shows it, with its time comparable. */
export function asGraphql(post: Post): object {
  const { id, mediaType, caption, mediaUrl, thumbnailUrl } = post
  return { id, type: mediaType, caption, mediaUrl, thumbnailUrl, publishedAt: time(post) }
}

export function inMilliseconds(post: GraphqlPost): object {
  return { ...post, publishedAt: Date.parse(post.publishedAt) }
}
