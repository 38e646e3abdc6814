import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { type MockServerOptions, startMockServer } from '../../src/node.ts'

async function start(options: MockServerOptions) {
  const mock = await startMockServer({ warnings: 'off', ...options })
  onTestFinished(() => mock.close())
  return mock
}

/** A request with another Host header, which `fetch` does not allow. */
function withHost(
  url: string,
  host: string,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host } }, async (response) => {
      resolve({ status: response.statusCode, body: await text(response) })
    })
    sent.on('error', reject).end()
  })
}

test('with a wildcard host, responses name the host that the client used', async () => {
  const mock = await start({ host: '0.0.0.0' })
  const { port } = new URL(mock.url)
  const loopback = `http://127.0.0.1:${port}`
  const phone = `phone.local:${port}`
  for (const scenario of ['premium', 'unstored-media']) {
    for (const path of ['/api/v1/me', '/api/v1/rss']) {
      const url = `${loopback}${path}?api_key=${mock.key(scenario)}`
      const { status, body } = await withHost(url, phone)
      expect([status, body.includes(`http://${phone}/`)]).toEqual([200, true])
      expect(body).not.toMatch(/0\.0\.0\.0|photofeed\.invalid/)
    }
  }
  const { body: state } = await withHost(`${loopback}/__mock/api/state`, `localhost:${port}`)
  expect(JSON.parse(state).baseUrl).toBe(`http://localhost:${port}`)
  expect(state).not.toContain('photofeed.invalid')
  const { posts } = await (
    await fetch(`${loopback}/api/v1/me?api_key=${mock.key('premium')}`)
  ).json()
  expect(posts[0].sizes['320']).toMatch(`${loopback}/media/320/`)
  const picture = await fetch(posts[0].sizes['320'])
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  expect(mock.url).not.toContain('0.0.0.0')
})

test('a Host header that is no host does not get into responses', async () => {
  const mock = await start({ host: '0.0.0.0' })
  const { port } = new URL(mock.url)
  const url = `http://127.0.0.1:${port}/api/v1/me?api_key=${mock.key('premium')}`
  const { body } = await withHost(url, 'a"><script>')
  expect(body).not.toContain('http://a')
  expect(body).toContain(`http://127.0.0.1:${port}/media/`)
})

test('baseUrl is what responses name, and the port serves its path, with and without a proxy that removes it', async () => {
  const mock = await start({ baseUrl: 'https://mock.example/feed/' })
  for (const address of [mock.url, `${mock.url}/feed`]) {
    const response = await fetch(`${address}/api/v1/me?api_key=${mock.key('premium')}`)
    const { posts } = await response.json()
    expect(posts[0].sizes['320']).toMatch('https://mock.example/feed/media/320/')
    const picture = posts[0].sizes['320'].replace('https://mock.example/feed', address)
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/jpeg')
    expect((await fetch(`${address}/__mock`)).status).toBe(200)
  }
  expect((await fetch(`${mock.url}/feedback/api/v1/me`)).status).toBe(404)
})
