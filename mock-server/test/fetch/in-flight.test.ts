import { expect, onTestFinished, test, vi } from 'vitest'
import { createMock } from '../../src/index.ts'

const baseUrl = 'https://photofeed.test'
const start = (options = {}) => createMock({ baseUrl, print: () => {}, ...options })
const mistake = (key: string) => `${baseUrl}/api/v1/me?api_key=${key}&foo=1`

test('a request that began before a reset is neither logged nor warned about', async () => {
  const mock = start()
  mock.fault('premium', { delay: 20 })
  const response = mock.fetch(mistake(mock.key('premium')))
  mock.verify()
  mock.reset()
  expect((await response).status).toBe(200)
  expect(mock.requests).toEqual([])
  mock.verify()
})

test('an aborted request is logged immediately, one from before a reset never', async () => {
  const mock = start()
  mock.fault('premium', { delay: 20 })
  const first = new AbortController()
  const second = new AbortController()
  const url = mistake(mock.key('premium'))
  const responses = [first, second].map(({ signal }) => mock.fetch(url, { signal }))
  first.abort()
  expect(mock.requests).toMatchObject([{ status: null, aborted: true, fault: { delay: 20 } }])
  mock.reset()
  second.abort()
  const results = await Promise.allSettled(responses)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(mock.requests).toEqual([])
  mock.verify()
})

test('a delay ends with the request that was aborted', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const mock = start()
  mock.fault('premium', { delay: 60_000 })
  const url = `${baseUrl}/api/v1/me?api_key=${mock.key('premium')}`
  const controller = new AbortController()
  const response = mock.fetch(url, { signal: controller.signal })
  expect(vi.getTimerCount()).toBe(1)
  controller.abort()
  expect(vi.getTimerCount()).toBe(0)
  await expect(response).rejects.toThrow('aborted')
})
