import { expect, onTestFinished, test } from 'vitest'
import { startMockServer } from '../../../mock-server/src/node.ts'
import { cachedFetch } from '../../src/entries/cache.ts'
import { createFeed, type FeedOptions, safe } from '../../src/entries/index.ts'

/** How the last page came from the cache. */
let source: string | undefined
const optionsOf = (store: Map<string, string>): Partial<FeedOptions> => ({
  fetch: cachedFetch({ store }),
  fetchOptions: { cache: 'no-cache' },
  onResponse: ({ headers }) => {
    source = headers['x-photofeed-cache']
  },
})

test('an app in Node goes on showing its last posts, with the connection, when the service stops', async () => {
  const mock = await startMockServer({ warnings: 'strict' })
  onTestFinished(() => mock.close().catch(() => {}))
  const values = new Map<string, string>()
  const service = { baseUrl: mock.url, apiKey: mock.key('invalid-token') }
  const feed = createFeed({ ...service, ...optionsOf(values) })
  const first = await feed.me({ pageSize: 3 })
  expect(source).toBeUndefined()
  await feed.me({ pageSize: 3 })
  expect(source).toBe('revalidated')
  await mock.close()

  // The app also starts again, with a store that it saved.
  const saved = new Map<string, string>(JSON.parse(JSON.stringify([...values])))
  for (const each of [feed, createFeed({ ...service, ...optionsOf(saved) })]) {
    const page = await each.me({ pageSize: 3 })
    expect(source).toBe('fallback')
    expect(page.posts).toEqual(first.posts)
    expect(page.connection).toEqual(first.connection)
    expect(page.connection.stale).toBe(true)
  }
  const other = feed.withOptions({ apiKey: mock.key('premium'), maxRetries: 0 })
  expect(await safe(other.me({ pageSize: 3 }))).toMatchObject({ error: { name: 'NetworkError' } })
})
