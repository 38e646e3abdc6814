import { setupMock } from '@photofeed/mock-server/vitest'
import { createFeed } from '@photofeed/sdk'
import { expect, test } from 'vitest'

const baseUrl = 'https://photofeed.test'
const mock = setupMock({ baseUrl })
const feedOf = (scenario: string) => createFeed({ baseUrl, apiKey: mock.key(scenario) })

test('reads the newest posts with their pictures', async () => {
  const { posts } = await feedOf('premium').me({ pageSize: 3 })
  expect(posts).toHaveLength(3)
  const picture = await fetch(posts[0]?.sizes?.['320'] ?? '')
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
})

test('reports a broken connection', async () => {
  const { connection } = await feedOf('invalid-token').me()
  expect(connection.stale).toBe(true)
})

test('retries while the service is unavailable', async () => {
  mock.fault('premium', { status: 503, retryAfter: 0, times: 1 })
  await feedOf('premium').me()
  expect(mock.requests.map(({ status }) => status)).toEqual([503, 200])
  expect(mock).toHaveRequested('me', { times: 2 })
})

test('rejects a key that was replaced', async () => {
  const before = feedOf('premium')
  mock.transition('premium', 'regenerate')
  await expect(before.me()).rejects.toThrow('API key')
  expect((await feedOf('premium').me({ pageSize: 3 })).posts).toHaveLength(3)
})

test('polls until an import is finished', async () => {
  mock.transition('importing', 'finish-import', { afterRequests: 2 })
  const statuses: string[] = []
  for (const _ of [1, 2, 3]) {
    statuses.push((await feedOf('importing').account()).connection.status)
  }
  expect(statuses).toEqual(['importing', 'importing', 'ready'])
})
