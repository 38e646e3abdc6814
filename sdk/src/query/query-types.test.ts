import * as react from '@tanstack/react-query'
import * as vue from '@tanstack/vue-query'
import { describe, expectTypeOf, it } from 'vitest'
import { createFeed, type FeedPage, type MeOptions } from '../index.ts'
import {
  createFeedQueries,
  type FeedPageData,
  type FeedPageQueryOptions,
  type FeedPostsQueryOptions,
} from './index.ts'

const queries = createFeedQueries(createFeed({ baseUrl: 'https://feed.example', apiKey: '' }))

// Types are judged by tsc; nothing of this is called.
describe('the options are accepted as they are', () => {
  it('by React Query', () => {
    const page = () => react.useQuery(queries.me({ pageSize: 3 })).data
    expectTypeOf(page).returns.toEqualTypeOf<FeedPageData | undefined>()
    const suspended = () => react.useSuspenseQuery(queries.me()).data
    expectTypeOf(suspended).returns.toEqualTypeOf<FeedPageData>()
    const pages = () => react.useInfiniteQuery(queries.posts()).data
    type Pages = react.InfiniteData<FeedPageData>
    expectTypeOf(pages).returns.toEqualTypeOf<Pages | undefined>()
    const suspendedPages = () => react.useSuspenseInfiniteQuery(queries.posts()).data
    expectTypeOf(suspendedPages).returns.toEqualTypeOf<Pages>()
    const selected = () =>
      react.useInfiniteQuery({
        ...queries.posts({ type: 'VIDEO' }),
        staleTime: 60_000,
        maxPages: 3,
        select: ({ pages }) => pages.flatMap(({ posts }) => posts.map(({ id }) => id)),
      }).data
    expectTypeOf(selected).returns.toEqualTypeOf<string[] | undefined>()
    const wrapped = () => react.queryOptions(queries.me())
    expectTypeOf(wrapped).toBeFunction()
    const wrappedPages = () => react.infiniteQueryOptions(queries.posts())
    expectTypeOf(wrappedPages).toBeFunction()
  })

  it('by Vue Query', () => {
    const page = () => vue.useQuery(queries.me({ pageSize: 3 })).data.value
    expectTypeOf(page).returns.toEqualTypeOf<FeedPageData | undefined>()
    const pages = () => vue.useInfiniteQuery(queries.posts()).data.value?.pages
    expectTypeOf(pages).returns.toEqualTypeOf<FeedPageData[] | undefined>()
    const fromGetter = () => vue.useQuery(() => queries.me({ pageSize: 3 })).data.value?.posts
    expectTypeOf(fromGetter).returns.toEqualTypeOf<FeedPageData['posts'] | undefined>()
  })

  it.each([react.QueryClient, vue.QueryClient])('by the client', (QueryClient) => {
    const calls = (client: InstanceType<typeof QueryClient>) => {
      expectTypeOf(client.fetchQuery(queries.me())).resolves.toEqualTypeOf<FeedPageData>()
      expectTypeOf(client.prefetchQuery(queries.me())).resolves.toEqualTypeOf<void>()
      expectTypeOf(client.fetchInfiniteQuery(queries.posts()))
        .resolves.toHaveProperty('pages')
        .toEqualTypeOf<FeedPageData[]>()
      client.prefetchInfiniteQuery(queries.posts())
      client.prefetchInfiniteQuery({ ...queries.posts(), pages: 2 })
      client.ensureQueryData(queries.me())
      client.invalidateQueries({ queryKey: queries.posts().queryKey })
    }
    expectTypeOf(calls).toBeFunction()
  })
})

describe('what may be asked for', () => {
  it('is what `me` takes, but for what TanStack Query decides', () => {
    expectTypeOf<FeedPageQueryOptions>().toEqualTypeOf<Omit<MeOptions, 'signal'>>()
    expectTypeOf<FeedPostsQueryOptions>().toEqualTypeOf<Omit<MeOptions, 'signal' | 'cursor'>>()
    const calls = (signal: AbortSignal) => {
      // @ts-expect-error: a query's signal comes with each call of its function
      queries.me({ signal })
      // @ts-expect-error: the list begins at the first page
      queries.posts({ cursor: 'c' })
      // @ts-expect-error: the service has no such type
      queries.posts({ type: 'STORY' })
    }
    expectTypeOf(calls).toBeFunction()
  })

  it('comes back without methods', () => {
    expectTypeOf<keyof FeedPageData>().toEqualTypeOf<
      Exclude<keyof FeedPage, 'next' | 'previous' | 'response'>
    >()
  })
})
