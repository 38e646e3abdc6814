import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import type { FeedOptions, FeedPage } from '../../src/entries/index.ts'
import { foreignPage } from '../support/foreign-page.ts'

type Page = FeedPage & { source?: string }
type Read = (service: FeedOptions) => Promise<Page>

let mock: MockServer
let service: FeedOptions
let opened: Awaited<ReturnType<typeof foreignPage>>
beforeEach(async () => {
  mock = await startMockServer({ warnings: 'strict' })
  service = { baseUrl: mock.url, apiKey: mock.key('invalid-token') }
  opened = await foreignPage(`
    import { cachedFetch } from './cache.ts'
    import { createFeed } from './index.ts'

    const localStore = {
      get: (key) => localStorage.getItem(key),
      set: (key, value) => localStorage.setItem(key, value),
      delete: (key) => localStorage.removeItem(key),
    }
    const store = typeof localStorage === 'undefined' ? new Map() : localStore
    const fetch = cachedFetch({ store })
    self.read = async (service) => {
      let source
      const onResponse = ({ headers }) => {
        source = headers['x-photofeed-cache']
      }
      const feed = createFeed({ ...service, fetch, onResponse })
      const page = await feed.me({ pageSize: 3, fetchOptions: { cache: 'no-cache' } })
      return { ...page, source }
    }
    self.onmessage = async ({ data }) => {
      if (!data.baseUrl) return
      self.postMessage(await read(data).catch((error) => error.toJSON()))
    }
  `)
})
afterEach(async () => {
  await opened?.close()
  await mock?.close().catch(() => {})
})

const expectLastPosts = (last: Page, first: Page) => {
  expect(last.source).toBe('fallback')
  expect(last.posts).toEqual(first.posts)
  expect(last.connection).toEqual(first.connection)
  expect(last.connection.stale).toBe(true)
}

test('an app in a browser goes on showing its last posts when the service stops, also after a reload', async () => {
  const read = () =>
    opened.page.evaluate((service) => (window as unknown as { read: Read }).read(service), service)
  const first = await read()
  expect(first.posts).toHaveLength(3)
  expect(first.source).toBeUndefined()
  await mock.close()
  expectLastPosts(await read(), first)
  await opened.reload()
  expectLastPosts(await read(), first)
  const stored = await opened.page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toContain(service.apiKey)
})

test('a web worker goes on returning its last posts when the service stops', async () => {
  const worker = await opened.startWorker()
  const read = () =>
    worker.evaluate(
      (worker, service) =>
        new Promise<Page>((resolve) => {
          worker.onmessage = ({ data }) => resolve(data)
          worker.postMessage(service)
        }),
      service,
    )
  const first = await read()
  expect(first.posts).toHaveLength(3)
  await mock.close()
  expectLastPosts(await read(), first)
})
