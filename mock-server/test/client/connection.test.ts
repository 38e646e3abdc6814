import { expect, onTestFinished, test } from 'vitest'
import { connectMock, UserError } from '../../src/client.ts'
import { account, post } from '../../src/index.ts'
import { type MockServerOptions, startMockServer } from '../../src/node.ts'
import { stateOf } from '../support/state.ts'

const now = Date.UTC(2026, 10, 20, 9)

/** A mock on a port, a connection to it, and the statuses of requests. */
async function start(options: MockServerOptions = {}) {
  const server = await startMockServer({ clock: () => now, warnings: 'off', ...options })
  onTestFinished(() => server.close())
  const mock = await connectMock(`${server.url}/`, { shared: true })
  const me = (apiKey: string, query = '') =>
    fetch(`${server.url}/api/v1/me?api_key=${apiKey}${query}`)
  return { server, mock, me, status: async (apiKey: string) => (await me(apiKey)).status }
}

test('the methods are those of the mock, with their parameters', async () => {
  const { server, mock, me, status } = await start()
  expect(mock.url).toBe(server.url)
  expect(await mock.key('premium')).toBe(server.key('premium'))
  expect(await mock.scenarios()).toEqual(server.scenarios)

  const copies = await Promise.all(['premium', 'premium', 'free'].map((name) => mock.copy(name)))
  const [broken, other] = copies
  expect(copies.map(({ name }) => name).sort()).toEqual([
    'free-copy-1',
    'premium-copy-1',
    'premium-copy-2',
  ])
  await mock.fault(broken?.name ?? '', [{ status: 503, times: 1 }, 'server-error'])
  const statuses = []
  for (const copy of [broken, broken, other]) statuses.push(await status(copy?.apiKey ?? ''))
  expect(statuses).toEqual([503, 500, 200])
  await mock.fault(broken?.name ?? '', null)
  expect(await status(broken?.apiKey ?? '')).toBe(200)

  const before = await mock.key('premium')
  const { apiKey, status: state } = await mock.transition('premium', 'regenerate')
  expect([apiKey, state]).toEqual([server.key('premium'), 'ready'])
  expect(await status(before)).toBe(401)
  await mock.transition('free', 'disconnect', { afterRequests: 1 })
  const key = await mock.key('free')
  expect([await status(key), await status(key)]).toEqual([200, 401])

  const newest = async () => {
    const page = await me(other?.apiKey ?? '', '&page[size]=1')
    return (await page.json()).posts[0]
  }
  const first = await newest()
  const posts = mock.posts(other?.name ?? '')
  const id = await posts.publish(undefined, { afterRequests: 1 })
  expect([await newest(), (await newest()).id]).toEqual([first, id])
  await posts.update(id, { caption: 'Edited' })
  expect((await newest()).caption).toBe('Edited')
  await posts.remove(id)
  expect(await newest()).toEqual(first)
})

test('requests are listed, awaited and filtered as in the process of the mock', async () => {
  const { server, mock, status } = await start()
  const { name, apiKey } = await mock.copy('premium')
  const waiting = mock.waitForRequest(({ scenario }) => scenario === name, { timeout: 20_000 })
  await status(await mock.key('free'))
  await status(apiKey)
  expect(await waiting).toEqual(server.requests[1])
  const requests = await mock.requests()
  expect(requests).toEqual(server.requests)
  expect(requests.of('me').for(name)).toEqual([server.requests[1]])
  expect(await mock.waitForRequest({ endpoint: 'me', status: 200 })).toEqual(server.requests[0])
  const missing = mock.waitForRequest({ endpoint: 'rss' }, { timeout: 100 })
  await expect(missing).rejects.toThrow(
    /^No request was \{"endpoint":"rss"\} within 100 ms\. The latest requests: GET \/api\/v1\/me 200 \(free\), /,
  )
})

test('override, latency and reset change the whole mock', async () => {
  const { server, mock, me } = await start()
  await mock.override('invalid-token')
  await mock.latency(1)
  const { status } = (await (await me('anything')).json()) as { status: string }
  expect([status, stateOf(server).latency]).toEqual(['invalid_token', 1])
  await mock.override(null)
  await mock.copy('free')
  await mock.fault('premium', 'server-error')
  await mock.reset('premium')
  expect(stateOf(server).scenarios.find(({ name }) => name === 'premium')?.fault).toBe(null)
  await mock.reset()
  expect(stateOf(server).latency).toBe(0)
  expect(await mock.requests()).toEqual([])
  await expect(mock.key('free-copy-1')).rejects.toThrow('No scenario is named "free-copy-1".')
})

test('the key of an account of one’s own stays secret, that of its copy does not', async () => {
  const own = account({ scenario: 'shop' })
  const { mock, status } = await start({ accounts: [own], scenarios: ['premium'] })
  await expect(mock.key('shop')).rejects.toThrow(
    'The mock shows no key of your own accounts. Use the one in the data of shop, or that of a copy.',
  )
  expect((await mock.transition('shop', 'expire')).apiKey).toBe(null)
  expect(JSON.stringify(await mock.scenarios())).not.toContain(own.apiKey)
  expect(await status((await mock.copy('shop')).apiKey)).toBe(200)
})

test('a mistake throws the sentence of the mock', async () => {
  const { mock } = await start({ scenarios: ['premium', 'free'] })
  await expect(mock.posts('premium').publish(post.image({ id: '' }))).rejects.toThrow(
    new UserError('The post\'s id must be one line of 1 to 200 characters, but is "".'),
  )
})

test('an address without a mock is a sentence', async () => {
  const { server } = await start()
  await expect(connectMock(`${server.url}/media`)).rejects.toThrow(
    `The server at ${server.url}/media is not a mock: it responded with status 404. Correct the address.`,
  )
  await server.close()
  await expect(connectMock(server.url)).rejects.toThrow(
    `No mock responds at ${server.url}. Start one with \`npx @photofeed/mock-server\`, or correct the address.`,
  )
})
