import { expect, onTestFinished, test, vi } from 'vitest'
import { createMock, type FaultSetting } from '../../src/index.ts'
import { startMockServer } from '../../src/node.ts'
import { stateOf } from '../support/state.ts'

const baseUrl = 'https://photofeed.test'
const mock = createMock({ baseUrl, warnings: 'off' })

/** Sets faults, and returns the statuses of requests with these queries. */
async function statuses(fault: FaultSetting | readonly FaultSetting[], targets: readonly string[]) {
  mock.reset()
  mock.fault('premium', fault)
  const found: number[] = []
  for (const target of targets) {
    const separator = target.includes('?') ? '&' : '?'
    const url = `${baseUrl}${target}${separator}api_key=${mock.key('premium')}`
    found.push((await mock.fetch(url)).status)
  }
  return found
}

test('a fault of requests with parameters, of which * is any value', async () => {
  const cursor = '/api/v1/me?page[cursor]=eyJ'
  const comments = '/api/v1/me?include[]=children&include[]=comments'
  const targets = ['/api/v1/me', cursor, '/api/v1/rss', comments]
  expect(
    await statuses({ status: 503, when: { query: { 'page[cursor]': '*' } } }, targets),
  ).toEqual([200, 503, 200, 200])
  expect(
    await statuses({ status: 503, when: { query: { 'include[]': 'comments' } } }, targets),
  ).toEqual([200, 200, 200, 503])
})

test('of several faults, a request has the first one whose conditions it meets', async () => {
  const faults: FaultSetting[] = [
    { status: 429, retryAfter: 0, times: 1 },
    { status: 503, times: 1, when: { query: { cursor: '*' } } },
    { status: 502, times: 1, when: { endpoint: 'me' } },
    'html-proxy-200',
  ]
  const targets = ['/api/v1/rss', '/api/v1/rss', '/api/v1/me', '/api/v1/me?cursor=x', '/api/v1/me']
  expect(await statuses(faults, targets)).toEqual([429, 200, 502, 503, 200])
  expect(mock.requests.at(-1)?.fault).toBe('html-proxy-200')
  expect(stateOf(mock).scenarios.find(({ name }) => name === 'premium')?.fault).toEqual(faults)
})

test('pictures and videos can fail, also on a port', async () => {
  const server = await startMockServer()
  onTestFinished(() => server.close())
  const me = `${server.url}/api/v1/me?api_key=${server.key('premium')}`
  const { posts } = await (await fetch(me)).json()
  const urlOf = (type: string) =>
    posts.find(({ mediaType }: { mediaType: string }) => mediaType === type).mediaUrl
  const image = urlOf('IMAGE')
  const video = urlOf('VIDEO')
  const load = async (url: string) => {
    const response = await fetch(url)
    return [response.status, (await response.arrayBuffer()).byteLength > 0]
  }
  server.fault('premium', { status: 503, times: 1, when: { media: 'image' } })
  expect([await load(video), await load(image), await load(image)]).toEqual([
    [200, true],
    [503, false],
    [200, true],
  ])
  server.fault('premium', { status: 404, when: { endpoint: 'media' } })
  expect([await load(image), await load(video)]).toEqual([
    [404, false],
    [404, false],
  ])
  expect((await fetch(me)).status).toBe(200)
  expect(server.requests.map(({ endpoint, status }) => [endpoint, status])).toEqual([
    ['me', 200],
    ['media', 503],
    ['media', 404],
    ['media', 404],
    ['me', 200],
  ])
  server.fault('premium', { body: 'truncated', when: { media: 'image' } })
  const whole = Number((await fetch(video)).headers.get('content-length'))
  expect((await (await fetch(video)).arrayBuffer()).byteLength).toBe(whole)
  server.fault('premium', { body: 'cut', when: { media: 'image' } })
  await expect(fetch(image)).rejects.toThrow(TypeError)
})

test('latency and the delays of faults apply to media', async () => {
  const slow = createMock({ baseUrl })
  const me = `${baseUrl}/api/v1/me?api_key=${slow.key('premium')}`
  const { posts } = await (await slow.fetch(me)).json()
  slow.latency(300)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  async function expectWait(milliseconds: number) {
    let isSettled = false
    const response = slow.fetch(posts[0].sizes['320']).finally(() => {
      isSettled = true
    })
    await vi.advanceTimersByTimeAsync(milliseconds - 1)
    expect(isSettled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await response).status).toBe(200)
  }
  await expectWait(300)
  slow.fault('premium', { delay: 50, when: { endpoint: 'media' } })
  await expectWait(350)
})

test('a field of GraphQL fails alone, although its page is cached', async () => {
  mock.reset()
  const page = await mock.fetch(`${baseUrl}/api/v1/me?api_key=${mock.key('premium')}`)
  const { id } = (await page.json()).posts[0]
  const send = async () => {
    const query = `{ me { username } post(id: "${id}") { id } }`
    const url = `${baseUrl}/graphql?api_key=${mock.key('premium')}`
    const response = await mock.fetch(url, { method: 'POST', body: JSON.stringify({ query }) })
    return [response.status, await response.json()]
  }
  const me = { username: 'harbour.and.hearth' }
  expect(await send()).toEqual([200, { data: { me, post: { id } } }])
  const error = (path: string, column: number) => ({
    message: 'Internal server error',
    locations: [{ line: 1, column }],
    path: [path],
  })
  mock.fault('premium', [{ field: 'me', times: 1 }, { field: 'post' }])
  expect(await send()).toEqual([
    200,
    { errors: [error('me', 3)], data: { me: null, post: { id } } },
  ])
  expect(await send()).toEqual([200, { errors: [error('post', 19)], data: { me, post: null } }])
  const rest = await mock.fetch(`${baseUrl}/api/v1/me?api_key=${mock.key('premium')}`)
  expect(rest.status).toBe(200)
  mock.fault('free', { field: 'post' })
  const free = await mock.fetch(`${baseUrl}/graphql?api_key=${mock.key('free')}`, {
    method: 'POST',
    body: JSON.stringify({ query: `{ post(id: "${id}") { id } }` }),
  })
  expect(await free.json()).toEqual({ errors: [error('post', 3)], data: { post: null } })
})
