import {
  dehydrate,
  hydrate,
  QueryClient,
  useInfiniteQuery,
  useQuery,
  VueQueryPlugin,
} from '@tanstack/vue-query'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSSRApp, defineComponent, effectScope, h, onServerPrefetch, ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { createFeed } from '../../src/entries/index.ts'
import { createFeedQueries } from '../../src/entries/query.ts'

let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'strict' })
})
beforeEach(() => mock.reset())
afterAll(() => mock.close())

function feedOf(scenario: string) {
  return createFeed({ baseUrl: mock.url, apiKey: mock.key(scenario) })
}

const options = { pageSize: 50, type: 'IMAGE' } as const

it('renders posts on the server, and in the browser from their state without a request', async () => {
  const queries = createFeedQueries(feedOf('premium'))
  const Captions = defineComponent(() => {
    const { data, hasNextPage, suspense } = useInfiniteQuery({
      ...queries.posts(options),
      staleTime: Number.POSITIVE_INFINITY,
    })
    onServerPrefetch(suspense)
    return () => {
      const posts = data.value?.pages.flatMap((page) => page.posts) ?? []
      return h('p', `${posts.length} posts, more: ${hasNextPage.value}`)
    }
  })
  const render = (queryClient: QueryClient) =>
    renderToString(createSSRApp(Captions).use(VueQueryPlugin, { queryClient }))

  const server = new QueryClient()
  expect(await render(server)).toBe('<p>50 posts, more: true</p>')
  expect(mock.requests).toHaveLength(1)
  expect(new URL(mock.requests[0]?.target ?? '', mock.url).searchParams.has('page[cursor]')).toBe(
    false,
  )

  const browser = new QueryClient()
  hydrate(browser, JSON.parse(JSON.stringify(dehydrate(server))))
  expect(await render(browser)).toBe('<p>50 posts, more: true</p>')
  expect(mock.requests).toHaveLength(1)
})

it('reads all pages', async () => {
  const expected = await feedOf('premium').posts(options).toArray({ limit: 1000 })
  const scope = effectScope()
  const ids = await scope.run(async () => {
    const queries = createFeedQueries(feedOf('premium'))
    const query = useInfiniteQuery(queries.posts(options), new QueryClient())
    await query.suspense()
    while (query.hasNextPage.value) await query.fetchNextPage()
    return query.data.value?.pages.flatMap(({ posts }) => posts.map(({ id }) => id))
  })
  scope.stop()
  expect(ids).toEqual(expected.map(({ id }) => id))
})

it('reads again when an option changes', async () => {
  const queries = createFeedQueries(feedOf('premium'))
  const pageSize = ref(2)
  const scope = effectScope()
  await scope.run(async () => {
    const { data } = useQuery(() => queries.me({ pageSize: pageSize.value }), new QueryClient())
    await expect.poll(() => data.value?.posts.length).toBe(2)
    pageSize.value = 3
    await expect.poll(() => data.value?.posts.length).toBe(3)
  })
  scope.stop()
})
