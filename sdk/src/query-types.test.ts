import * as react from '@tanstack/react-query'
import * as vue from '@tanstack/vue-query'
import { describe, expectTypeOf, it } from 'vitest'
import {
  type Child,
  createFeed,
  type FeedAccount,
  type FeedPage,
  type MeOptions,
  type RequestOptions,
} from './index.ts'
import {
  type AccountQueryOptions,
  createFeedQueries,
  type PageQueryOptions,
  type PostsQueryOptions,
} from './tanstack-query.ts'

const queries = createFeedQueries(createFeed({ baseUrl: 'https://feed.example', apiKey: '' }))
type Pages = react.InfiniteData<FeedPage, string | null>

// tsc checks the types; nothing of this is called.
describe('query options are accepted as they are', () => {
  it('by React Query', () => {
    const page = () => react.useQuery(queries.me({ pageSize: 3 })).data
    expectTypeOf(page).returns.toEqualTypeOf<FeedPage | undefined>()
    const suspended = () => react.useSuspenseQuery(queries.me()).data
    expectTypeOf(suspended).returns.toEqualTypeOf<FeedPage>()
    const account = () => react.useQuery(queries.account()).data
    expectTypeOf(account).returns.toEqualTypeOf<FeedAccount | undefined>()
    const posts = () =>
      react.useInfiniteQuery(queries.posts()).data?.pages.flatMap((each) => each.posts)
    expectTypeOf(posts).returns.toEqualTypeOf<FeedPage['posts'] | undefined>()
    const suspendedPages = () => react.useSuspenseInfiniteQuery(queries.posts()).data.pages
    expectTypeOf(suspendedPages).returns.toEqualTypeOf<FeedPage[]>()
    const selected = () =>
      react.useInfiniteQuery({
        ...queries.posts({ type: 'VIDEO' }),
        staleTime: 60_000,
        maxPages: 3,
        select: ({ pages }) => pages.flatMap((each) => each.posts.map(({ id }) => id)),
      }).data
    expectTypeOf(selected).returns.toEqualTypeOf<string[] | undefined>()
    expectTypeOf(() => react.queryOptions(queries.me())).toBeFunction()
    expectTypeOf(() => react.infiniteQueryOptions(queries.posts())).toBeFunction()
  })

  it('by Vue Query', () => {
    const page = () => vue.useQuery(queries.me({ pageSize: 3 })).data.value
    expectTypeOf(page).returns.toEqualTypeOf<FeedPage | undefined>()
    const pages = () => vue.useInfiniteQuery(queries.posts()).data.value?.pages
    expectTypeOf(pages).returns.toEqualTypeOf<FeedPage[] | undefined>()
    const fromGetter = () => vue.useQuery(() => queries.me({ pageSize: 3 })).data.value?.posts
    expectTypeOf(fromGetter).returns.toEqualTypeOf<FeedPage['posts'] | undefined>()
  })

  it.each([react.QueryClient, vue.QueryClient])('by the client', (QueryClient) => {
    const calls = (client: InstanceType<typeof QueryClient>) => {
      expectTypeOf(client.fetchQuery(queries.me())).resolves.toEqualTypeOf<FeedPage>()
      expectTypeOf(client.prefetchQuery(queries.me())).resolves.toEqualTypeOf<void>()
      expectTypeOf(client.fetchInfiniteQuery(queries.posts()))
        .resolves.toHaveProperty('pages')
        .toEqualTypeOf<FeedPage[]>()
      client.prefetchInfiniteQuery(queries.posts())
      client.prefetchInfiniteQuery({ ...queries.posts(), pages: 2 })
      client.ensureQueryData(queries.me())
      client.invalidateQueries({ queryKey: queries.posts().queryKey })
    }
    expectTypeOf(calls).toBeFunction()
  })
})

describe('a query key', () => {
  it('knows the type of the cached data', () => {
    const read = (client: react.QueryClient) => ({
      page: client.getQueryData(queries.me().queryKey),
      account: client.getQueryData(queries.account().queryKey),
      pages: client.getQueryData(queries.posts({ pageSize: 3 }).queryKey),
      album: client.getQueryData(queries.me({ include: ['children'] }).queryKey),
    })
    expectTypeOf(read).returns.toHaveProperty('page').toEqualTypeOf<FeedPage | undefined>()
    expectTypeOf(read).returns.toHaveProperty('account').toEqualTypeOf<FeedAccount | undefined>()
    expectTypeOf(read).returns.toHaveProperty('pages').toEqualTypeOf<Pages | undefined>()
    type Album = NonNullable<ReturnType<typeof read>['album']>
    expectTypeOf<Album['posts'][number]['children']>().toEqualTypeOf<Child[]>()
  })
})

describe('the options of a query', () => {
  it('are those of the feed, but for what TanStack Query decides', () => {
    expectTypeOf<PageQueryOptions>().toEqualTypeOf<Omit<MeOptions, 'signal'>>()
    expectTypeOf<PostsQueryOptions>().toEqualTypeOf<Omit<MeOptions, 'signal' | 'cursor'>>()
    expectTypeOf<AccountQueryOptions>().toEqualTypeOf<Omit<RequestOptions, 'signal'>>()
    const calls = (signal: AbortSignal) => {
      // @ts-expect-error: TanStack Query passes a signal to each call
      queries.me({ signal })
      // @ts-expect-error: the list begins at the first page
      queries.posts({ cursor: 'c' })
      // @ts-expect-error: the service has no such type
      queries.posts({ type: 'STORY' })
    }
    expectTypeOf(calls).toBeFunction()
  })
})
