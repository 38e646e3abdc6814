import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FeedDocument as GeneratedDocument } from '@photofeed/graphql/operations'
import type { Schemas } from '@photofeed/openapi'
import crossFetch from 'cross-fetch'
import ky from 'ky'
import nodeFetch from 'node-fetch'
import { ofetch } from 'ofetch'
import { fetch as undiciFetch } from 'undici'
import { describe, expectTypeOf, it } from 'vitest'
import {
  FeedDocument,
  type GraphQLError,
  type GraphQLResult,
  graphql,
  PostDocument,
  type TypedDocument,
} from './graphql.ts'
import type { ImageAttributes, ImageProps } from './images.ts'
import {
  type Account,
  ApiError,
  type Child,
  type Connection,
  createFeed,
  type ErrorCode,
  type Feed,
  type FeedAccount,
  type FeedErrorDetail,
  type FeedOptions,
  type FeedPage,
  type IncludeName,
  isPhotofeedError,
  type MeOptions,
  type MeRequest,
  type Pagination,
  type PhotofeedError,
  type Post,
  type PostComment,
  type RequestOptions,
  type Result,
  safe,
} from './index.ts'
import { type RssFeed, type RssItem, rss } from './rss.ts'

// tsc checks the types; nothing of this is called.
declare const feed: Feed

describe('resources', () => {
  it('are those of the contract', () => {
    expectTypeOf<Schemas['Child']>().toExtend<Child>()
    expectTypeOf<keyof Child>().toEqualTypeOf<keyof Schemas['Child']>()
    expectTypeOf<PostComment>().toEqualTypeOf<Schemas['Comment']>()
    expectTypeOf<Pagination>().toEqualTypeOf<Schemas['Pagination']>()
    expectTypeOf<Schemas['Account']>().toExtend<Account>()
    expectTypeOf<Schemas['Post']>().toExtend<Post>()
    expectTypeOf<keyof Account>().toEqualTypeOf<keyof Schemas['Account']>()
    expectTypeOf<keyof Post>().toEqualTypeOf<keyof Schemas['Post']>()
  })

  it('may have statuses and types that this version does not know', () => {
    expectTypeOf<'ready' | 'a_new_one'>().toExtend<Account['status']>()
    expectTypeOf<'IMAGE' | 'STORY'>().toExtend<Post['mediaType']>()
    // @ts-expect-error: text
    expectTypeOf<3>().toExtend<Post['mediaType']>()
  })

  it('are reached from the feed by name', () => {
    expectTypeOf(createFeed).returns.toEqualTypeOf<Feed>()
    expectTypeOf<Feed['withOptions']>().returns.toEqualTypeOf<Feed>()
    const calls = () => ({ me: feed.me(), account: feed.account(), posts: feed.posts() })
    type Calls = ReturnType<typeof calls>
    expectTypeOf<Calls['me']>().resolves.toEqualTypeOf<FeedPage>()
    expectTypeOf<Calls['account']>().resolves.toEqualTypeOf<FeedAccount>()
    expectTypeOf<Calls['posts']>().toExtend<AsyncIterable<Post>>()
    expectTypeOf<FeedPage['connection']>().toEqualTypeOf<Connection>()
  })
})

describe('options', () => {
  it('are those that the service accepts', () => {
    const accept = (_: MeOptions) => {}
    accept({ type: 'REELS', sort: '-published_at', include: ['comments'], format: 'webp' })
    accept({ publishedAfter: new Date(), publishedBefore: '2026-01-01', cursor: null })
    // @ts-expect-error: the service has no such type
    accept({ type: 'STORY' })
    // @ts-expect-error: lists only
    accept({ include: 'children' })
    // @ts-expect-error: the name on the wire is not ours
    accept({ 'page[size]': 12 })
    // @ts-expect-error: a number
    accept({ pageSize: '12' })
    // @ts-expect-error: a Date or text
    accept({ publishedAfter: 1767225600 })
  })

  it('may be undefined, also the cursors of a page', () => {
    expectTypeOf<{ cursor: undefined; signal: undefined }>().toExtend<MeOptions>()
    expectTypeOf<{ cursor: Pagination['nextCursor'] }>().toExtend<MeOptions>()
    expectTypeOf<MeRequest>().toExtend<MeOptions>()
    expectTypeOf<{ baseUrl: string; apiKey: string; fetch: undefined }>().toExtend<FeedOptions>()
    // @ts-expect-error: the key is required
    expectTypeOf<{ baseUrl: string }>().toExtend<FeedOptions>()
  })

  it('accept the fetch and the signals of any platform', () => {
    type Fetch = NonNullable<FeedOptions['fetch']>
    expectTypeOf<typeof globalThis.fetch>().toExtend<Fetch>()
    const all: Fetch[] = [undiciFetch, nodeFetch, crossFetch, ofetch.native]
    all.push((url, init) => ky(url, { ...init, throwHttpErrors: false, retry: 0 }))
    expectTypeOf(all).toBeArray()
    expectTypeOf<AbortSignal>().toExtend<NonNullable<RequestOptions['signal']>>()
  })
})

describe('include', () => {
  type WithChildren = Post & { children: Child[] }
  const isPremium = () => Math.random() > 2

  it('makes what it adds required', () => {
    const one = () => feed.me({ include: ['children'] })
    expectTypeOf(one).returns.resolves.toHaveProperty('posts').toExtend<WithChildren[]>()
    const both = () => feed.me({ include: ['children', 'comments'], pageSize: 3 })
    type Both = Post & { children: Child[]; comments: PostComment[] }
    expectTypeOf(both).returns.resolves.toHaveProperty('posts').toExtend<Both[]>()
    const walk = () =>
      feed
        .posts({ include: ['children'] })
        .filter(isPremium)
        .take(3)
    expectTypeOf(walk).returns.toExtend<AsyncIterable<WithChildren>>()
    const list = () => feed.posts({ include: ['children'] }).toArray({ limit: 3 })
    expectTypeOf(list).returns.resolves.toExtend<WithChildren[]>()
  })

  it('stays optional where the value is only known at run time', () => {
    const variable = (include: IncludeName[]) => feed.me({ include })
    expectTypeOf(variable).returns.resolves.toEqualTypeOf<FeedPage>()
    const given = (options: MeOptions) => feed.me(options)
    expectTypeOf(given).returns.resolves.toEqualTypeOf<FeedPage>()
    const conditional = () => feed.me({ include: isPremium() ? ['children'] : [] })
    type Conditional = Awaited<ReturnType<typeof conditional>>['posts'][number]
    expectTypeOf<Conditional['children']>().toEqualTypeOf<Child[] | undefined>()
    const missing = () => feed.me({ include: undefined })
    expectTypeOf(missing).returns.resolves.toEqualTypeOf<FeedPage>()
  })

  it('stays with the page before and after', () => {
    const next = async () => feed.next(await feed.me({ include: ['children'] }))
    type Page = NonNullable<Awaited<ReturnType<typeof next>>>
    expectTypeOf<Page['posts'][number]>().toExtend<WithChildren>()
    const fromJson = (page: FeedPage) => feed.previous(page)
    expectTypeOf(fromJson).returns.resolves.toEqualTypeOf<FeedPage | null>()
    // @ts-expect-error: a page, not its cursor
    const wrong = () => feed.next('cursor')
    expectTypeOf(wrong).toBeFunction()
  })

  it('narrows a filter with a type guard', () => {
    type Captioned = Post & { caption: string }
    const isCaptioned = (post: Post): post is Captioned => post.caption !== null
    const walk = () => feed.posts().filter(isCaptioned).toArray({ limit: 3 })
    expectTypeOf(walk).returns.resolves.toEqualTypeOf<Captioned[]>()
  })
})

describe('errors', () => {
  it('narrow a caught value', () => {
    const caught = null as unknown
    if (isPhotofeedError(caught)) expectTypeOf(caught).toEqualTypeOf<PhotofeedError>()
    if (isPhotofeedError(caught, 'INVALID_API_KEY')) {
      expectTypeOf(caught).toExtend<ApiError>()
      expectTypeOf(caught.code).toEqualTypeOf<'INVALID_API_KEY'>()
    }
    if (caught instanceof ApiError) expectTypeOf(caught.code).toEqualTypeOf<ErrorCode>()
  })

  it('have open codes, and the plain form of a detail', () => {
    expectTypeOf<'VALIDATION_ERROR' | 'A_NEW_ONE'>().toExtend<ErrorCode>()
    expectTypeOf<PhotofeedError['toJSON']>().returns.toEqualTypeOf<FeedErrorDetail>()
  })

  it('are part of a safe result', () => {
    const call = () => safe(feed.me())
    expectTypeOf(call).returns.resolves.toEqualTypeOf<Result<FeedPage>>()
    const read = (result: Result<FeedPage>) =>
      result.ok ? result.value.posts.length : result.error.hint
    expectTypeOf(read).returns.toEqualTypeOf<number | string>()
    // @ts-expect-error: check ok first
    const wrong = (result: Result<FeedPage>) => result.value
    expectTypeOf(wrong).toBeFunction()
  })
})

describe('graphql', () => {
  type Newest = { me: { username: string } | null }
  /** The form of the documents of gql.tada. */
  interface TadaDocument<Data, Variables> {
    readonly kind: 'Document'
    readonly definitions: readonly unknown[]
    __apiType?(variables: Variables): Data
    __ensureTypesOfVariablesAndResultMatching?(variables: Variables): Data
  }

  it('takes the types of a document, whichever form it has', () => {
    const own = () => graphql(feed, FeedDocument, { first: 3, orderBy: [] })
    expectTypeOf(own).returns.resolves.toHaveProperty('data').toHaveProperty('me')
    const asString = (document: typeof GeneratedDocument) => graphql(feed, document, { first: 3 })
    expectTypeOf(asString).returns.resolves.toHaveProperty('data').toHaveProperty('me')
    const asTree = (document: TypedDocumentNode<Newest, { first: number }>) =>
      graphql(feed, document, { first: 3 })
    expectTypeOf(asTree).returns.resolves.toEqualTypeOf<GraphQLResult<Newest>>()
    const asTada = (document: TadaDocument<Newest, { first: number }>) =>
      graphql(feed, document, { first: 3 })
    expectTypeOf(asTada).returns.resolves.toEqualTypeOf<GraphQLResult<Newest>>()
    expectTypeOf<TypedDocumentNode<Newest, { id: string }>>().toExtend<
      TypedDocument<Newest, { id: string }>
    >()
  })

  it('knows nothing of a string unless the caller declares its data', () => {
    const unknown = () => graphql(feed, '{ me { username } }')
    expectTypeOf(unknown).returns.resolves.toEqualTypeOf<GraphQLResult<unknown>>()
    const declared = () => graphql<Newest>(feed, 'query ($n: Int) { me { username } }', { n: 3 })
    expectTypeOf(declared).returns.resolves.toEqualTypeOf<GraphQLResult<Newest>>()
  })

  it('requires the variables that the document requires, and no others', () => {
    const calls = (options: RequestOptions, tada: TadaDocument<Newest, { first: number }>) => {
      graphql(feed, FeedDocument)
      graphql(feed, FeedDocument, undefined, options)
      graphql(feed, PostDocument, { id: '1' }, options)
      // @ts-expect-error: the id is required
      graphql(feed, PostDocument)
      // @ts-expect-error: the document has no such variable
      graphql(feed, PostDocument, { id: '1', first: 3 })
      // @ts-expect-error: a number
      graphql(feed, FeedDocument, { first: '3' })
      // @ts-expect-error: a number
      graphql(feed, tada, { first: '3' })
      // @ts-expect-error: not a document
      graphql(feed, 3)
      // @ts-expect-error: not a feed
      graphql({ baseUrl: '', apiKey: '' }, FeedDocument)
    }
    expectTypeOf(calls).toBeFunction()
    expectTypeOf<GraphQLResult<Newest>['connection']>().toEqualTypeOf<Connection | null>()
    expectTypeOf<GraphQLError>().toExtend<PhotofeedError>()
  })
})

describe('rss and images', () => {
  it('are typed', () => {
    expectTypeOf(rss).returns.resolves.toEqualTypeOf<RssFeed>()
    expectTypeOf<RssFeed['items']>().toEqualTypeOf<RssItem[]>()
    expectTypeOf<RssFeed['connection']>().toEqualTypeOf<Connection | null>()
    expectTypeOf<RssItem['title']>().toEqualTypeOf<string | null>()
    expectTypeOf<'video' | 'audio'>().toExtend<RssItem['media'][number]['medium']>()
    expectTypeOf<keyof ImageAttributes>().extract<'srcset'>().toEqualTypeOf<'srcset'>()
    expectTypeOf<ImageProps>().toExtend<React.ImgHTMLAttributes<HTMLImageElement>>()
  })
})
