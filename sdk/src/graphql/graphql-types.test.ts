import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import {
  type FeedDocument,
  type FeedQuery,
  type FeedQueryVariables,
  PostDocument,
} from '@photofeed/graphql/operations'
import { describe, expectTypeOf, it } from 'vitest'
import type { Connection, MeOptions, Pagination, PhotofeedError, RequestOptions } from '../index.ts'
import {
  createGraphqlFeed,
  type GraphqlError,
  type GraphqlFeed,
  type GraphqlMeOptions,
  type GraphqlPage,
  type GraphqlPost,
  type GraphqlPosts,
  type GraphqlResult,
  type TypedDocument,
} from './index.ts'

type Newest = { me: { username: string } | null }

// Types are judged by tsc; nothing of this is called.
describe('graphql', () => {
  const feed = (): GraphqlFeed => createGraphqlFeed({ baseUrl: 'https://feed.example', apiKey: '' })

  it('takes the types of a generated document, whichever form it has', () => {
    const asString = (document: typeof FeedDocument) => feed().graphql(document, { first: 3 })
    expectTypeOf(asString).returns.resolves.toEqualTypeOf<GraphqlResult<FeedQuery>>()
    const asTree = (document: TypedDocumentNode<Newest, { first: number }>) =>
      feed().graphql(document, { first: 3 })
    expectTypeOf(asTree).returns.resolves.toEqualTypeOf<GraphqlResult<Newest>>()
    expectTypeOf<TypedDocumentNode<FeedQuery, FeedQueryVariables>>().toExtend<
      TypedDocument<FeedQuery, FeedQueryVariables>
    >()
  })

  it('knows nothing of a string, unless it is told', () => {
    const unknown = () => feed().graphql('{ me { username } }')
    expectTypeOf(unknown).returns.resolves.toEqualTypeOf<GraphqlResult<unknown>>()
    const told = () => feed().graphql<Newest>('query ($n: Int) { me { username } }', { n: 3 })
    expectTypeOf(told).returns.resolves.toEqualTypeOf<GraphqlResult<Newest>>()
  })

  it('asks for variables that the document requires, and for no others', () => {
    const calls = (free: typeof FeedDocument, options: RequestOptions) => {
      feed().graphql(free)
      feed().graphql(free, undefined, options)
      feed().graphql(PostDocument, { id: '1' }, options)
      // @ts-expect-error: the id is required
      feed().graphql(PostDocument)
      // @ts-expect-error: the document has no such variable
      feed().graphql(PostDocument, { id: '1', first: 3 })
      // @ts-expect-error: a number
      feed().graphql(free, { first: '3' })
      // @ts-expect-error: no document at all
      feed().graphql(3)
    }
    expectTypeOf(calls).toBeFunction()
  })
})

describe('the usual reads', () => {
  it('take the options of REST, but for what only REST can include', () => {
    expectTypeOf<GraphqlMeOptions>().toEqualTypeOf<Omit<MeOptions, 'include'>>()
    const accept = (_: GraphqlMeOptions) => {}
    accept({ type: 'REELS', sort: '-published_at', format: 'webp', publishedAfter: '2026-01-01' })
    // @ts-expect-error: children and comments come with `post`
    accept({ include: ['children'] })
    // @ts-expect-error: the schema's name is not ours
    accept({ first: 12 })
    // @ts-expect-error: text in ISO 8601
    accept({ publishedAfter: new Date() })
  })

  it('lead from the feed to its parts by name', () => {
    expectTypeOf(createGraphqlFeed).returns.toEqualTypeOf<GraphqlFeed>()
    expectTypeOf<GraphqlFeed['me']>().returns.resolves.toEqualTypeOf<GraphqlPage>()
    expectTypeOf<GraphqlFeed['posts']>().returns.toEqualTypeOf<GraphqlPosts>()
    expectTypeOf<GraphqlPosts>().toExtend<AsyncIterable<GraphqlPost>>()
    expectTypeOf<GraphqlPage['pagination']>().toEqualTypeOf<Pagination>()
    expectTypeOf<GraphqlPage['connection']>().toEqualTypeOf<Connection>()
    expectTypeOf<GraphqlResult<Newest>['connection']>().toEqualTypeOf<Connection | null>()
    expectTypeOf<GraphqlError>().toExtend<PhotofeedError>()
  })
})
