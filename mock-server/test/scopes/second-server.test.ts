import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupMock } from '../../src/vitest.ts'

// The test file that MSW alone would let request the network.
const mock = setupMock({ baseUrl: 'https://feed.example' })
const own = setupServer(http.get('https://shop.test/cart', () => HttpResponse.json({ items: 3 })))
beforeAll(() => own.listen({ onUnhandledFrame: 'bypass' }))
afterAll(() => own.close())

let sent = 0
test.fails('a second server is an error, before any request of the feed leaves the machine', async () => {
  sent += 1
  await fetch(`https://feed.example/api/v1/me?api_key=${mock.key('premium')}`)
})

afterAll(() => expect(sent).toBe(0))
