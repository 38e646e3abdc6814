import { afterEach, expect, test } from 'bun:test'
import { createMock } from '@photofeed/mock-server'
import { createFeed } from '@photofeed/sdk'

const baseUrl = 'https://photofeed.test'
const mock = createMock({ baseUrl })
const feedOf = (scenario: string) =>
  createFeed({ baseUrl, apiKey: mock.key(scenario), fetch: mock.fetch })

afterEach(() => {
  mock.verify()
  mock.reset()
})

test('reads the newest posts with their pictures', async () => {
  const { posts } = await feedOf('premium').me({ pageSize: 3 })
  const picture = await mock.fetch(posts[0]?.sizes?.['320'] ?? '')
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
})

test('retries while the service is unavailable', async () => {
  mock.fault('premium', { status: 503, retryAfter: 0, times: 1 })
  await feedOf('premium').me()
  expect(mock.requests.map(({ status }) => status)).toEqual([503, 200])
})

test('reports a broken connection', async () => {
  const { connection } = await feedOf('invalid-token').me()
  expect(connection.stale).toBe(true)
})
