import { type PlanName, plans, type Schemas } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { graphql, graphqlPath, me, type RequestSpec } from '../http/request-spec.ts'
import { same } from '../judging/finding.ts'
import { failsValidation, type GraphqlPost, meOf, meProblems } from '../judging/graphql-response.ts'
import { free, posts, premium, video } from '../judging/needs.ts'
import { objectOf, pageOf } from '../judging/responses.ts'
import { type Rule, requestRule } from '../judging/rule.ts'

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

const large = plans.premium.maximumPageSize * 10
const idsOf = (exchange: Exchange) => meOf(exchange).posts.map(({ id }) => id)
const restIds = (all: { id: string }[]) => all.map(({ id }) => id)

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
    judge: ({ response }) => meProblems(response),
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
    judge: ({ post, get }) => same(get, '', objectOf(post), objectOf(get)),
  }),
  requestRule({
    id: 'graphql-variables',
    level: 'must',
    section: '4.2',
    sentence: 'A query may have variables.',
    definedAt: '#/components/schemas/GraphqlRequest/properties/variables',
    needs: [posts(2)],
    requests: () => ({
      response: graphql(`query ($first: Int) { me(first: $first) { ${meFields} } }`, { first: 1 }),
    }),
    judge: ({ response }) => same(response, 'data.me.posts.length', 1, meOf(response).posts.length),
  }),
  ...(
    [
      ['premium', premium],
      ['free', free],
    ] as const
  ).map(([plan, need]) =>
    requestRule({
      id: `graphql-equals-rest-${plan}`,
      level: 'must',
      section: '4.2',
      sentence: `On ${plan === 'free' ? 'Free' : 'Premium'} me has the account and the posts of /api/v1/me.`,
      definedAt: 'Query.me',
      needs: [need, posts(2)],
      compares: true,
      requests: () => ({ rest: me(), response: read() }),
      judge({ rest, response }) {
        const page = pageOf(rest)
        const { username, posts: all, pagination } = meOf(response)
        return [
          ...same(response, 'data.me.username', page.username, username),
          ...same(response, 'data.me.posts', page.posts.map(asGraphql), all.map(inMilliseconds)),
          ...same(
            response,
            'data.me.pagination.perPage',
            page.pagination.perPage,
            pagination.perPage,
          ),
          ...same(
            response,
            'data.me.pagination.hasMore',
            page.pagination.hasMore,
            pagination.hasMore,
          ),
        ]
      },
    }),
  ),
  requestRule({
    id: 'graphql-first',
    level: 'must',
    section: '4.2',
    sentence: '`first` is the number of posts of a page.',
    definedAt: 'Query.me(first:)',
    needs: [posts(3)],
    compares: true,
    requests: () => ({ response: read('first: 2') }),
    judge: ({ response }, account) => [
      ...same(response, 'data.me.posts[].id', restIds(account.posts.slice(0, 2)), idsOf(response)),
      ...same(response, 'data.me.pagination.perPage', 2, meOf(response).pagination.perPage),
    ],
  }),
  ...(
    [
      ['premium', premium],
      ['free', free],
    ] as const
  ).map(([plan, need]) =>
    requestRule({
      id: `graphql-first-is-reduced-${plan}`,
      level: 'must',
      section: '4.2',
      sentence: `On ${plan === 'free' ? 'Free' : 'Premium'} a \`first\` above the plan's limit is reduced to it, not rejected.`,
      definedAt: 'Query.me(first:)',
      needs: [need],
      requests: () => ({ response: read(`first: ${large}`) }),
      judge: ({ response }) =>
        same(
          response,
          'data.me.pagination.perPage',
          plans[plan as PlanName].maximumPageSize,
          meOf(response).pagination.perPage,
        ),
    }),
  ),
  requestRule({
    id: 'graphql-first-below-one',
    level: 'assumed',
    section: '4.2',
    sentence: 'A `first` below 1 is a failed validation.',
    definedAt: 'Query.me(first:)',
    requests: () => ({ response: read('first: 0') }),
    judge: ({ response }) => failsValidation(response, 'first'),
  }),
  requestRule({
    id: 'graphql-cursor',
    level: 'must',
    section: '4.2',
    sentence: 'On Premium `cursor` leads to the next page.',
    definedAt: 'Query.me(cursor:)',
    needs: [premium, posts(7)],
    compares: true,
    requests: () => ({
      first: read('first: 3'),
      second: graphql(`query ($cursor: String) { me(first: 3, cursor: $cursor) { ${meFields} } }`, {
        cursor: '{first.data.me.pagination.nextCursor}',
      }),
    }),
    judge: ({ second }, account) =>
      same(second, 'data.me.posts[].id', restIds(account.posts.slice(3, 6)), idsOf(second)),
  }),
  requestRule({
    id: 'graphql-page-is-ignored',
    level: 'must',
    section: '9',
    sentence: 'The deprecated argument `page` is ignored.',
    definedAt: 'Query.me(page:)',
    needs: [posts(3)],
    compares: true,
    requests: () => ({ response: read('first: 2, page: 2') }),
    judge: ({ response }, account) =>
      same(response, 'data.me.posts[].id', restIds(account.posts.slice(0, 2)), idsOf(response)),
  }),
  requestRule({
    id: 'graphql-type',
    level: 'must',
    section: '4.2',
    sentence: '`type` filters as filter[type] does.',
    definedAt: 'Query.me(type:)',
    needs: [premium, video],
    compares: true,
    requests: () => ({
      rest: me({ 'filter[type]': 'VIDEO', 'page[size]': plans.premium.maximumPageSize }),
      response: read('type: "VIDEO"'),
    }),
    judge: ({ rest, response }) =>
      same(response, 'data.me.posts[].id', restIds(pageOf(rest).posts), idsOf(response)),
  }),
  requestRule({
    id: 'graphql-dates',
    level: 'assumed',
    section: '4.2',
    sentence:
      '`publishedAfter` and `publishedBefore` select the posts between two times, inclusive.',
    definedAt: 'Query.me(publishedBefore:)',
    needs: [posts(3)],
    compares: true,
    requests: ({ posts: [, second, third] }) => ({
      response: read(
        `first: 2, publishedAfter: "${third?.timestamp}", publishedBefore: "${second?.timestamp}"`,
      ),
    }),
    judge({ response }, { posts: all }) {
      const [, second, third] = all.map(({ timestamp }) => Date.parse(timestamp))
      const selected = all.filter(({ timestamp }) => {
        const time = Date.parse(timestamp)
        return time >= Number(third) && time <= Number(second)
      })
      return same(response, 'data.me.posts[].id', restIds(selected.slice(0, 2)), idsOf(response))
    },
  }),
  requestRule({
    id: 'graphql-order-by',
    level: 'assumed',
    section: '4.2',
    sentence: '`orderBy` with the column PUBLISHED_AT and ASC is oldest first.',
    definedAt: 'Query.me(orderBy:)',
    needs: [premium, posts(3)],
    compares: true,
    requests: () => ({
      rest: me({ sort: 'published_at', 'page[size]': 3 }),
      response: read('first: 3, orderBy: [{ column: PUBLISHED_AT, order: ASC }]'),
    }),
    judge: ({ rest, response }) =>
      same(response, 'data.me.posts[].id', restIds(pageOf(rest).posts), idsOf(response)),
  }),
  requestRule({
    id: 'graphql-post',
    level: 'must',
    section: '4.2',
    sentence: '`post` gives one post by its id.',
    definedAt: 'Query.post',
    needs: [posts(1)],
    requests: ({ posts: [first] }) => ({
      response: graphql(`{ post(id: ${JSON.stringify(first?.id)}) { id } }`),
    }),
    judge: ({ response }, { posts: [first] }) =>
      same(
        response,
        'data.post',
        { id: first?.id },
        (objectOf(response).data as { post?: unknown } | null | undefined)?.post,
      ),
  }),
  requestRule({
    id: 'graphql-post-not-seen',
    level: 'must',
    section: '4.2',
    sentence: 'For a post that the key cannot see, `post` is null without an error.',
    definedAt: 'Query.post',
    requests: () => ({ response: graphql('{ post(id: "no-such-post") { id } }') }),
    judge: ({ response }) => same(response, '', { data: { post: null } }, objectOf(response)),
  }),
]

/** A post of REST as GraphQL shows it, with its time comparable. */
export function asGraphql({
  id,
  mediaType,
  caption,
  mediaUrl,
  thumbnailUrl,
  timestamp,
}: Schemas['Post']): object {
  return {
    id,
    type: mediaType,
    caption,
    mediaUrl,
    thumbnailUrl,
    publishedAt: Date.parse(timestamp),
  }
}

export function inMilliseconds(post: GraphqlPost): object {
  return { ...post, publishedAt: Date.parse(post.publishedAt) }
}
