import { expect, onTestFinished, test, vi } from 'vitest'
import { createMock, mockEpoch } from '../../src/index.ts'

const day = 86_400_000
const baseUrl = 'https://photofeed.test'

/** The dates of the first page of an account, in milliseconds. */
async function datesOf(options: object, scenario = 'premium') {
  const mock = createMock(options)
  const url = `${baseUrl}/api/v1/me?api_key=${mock.key(scenario)}&include[]=comments`
  const { lastFetchAt, posts } = await (await mock.fetch(url)).json()
  const comments = posts.flatMap((post: { comments: { timestamp: string }[] }) => post.comments)
  return {
    lastFetchAt: Date.parse(lastFetchAt),
    posts: posts.map(({ timestamp }: { timestamp: string }) => Date.parse(timestamp)),
    comments: comments.map(({ timestamp }: { timestamp: string }) => Date.parse(timestamp)),
  }
}

test('fixed dates are those of the documented time, whatever the clock', async () => {
  const dates = await datesOf({ clock: () => Date.UTC(2028, 1, 3) })
  expect(dates).toEqual(await datesOf({ clock: () => mockEpoch }))
  expect(dates.lastFetchAt).toBe(mockEpoch)
  expect(dates.posts[0]).toBe(Date.UTC(2026, 10, 18, 17, 42, 10))
  expect(Math.max(...dates.posts, ...dates.comments)).toBeLessThan(mockEpoch)
})

test.each([Date.UTC(2020, 4, 1), Date.UTC(2031, 0, 1, 12)])(
  'relative dates are as long before the start at %d',
  async (now) => {
    const move = (dates: number[]) => dates.map((date) => date + now - mockEpoch)
    for (const scenario of ['premium', 'invalid-token']) {
      const fixed = await datesOf({}, scenario)
      const dates = await datesOf({ clock: () => now, dates: 'relative' }, scenario)
      expect(dates).toEqual({
        lastFetchAt: fixed.lastFetchAt + now - mockEpoch,
        posts: move(fixed.posts),
        comments: move(fixed.comments),
      })
    }
  },
)

test('transitions follow fake timers that start after the mock', async () => {
  const mock = createMock()
  const url = `${baseUrl}/api/v1/me?api_key=${mock.key('premium')}`
  vi.useFakeTimers({ toFake: ['Date'], now: mockEpoch + 7 * day })
  onTestFinished(() => void vi.useRealTimers())
  mock.transition('premium', 'refresh')
  const { lastFetchAt } = await (await mock.fetch(url)).json()
  expect(Date.parse(lastFetchAt)).toBe(mockEpoch + 7 * day)
})

test('a published post is the newest, also with a clock behind the dates', async () => {
  for (const now of [mockEpoch - 100 * day, mockEpoch + 5 * day]) {
    const mock = createMock({ clock: () => now })
    const id = mock.posts('premium').publish({ mediaType: 'IMAGE' })
    const url = `${baseUrl}/api/v1/me?api_key=${mock.key('premium')}`
    const { lastFetchAt, posts } = await (await mock.fetch(url)).json()
    expect(posts[0].id).toBe(id)
    expect(Date.parse(lastFetchAt)).toBeGreaterThanOrEqual(Date.parse(posts[0].timestamp))
  }
})
