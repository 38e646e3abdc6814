import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMock } from '../../src/index.ts'
import { mswHandlers } from '../../src/msw.ts'
import { startMockServer } from '../../src/node.ts'

const mock = createMock({ baseUrl: 'https://feed.test' })
const server = setupServer(...mswHandlers(mock))
beforeAll(() =>
  server.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as object),
)
afterEach(() => mock.reset())
afterAll(() => server.close())

test('a preflight without its headers, as happy-dom sends it, is a preflight', async () => {
  const url = `https://feed.test/api/v1/me?api_key=${mock.key('premium')}`
  const { posts } = await (await fetch(url)).json()
  mock.reset()
  for (const target of [url, url, posts[0].sizes['320']]) {
    const { status, headers } = await fetch(target, { method: 'OPTIONS' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  }
  expect(mock.requests).toHaveLength(0)
  mock.verify()
})

test('preflights do not count for transitions', async () => {
  const port = await startMockServer()
  const url = `${port.url}/graphql?api_key=${port.key('importing')}`
  port.transition('importing', 'finish-import', { afterRequests: 2 })
  const statuses: string[] = []
  for (const _ of [1, 2, 3]) {
    const headers = { Origin: 'https://site.test', 'Access-Control-Request-Method': 'POST' }
    expect((await fetch(url, { method: 'OPTIONS', headers })).status).toBe(204)
    const body = JSON.stringify({ query: '{ me { status } }' })
    statuses.push((await (await fetch(url, { method: 'POST', body })).json()).data.me.status)
  }
  expect(statuses).toEqual(['importing', 'importing', 'ready'])
  await port.close()
})
