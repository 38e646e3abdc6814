import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { createFeed } from '../src/entries/index.ts'
import { foreignPage } from './support/foreign-page.ts'

let mock: MockServer
let opened: Awaited<ReturnType<typeof foreignPage>>
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'strict' })
  opened = await foreignPage(`
    import { createFeed } from './index.ts'
    import { FeedDocument, graphql, PostDocument } from './graphql.ts'
    import { rss } from './rss.ts'

    window.read = async (options) => {
      const feed = createFeed(options)
      const page = await feed.me({ pageSize: 2 })
      const next = await feed.next(page)
      const { data, connection } = await graphql(feed, FeedDocument, { first: 2 })
      const { data: { post } } = await graphql(feed, PostDocument, { id: data.me.posts[0].id })
      const { items } = await rss(feed)
      return {
        rest: page.posts.map(({ id }) => id),
        next: next.request,
        graphql: data.me.posts.map(({ id }) => id),
        post: post.id,
        item: items[0].id,
        connections: [page.connection, connection],
      }
    }
    window.fail = (options) => createFeed(options).me().catch((error) => error.toJSON())
  `)
})
afterAll(async () => {
  await opened?.close()
  await mock?.close()
})

const call = (name: 'read' | 'fail', scenario: string) =>
  opened.page.evaluate(
    ([name, options]) =>
      (window as unknown as Record<string, (options: unknown) => unknown>)[name]?.(options),
    [name, { baseUrl: mock.url, apiKey: mock.key(scenario) }] as const,
  )

test('REST, GraphQL and RSS are read from a page of another origin', async () => {
  const feed = createFeed({ baseUrl: mock.url, apiKey: mock.key('invalid-token') })
  const { posts, pagination, connection } = await feed.me({ pageSize: 2 })
  const ids = posts.map(({ id }) => id)
  expect(await call('read', 'invalid-token')).toEqual({
    rest: ids,
    next: { pageSize: 2, cursor: pagination.nextCursor },
    graphql: ids,
    post: ids[0],
    item: ids[0],
    connections: [connection, connection],
  })
  expect(connection).toMatchObject({ status: 'invalid_token', stale: true })
})

test('an error is read from a page of another origin', async () => {
  expect(await call('fail', 'disconnected')).toMatchObject({
    name: 'InvalidApiKeyError',
    code: 'INVALID_API_KEY',
    requestId: expect.stringMatching(/^mock-request-\d+$/),
  })
})
