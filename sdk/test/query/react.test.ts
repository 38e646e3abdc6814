import {
  CancelledError,
  dehydrate,
  HydrationBoundary,
  hydrate,
  InfiniteQueryObserver,
  QueryClient,
  QueryClientProvider,
  QueryObserver,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { createFeed, InternalServerError } from '../../src/entries/index.ts'
import { createFeedQueries } from '../../src/entries/query.ts'
import { catchError, fakeFetch, silent } from '../support/fake-fetch.ts'

let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'strict' })
})
beforeEach(() => mock.reset())
afterAll(() => mock.close())

function feedOf(scenario: string) {
  return createFeed({ baseUrl: mock.url, apiKey: mock.key(scenario), maxRetries: 0 })
}

/** Returns the query of each request without the key. */
function queriesSent() {
  return mock.requests.map(({ target }) => {
    const { searchParams } = new URL(target, mock.url)
    searchParams.delete('api_key')
    return Object.fromEntries(searchParams)
  })
}

const options = { pageSize: 50, type: 'IMAGE' } as const

describe('an infinite query', () => {
  it('reads all pages', async () => {
    const expected = await feedOf('premium').posts(options).toArray({ limit: 1000 })
    mock.reset()
    const client = new QueryClient()
    const observer = new InfiniteQueryObserver(
      client,
      createFeedQueries(feedOf('premium')).posts(options),
    )
    const unsubscribe = observer.subscribe(() => {})
    await observer.refetch()
    let result = observer.getCurrentResult()
    while (result.hasNextPage) result = await result.fetchNextPage()
    unsubscribe()
    expect(result.data?.pages.flatMap(({ posts }) => posts)).toEqual(expected)
    const [first, ...others] = queriesSent()
    const filter = { 'page[size]': '50', 'filter[type]': 'IMAGE' }
    expect(first).toEqual(filter)
    expect(others).toEqual(
      result.data?.pageParams.slice(1).map((cursor) => ({ ...filter, 'page[cursor]': cursor })),
    )
    expect(others.length).toBeGreaterThan(1)
  })

  it('goes back where maxPages has removed pages', async () => {
    const client = new QueryClient()
    const queries = createFeedQueries(feedOf('premium'))
    const observer = new InfiniteQueryObserver(client, { ...queries.posts(options), maxPages: 1 })
    const unsubscribe = observer.subscribe(() => {})
    await observer.refetch()
    const first = observer.getCurrentResult()
    expect(first.hasPreviousPage).toBe(false)
    const second = await first.fetchNextPage()
    expect(second.data?.pages).toHaveLength(1)
    const back = await second.fetchPreviousPage()
    unsubscribe()
    expect(back.data?.pages[0]?.posts).toEqual(first.data?.pages[0]?.posts)
  })

  it('is rendered on the server, and continues in the browser from its JSON', async () => {
    const server = new QueryClient()
    const queries = createFeedQueries(feedOf('premium'))
    await server.infiniteQuery({ ...queries.posts(options), pages: 2 })
    expect(queriesSent()).toHaveLength(2)
    const state = JSON.parse(JSON.stringify(dehydrate(server)))
    expect(JSON.stringify(state)).not.toContain(mock.key('premium'))

    function Captions() {
      const { data, hasNextPage } = useInfiniteQuery({
        ...queries.posts(options),
        staleTime: Number.POSITIVE_INFINITY,
      })
      const posts = data?.pages.flatMap((page) => page.posts) ?? []
      return createElement('p', null, `${posts.length} posts, more: ${hasNextPage}`)
    }
    const html = renderToString(
      createElement(
        QueryClientProvider,
        { client: new QueryClient() },
        createElement(HydrationBoundary, { state }, createElement(Captions)),
      ),
    )
    expect(html).toBe('<p>100 posts, more: true</p>')
    expect(queriesSent()).toHaveLength(2)

    mock.reset()
    const browser = new QueryClient()
    hydrate(browser, state)
    const { queryKey } = queries.posts(options)
    expect(browser.getQueryData(queryKey)).toStrictEqual(server.getQueryData(queryKey))
    const observer = new InfiniteQueryObserver(browser, queries.posts(options))
    const unsubscribe = observer.subscribe(() => {})
    await observer.refetch()
    unsubscribe()
    expect(queriesSent().map((query) => 'page[cursor]' in query)).toEqual([false, true])
  })
})

describe('a query', () => {
  it('has the broken connection, also after JSON', async () => {
    const queries = createFeedQueries(feedOf('invalid-token'))
    const server = new QueryClient()
    const page = await server.fetchQuery(queries.me({ pageSize: 1 }))
    expect(page.connection).toMatchObject({ status: 'invalid_token', stale: true })
    const browser = new QueryClient()
    hydrate(browser, JSON.parse(JSON.stringify(dehydrate(server))))
    expect(browser.getQueryData(queries.me({ pageSize: 1 }).queryKey)).toStrictEqual(page)
  })

  it('keeps equal data when it is fetched again', async () => {
    const client = new QueryClient()
    const { me } = createFeedQueries(feedOf('premium'))
    const { queryKey } = me({ pageSize: 1 })
    await client.fetchQuery(me({ pageSize: 1 }))
    const first = client.getQueryData(queryKey)
    await client.fetchQuery(me({ pageSize: 1 }))
    expect(client.getQueryData(queryKey)).toBe(first)
    expect(queriesSent()).toHaveLength(2)
  })

  it('leaves retries to the SDK', async () => {
    const client = new QueryClient()
    const { me } = createFeedQueries(feedOf('server-error'))
    const observer = new QueryObserver(client, me())
    const settled = new Promise((resolve) => {
      observer.subscribe(({ error }) => error && resolve(error))
    })
    expect(await settled).toBeInstanceOf(InternalServerError)
    expect(queriesSent()).toHaveLength(1)
  })

  it('aborts its request when it is canceled', async () => {
    const service = fakeFetch(silent)
    const feed = createFeed({ baseUrl: mock.url, apiKey: mock.key('slow'), fetch: service.fetch })
    const client = new QueryClient()
    const { me } = createFeedQueries(feed)
    const observed = catchError(client.fetchQuery(me()))
    await expect.poll(() => service.requests).toHaveLength(1)
    await client.cancelQueries({ queryKey: me().queryKey })
    expect(await observed).toBeInstanceOf(CancelledError)
    expect(service.requests.map(({ init }) => init.signal.aborted)).toEqual([true])
  })
})
