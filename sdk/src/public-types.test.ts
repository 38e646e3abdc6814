import type { Schemas } from '@photofeed/openapi'
import { describe, expectTypeOf, it } from 'vitest'
import {
  type Account,
  ApiError,
  type Child,
  type Comment,
  type Connection,
  createFeed,
  type ErrorCode,
  type Feed,
  type FeedOptions,
  type FeedPage,
  isPhotofeedError,
  type MeOptions,
  type Pagination,
  type PhotofeedError,
  type Post,
} from './index.ts'

// Types are judged by tsc; vitest only runs the file.
describe('the public types', () => {
  it('are the resources of the contract', () => {
    expectTypeOf<Account>().toEqualTypeOf<Schemas['Account']>()
    expectTypeOf<Post>().toEqualTypeOf<Schemas['Post']>()
    expectTypeOf<Child>().toEqualTypeOf<Schemas['Child']>()
    expectTypeOf<Comment>().toEqualTypeOf<Schemas['Comment']>()
    expectTypeOf<Pagination>().toEqualTypeOf<Schemas['Pagination']>()
  })

  it('refuse what the service would refuse', () => {
    const accept = (_: MeOptions) => {}
    accept({ type: 'REELS', sort: '-published_at', include: ['comments'], format: 'webp' })
    // @ts-expect-error: the service has no such type
    accept({ type: 'STORY' })
    // @ts-expect-error: array syntax only
    accept({ include: 'children' })
    // @ts-expect-error: the name on the wire is not ours
    accept({ 'page[size]': 12 })
    // @ts-expect-error: a number
    accept({ pageSize: '12' })
  })

  it('allow undefined for what may be left out', () => {
    expectTypeOf<{ cursor: undefined; signal: undefined }>().toExtend<MeOptions>()
    expectTypeOf<{
      baseUrl: string
      apiKey: string
      fetch: undefined
    }>().toExtend<FeedOptions>()
    // @ts-expect-error: the key is not optional
    expectTypeOf<{ baseUrl: string }>().toExtend<FeedOptions>()
  })

  it('accept the fetch of any platform', () => {
    expectTypeOf<typeof globalThis.fetch>().toExtend<NonNullable<FeedOptions['fetch']>>()
  })

  it('lead from the feed to its parts by name', () => {
    expectTypeOf(createFeed).returns.toEqualTypeOf<Feed>()
    expectTypeOf<Feed['me']>().returns.resolves.toEqualTypeOf<FeedPage>()
    expectTypeOf<FeedPage['next']>().returns.resolves.toEqualTypeOf<FeedPage | null>()
    expectTypeOf<FeedPage['connection']>().toEqualTypeOf<Connection>()
    expectTypeOf<ReturnType<Feed['posts']>>().toExtend<AsyncIterable<Post>>()
  })

  it('narrow a caught value', () => {
    const caught: unknown = null
    if (isPhotofeedError(caught)) expectTypeOf(caught).toEqualTypeOf<PhotofeedError>()
    if (caught instanceof ApiError) expectTypeOf(caught.code).toEqualTypeOf<ErrorCode>()
    expectTypeOf<'VALIDATION_ERROR' | 'A_NEW_ONE'>().toExtend<ErrorCode>()
  })
})
