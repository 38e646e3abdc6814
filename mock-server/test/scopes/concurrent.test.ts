import { setTimeout as sleep } from 'node:timers/promises'
import { createFeed } from '@photofeed/sdk'
import { HttpResponse, http } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setupMock } from '../../src/vitest.ts'
import { stateOf } from '../support/state.ts'

const baseUrl = 'https://photofeed.test'
const warnings: string[] = []
const mock = setupMock({
  baseUrl,
  print: (text) => warnings.push(text),
  handlers: [http.get('https://shop.test/cart', () => HttpResponse.json({ items: 3 }))],
})
// Outside of any test: its key is that of every test.
const premium = createFeed({ baseUrl, apiKey: mock.key('premium'), maxRetries: 0 })
const ofFile = mock.copy('premium')
const get = (apiKey: string, query = '') => fetch(`${baseUrl}/api/v1/me?api_key=${apiKey}${query}`)

beforeAll(() => {
  mock.transition('free', 'expire')
  mock.latency(1)
})

describe.concurrent('tests at the same time', () => {
  test.for(Array.from({ length: 20 }, (_, index) => 510 + index))(
    'sees %i only',
    async (status) => {
      const copy = mock.copy('premium')
      mock.fault('premium', { status })
      await sleep(Math.random() * 20)
      await expect(premium.me()).rejects.toMatchObject({ status })
      const { status: ofCopy } = await get(copy.apiKey)
      await sleep(Math.random() * 20)
      expect([copy.name, ofCopy]).toEqual(['premium-copy-2', 200])
      expect(mock.requests.map((request) => request.status)).toEqual([status, 200])
      expect(mock).toHaveRequested('me', { status, times: 1 })
      mock.posts('premium').publish({ caption: String(status) })
      mock.fault('premium', null)
      await sleep(Math.random() * 20)
      const { posts } = await premium.me({ pageSize: 2 })
      expect(posts[0]?.caption).toBe(String(status))
      expect(posts[1]?.caption).not.toMatch(/^5\d\d$/)
    },
  )

  test('a reset ends only what belongs to its test', async () => {
    mock.override('invalid-token')
    await sleep(5)
    mock.reset()
    expect((await premium.me()).connection.status).toBe('ready')
  })

  test('media, too', async () => {
    const url = (await premium.me()).posts[0]?.sizes?.['320'] ?? ''
    mock.fault('premium', { status: 404, when: { media: 'image' } })
    await sleep(5)
    expect((await fetch(url)).status).toBe(404)
  })

  test('other pictures are there', async () => {
    const url = (await premium.me()).posts[0]?.sizes?.['320'] ?? ''
    await sleep(10)
    expect((await fetch(url)).status).toBe(200)
  })

  test('verify throws the warnings of its test', async () => {
    await get(mock.key('premium'), '&limit=3')
    await sleep(5)
    expect(() => mock.verify()).toThrow('"limit" is ignored')
  })

  test('verify throws those of no other', async () => {
    for (let index = 0; index < 10; index += 1) {
      await sleep(1)
      mock.verify()
    }
    expect(mock.requests).toEqual([])
  })
})

test('what the file has changed before its tests is there in each', async () => {
  const status = async (apiKey: string) =>
    (await get(apiKey)).headers.get('x-service-account-status')
  expect(await status(mock.key('free'))).toBe('invalid_token')
  mock.transition('free', 'reconnect')
  expect(await status(mock.key('free'))).toBe('ready')
  mock.reset()
  expect(await status(mock.key('free'))).toBe('invalid_token')
  expect(await status(ofFile.apiKey)).toBe('ready')
  expect(stateOf(mock).latency).toBe(1)
})

test('a request that has lost its test is of the only one that runs', async () => {
  mock.fault('premium', { status: 503 })
  expect(await new Promise((resolve) => requestOutside(resolve))).toBe(503)
})

/** Set before all tests, so that it has the context of none. */
let requestOutside: (done: (status: number) => void) => void
beforeAll(() => {
  const channel = new MessageChannel()
  let waiting: (status: number) => void
  channel.port1.onmessage = async () => waiting((await get(mock.key('premium'))).status)
  requestOutside = (done) => {
    waiting = done
    channel.port2.postMessage(null)
  }
  return () => channel.port1.close()
})

test('the page has handlers of its own, and what none has fails', async () => {
  expect(await (await fetch('https://shop.test/cart')).json()).toEqual({ items: 3 })
  // Not a page of the service: it never leaves the machine.
  expect((await fetch(`${baseUrl}/pages/about`)).status).toBe(404)
})

afterAll(() => {
  expect(mock.requests).toEqual([])
  expect(warnings).toEqual([expect.stringContaining('"limit" is ignored')])
})

describe.concurrent('hooks have the scope of their test', () => {
  beforeEach(() => mock.fault('empty', { status: 418 }))
  afterEach(() => {
    if (mock.requests.length !== 1) throw new Error('The hook is of another test.')
  })

  test.for([1, 2, 3])('%i', async () => {
    await sleep(5)
    expect((await get(mock.key('empty'))).status).toBe(418)
  })
})
