import { createFeed } from '@photofeed/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { connectMock } from '../../src/client.ts'
import { account, createMock, type MockControls, post } from '../../src/index.ts'
import { startMockServer } from '../../src/node.ts'
import type { createConnection } from '../../src/transport/client.ts'

const selection = 'x-photofeed-scenario'

/** A mock on a port whose premium account has expired, and a function that connects as a test of Playwright does. */
async function start() {
  const accounts = [account({ username: 'shop', posts: [post.image()] })]
  const server = await startMockServer({ accounts, warnings: 'warn', print: () => {} })
  onTestFinished(() => server.close())
  server.transition('free', 'expire')
  const get = (apiKey: string, query = '', headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v1/me?api_key=${apiKey}${query}`, { headers })
  return { server, get, connect: () => connectMock(server.url) }
}

test('connections do not see each other, and a reset ends only what belongs to one', async () => {
  const { server, get, connect } = await start()
  const all = await Promise.all(Array.from({ length: 20 }, connect))
  const keys = await Promise.all(all.map((mock) => mock.key('premium')))
  expect(new Set([...keys, server.key('premium')]).size).toBe(21)
  await Promise.all(all.map((mock, index) => mock.fault('premium', { status: 510 + index })))
  const copies = await Promise.all(all.map((mock) => mock.copy('premium')))
  expect(new Set(copies.map(({ name }) => name)).size).toBe(20)
  const read = () => Promise.all(keys.map(async (key) => (await get(key)).status))
  expect(await read()).toEqual(all.map((_, index) => 510 + index))
  await all[0]?.reset()
  await all[1]?.override('empty')
  expect((await read()).slice(0, 3)).toEqual([200, 200, 512])
  expect((await get(copies[0]?.apiKey ?? '')).status).toBe(401)
  expect((await get(copies[2]?.apiKey ?? '')).status).toBe(200)
  expect((await get(server.key('premium'))).status).toBe(200)
  const requests = await all[2]?.requests()
  expect(requests?.map(({ scenario, status }) => [scenario, status])).toEqual([
    ['premium', 512],
    ['premium', 512],
    [copies[2]?.name, 200],
  ])
})

test('warnings, media and their faults are those of a connection', async () => {
  const { get, connect } = await start()
  const [one, other] = [await connect(), await connect()]
  await get(await one.key('premium'), '&limit=3')
  await other.verify()
  await expect(one.verify()).rejects.toThrow('"limit" is ignored')
  await one.verify()
  await one.fault('premium', { status: 404, when: { media: 'image' } })
  const statuses = []
  for (const [mock, scenario] of [
    [one, 'premium'],
    [other, 'premium'],
    [other, 'unstored-media'],
  ] as const) {
    const page = await get(await mock.key(scenario), '&filter[type]=IMAGE')
    statuses.push((await fetch((await page.json()).posts[0].mediaUrl)).status)
  }
  expect(statuses).toEqual([404, 200, 200])
})

test('a connection starts with the accounts of the mock, your own ones with a key to read', async () => {
  const { server, get, connect } = await start()
  server.latency(1)
  const mock = await connect()
  const status = async (key: string) => (await get(key)).headers.get('x-service-account-status')
  expect(await status(await mock.key('free'))).toBe('invalid_token')
  const { readState } = mock as ReturnType<typeof createConnection>
  expect((await readState()).latency).toBe(1)
  server.transition('free', 'reconnect')
  expect(await status(await mock.key('free'))).toBe('invalid_token')
  const key = await mock.key('shop')
  expect([key === server.key('shop'), await status(key)]).toEqual([false, 'ready'])
  const { apiKey } = await mock.transition('shop', 'regenerate')
  expect([(await get(key)).status, (await get(apiKey ?? '')).status]).toEqual([401, 200])
})

test('a header selects a copy, whose connection sees the request', async () => {
  const { server, get, connect } = await start()
  const [one, other] = [await connect(), await connect()]
  const { name } = await one.copy('premium')
  await one.fault(name, { status: 503 })
  expect((await get(server.key('free'), '', { [selection]: name })).status).toBe(503)
  expect([await one.requests(), await other.requests()]).toEqual([
    [expect.objectContaining({ scenario: name, status: 503 })],
    [],
  ])
})

test('a connection of an earlier mock gets a sentence', async () => {
  const { server, connect } = await start()
  const mock = await connect()
  const port = Number(new URL(server.url).port)
  await server.close()
  const next = await startMockServer({ port })
  onTestFinished(() => next.close())
  await expect(mock.scenarios()).rejects.toThrow('The mock does not know this connection')
})

test('stories of one page have scopes', async () => {
  const baseUrl = 'https://photofeed.test'
  const mock = createMock({ baseUrl })
  const read = (own: MockControls) =>
    createFeed({ baseUrl, apiKey: own.key('premium'), fetch: mock.fetch, maxRetries: 0 }).me()
  const stories = [503, 504, 429].map((status) => {
    const own = mock.scope()
    own.fault('premium', { status })
    return own
  })
  const broken = mock.scope()
  broken.override('invalid-token')
  mock.reset()
  const statuses = stories.map((own) => read(own).catch(({ status }) => status))
  expect(await Promise.all(statuses)).toEqual([503, 504, 429])
  expect((await read(broken)).connection.status).toBe('invalid_token')
  expect((await read(mock)).connection.status).toBe('ready')
  expect(stories.map(({ requests }) => requests.length)).toEqual([1, 1, 1])
  broken.reset()
  expect((await read(broken)).connection.status).toBe('ready')
})
