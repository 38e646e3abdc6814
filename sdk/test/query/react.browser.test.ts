import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { createFeed } from '../../src/entries/index.ts'
import { foreignPage } from '../support/foreign-page.ts'

let mock: MockServer
let opened: Awaited<ReturnType<typeof foreignPage>>
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'strict' })
  opened = await foreignPage(`
    import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
    import { createElement as h } from 'react'
    import { createRoot } from 'react-dom/client'
    import { createFeed } from './index.ts'
    import { createFeedQueries } from './query.ts'

    function Posts({ queries }) {
      const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(queries.posts({ pageSize: 100 }))
      if (!data) return 'Loading'
      const posts = data.pages.flatMap((page) => page.posts)
      return [
        h('ol', { key: 'posts' }, posts.map(({ id }) => h('li', { key: id }, id))),
        hasNextPage && h('button', { key: 'more', onClick: () => fetchNextPage() }, 'More'),
      ]
    }
    window.show = (options) => {
      const queries = createFeedQueries(createFeed(options))
      createRoot(document.querySelector('main')).render(
        h(QueryClientProvider, { client: new QueryClient() }, h(Posts, { queries })),
      )
    }
  `)
})
afterAll(async () => {
  await opened?.close()
  await mock?.close()
})

test('a button adds pages until the feed ends', async () => {
  const options = { baseUrl: mock.url, apiKey: mock.key('premium') }
  const { page } = opened
  await page.evaluate(
    (options) => (window as unknown as { show(options: unknown): void }).show(options),
    options,
  )
  for (const shown of [100, 200]) {
    await page.waitForFunction((count) => document.querySelectorAll('li').length === count, shown)
    await page.getByRole('button', { name: 'More' }).click()
  }
  await page.waitForFunction(() => !document.querySelector('button'))
  const all = await createFeed(options).posts().toArray({ limit: 1000 })
  expect(await page.getByRole('listitem').allTextContents()).toEqual(all.map(({ id }) => id))
})
