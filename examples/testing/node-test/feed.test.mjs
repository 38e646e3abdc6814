import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { createMock } from '@photofeed/mock-server'
import { mswHandlers } from '@photofeed/mock-server/msw'
import { createFeed } from '@photofeed/sdk'
import { setupServer } from 'msw/node'

const baseUrl = 'https://photofeed.test'
const mock = createMock({ baseUrl })
const server = setupServer(...mswHandlers(mock))
const feedOf = (scenario) => createFeed({ baseUrl, apiKey: mock.key(scenario) })

before(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  mock.verify()
  mock.reset()
})
after(() => server.close())

test('reads the newest posts', async () => {
  const { posts } = await feedOf('premium').me({ pageSize: 3 })
  assert.equal(posts.length, 3)
})

test('reports a broken connection', async () => {
  const { connection } = await feedOf('invalid-token').me()
  assert.equal(connection.stale, true)
})
