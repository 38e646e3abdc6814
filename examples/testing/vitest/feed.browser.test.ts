import { createMock } from '@photofeed/mock-server'
import { startMockWorker } from '@photofeed/mock-server/browser'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import '@photofeed/element'

const mock = createMock({ baseUrl: 'https://photofeed.test' })
let worker: Awaited<ReturnType<typeof startMockWorker>>

beforeAll(async () => {
  worker = await startMockWorker(mock)
})
afterEach(() => {
  document.body.replaceChildren()
  mock.verify()
  mock.reset()
})
afterAll(() => worker.stop())

function showFeed(scenario: string) {
  const element = document.createElement('photo-feed')
  element.setAttribute('src', 'https://photofeed.test')
  element.setAttribute('api-key', mock.key(scenario))
  document.body.append(element)
  return element
}

test('shows pictures', async () => {
  const element = showFeed('premium')
  await expect
    .poll(() => element.shadowRoot?.querySelector('img')?.naturalWidth ?? 0)
    .toBeGreaterThan(0)
})

test('says that a feed has no posts', async () => {
  const element = showFeed('empty')
  await expect.poll(() => element.shadowRoot?.textContent).toContain('No posts yet')
})
