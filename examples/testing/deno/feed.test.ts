import assert from 'node:assert/strict'
import { createMock } from '@photofeed/mock-server'
import { createFeed } from '@photofeed/sdk'

const baseUrl = 'https://photofeed.test'
const mock = createMock({ baseUrl })
const feedOf = (scenario: string) =>
  createFeed({ baseUrl, apiKey: mock.key(scenario), fetch: mock.fetch })

Deno.test.afterEach(() => {
  mock.verify()
  mock.reset()
})

Deno.test('reads the newest posts with their pictures', async () => {
  const { posts } = await feedOf('premium').me({ pageSize: 3 })
  const picture = await mock.fetch(posts[0]?.sizes?.['320'] ?? '')
  assert.equal(picture.headers.get('content-type'), 'image/jpeg')
})

Deno.test('retries while the service is unavailable', async () => {
  mock.fault('premium', { status: 503, retryAfter: 0, times: 1 })
  await feedOf('premium').me()
  assert.deepEqual(
    mock.requests.map(({ status }) => status),
    [503, 200],
  )
})

Deno.test('reports a broken connection', async () => {
  const { connection } = await feedOf('invalid-token').me()
  assert.equal(connection.stale, true)
})
