// Queries of GraphQL, and what they select by the posts of REST.
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { graphql, type Query, type RequestSpec } from '../http/request-spec.ts'
import type { Expect } from './expect.ts'
import { type Post, pageSize, selected, time } from './feed.ts'
import { type GraphqlPost, meOf } from './graphql-response.ts'

/** Every field of `me` that the specification names. */
export const meFields = `username
  posts { id type caption mediaUrl thumbnailUrl publishedAt }
  pagination { nextCursor prevCursor hasMore perPage }`

/** A query for all of them, with arguments as they are written in one. */
export function everything(args = ''): string {
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

/** A post of REST as GraphQL shows it, with its time comparable. */
export function asGraphql(post: Post): object {
  const { id, mediaType, caption, mediaUrl, thumbnailUrl } = post
  return { id, type: mediaType, caption, mediaUrl, thumbnailUrl, publishedAt: time(post) }
}

export function inMilliseconds(post: GraphqlPost): object {
  return { ...post, publishedAt: Date.parse(post.publishedAt) }
}
