import { createMock } from '@photofeed/mock-server'
import { mswHandlers } from '@photofeed/mock-server/msw'
import { createFeed } from '@photofeed/sdk'
import { setupServer } from 'msw/node'

const baseUrl = 'https://photofeed.test'
const mock = createMock({ baseUrl })
const server = setupServer(...mswHandlers(mock))
const feedOf = (scenario) => createFeed({ baseUrl, apiKey: mock.key(scenario) })

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  mock.verify()
  mock.reset()
})
afterAll(() => server.close())

test('reads the newest posts', async () => {
  const { posts } = await feedOf('premium').me({ pageSize: 3 })
  expect(posts).toHaveLength(3)
})

test('reports a broken connection', async () => {
  const { connection } = await feedOf('invalid-token').me()
  expect(connection.stale).toBe(true)
})
