import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { foreignPage } from './foreign-page.ts'

let mock: MockServer
let opened: Awaited<ReturnType<typeof foreignPage>>
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'strict' })
  opened = await foreignPage(`
    import { createGraphqlFeed } from './graphql/index.ts'
    import { createRssFeed } from './rss/index.ts'

    window.read = async (options) => {
      const page = await createGraphqlFeed(options).me({ pageSize: 2 })
      const { post } = await createGraphqlFeed(options).post(page.posts[0].id)
      const { items, connection } = await createRssFeed(options).rss()
      return {
        ids: page.posts.map(({ id }) => id),
        post: post.id,
        item: items[0].id,
        connection,
      }
    }
    window.fail = (options) => createGraphqlFeed(options).me().catch(({ name }) => name)
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

test('GraphQL and RSS are read from a page of another origin', async () => {
  const newest = expect.stringMatching(/^\d+$/)
  const answer = (await call('read', 'invalid-token')) as { ids: string[] }
  expect(answer).toEqual({
    ids: [newest, newest],
    post: answer.ids[0],
    item: answer.ids[0],
    connection: expect.objectContaining({ status: 'invalid_token', stale: true }),
  })
})

test('a refusal is told apart there too', async () => {
  expect(await call('fail', 'disconnected')).toBe('InvalidApiKeyError')
})
