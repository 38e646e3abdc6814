const { createMock } = require('@photofeed/mock-server')
const { mswHandlers } = require('@photofeed/mock-server/msw')
const { createFeed } = require('@photofeed/sdk')
const { setupServer } = require('msw/node')

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
