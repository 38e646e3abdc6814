import { expect, onTestFinished, test } from 'vitest'
import { type MockServerOptions, startMockServer } from '../../src/node.ts'

async function start(options: MockServerOptions) {
  const mock = await startMockServer({ warnings: 'off', ...options })
  onTestFinished(() => mock.close())
  return mock
}

test('with a wildcard host, responses name this machine', async () => {
  const mock = await start({ host: '0.0.0.0' })
  expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const response = await fetch(`${mock.url}/api/v1/me?api_key=${mock.key('premium')}`)
  expect((await response.json()).posts[0].sizes['320']).toMatch(`${mock.url}/media/320/`)
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
