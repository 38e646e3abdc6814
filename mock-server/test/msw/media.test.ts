import { setupServer } from 'msw/node'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, createMock, post } from '../../src/index.ts'
import { mswHandlers } from '../../src/msw.ts'
import { mediaUrls } from '../support/media-urls.ts'

let now = Date.UTC(2026, 10, 20, 9)
const mock = createMock({
  baseUrl: 'https://feed.test',
  cdnUrl: 'https://media.test/files',
  clock: () => now,
})
const server = setupServer(...mswHandlers(mock))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

const formats: Record<string, string> = { 'image/jpeg': 'jpeg', 'image/webp': 'webp' }

test.each(['premium', 'free', 'unstored-media', 'withheld-video', 'importing-partial'])(
  'every URL of %s loads, in its type and exactly as wide as it says',
  async (scenario) => {
    const urls = await mediaUrls('https://feed.test', mock.key(scenario))
    expect(urls.size).toBeGreaterThan(10)
    for (const url of urls) {
      const response = await fetch(url)
      const type = response.headers.get('content-type') ?? ''
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect([response.status, response.headers.get('content-length')], url).toEqual([
        200,
        String(bytes.length),
      ])
      if (type === 'video/mp4') {
        expect(String.fromCharCode(...bytes.slice(4, 8))).toBe('ftyp')
        continue
      }
      const { format, width } = await sharp(bytes).metadata()
      expect(format, url).toBe(formats[type])
      expect(width, url).toBe(Number(/\/(\d+)\/[0-9a-f]{32}\./.exec(url)?.[1] ?? 1200))
    }
  },
)

test('the platform’s URLs expire', async () => {
  const [first] = await mediaUrls('https://feed.test', mock.key('expired-media'))
  expect(first).toMatch(/^https:\/\/feed\.test\/platform\/v\/\d\d\.jpg\?oe=/)
  expect((await fetch(first ?? '')).status).toBe(403)
  const [fresh] = await mediaUrls('https://feed.test', mock.key('unstored-media'))
  expect((await fetch(fresh ?? '')).status).toBe(200)
  now = Date.UTC(2040, 0)
  expect((await fetch(fresh ?? '')).status).toBe(403)
})

test('a missing picture is a 404', async () => {
  const urls = [...(await mediaUrls('https://feed.test', mock.key('missing-image')))]
  const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status))
  expect(new Set(statuses)).toEqual(new Set([404]))
})

test('a player may request a range of a video', async () => {
  const urls = [...(await mediaUrls('https://feed.test', mock.key('premium')))]
  const clip = urls.find((url) => url.endsWith('.mp4')) ?? ''
  const whole = new Uint8Array(await (await fetch(clip)).arrayBuffer())
  const part = await fetch(clip, { headers: { Range: 'bytes=100-199' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-199/${whole.length}`,
  ])
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(100, 200))
  const beyond = await fetch(clip, { headers: { Range: `bytes=${whole.length}-` } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
    416,
    `bytes */${whole.length}`,
  ])
  expect((await fetch(clip, { method: 'POST' })).status).toBe(405)
  const head = await fetch(clip, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String(whole.length),
    '',
  ])
})

test('a picture of your own is served in place of its resized ones', async () => {
  const file = { id: 'ab'.repeat(16), extension: 'png', bytes: 3 } as const
  const accounts = [account({ username: 'shop', posts: [post.image({ file })] })]
  const own = createMock({
    accounts,
    media: async (path) => (path === `/${file.id}.png` ? new TextEncoder().encode('own') : null),
  })
  const me = `https://photofeed.test/api/v1/me?api_key=${own.key('shop')}&format=webp`
  const { posts } = await (await own.fetch(me)).json()
  for (const url of [posts[0].mediaUrl, ...Object.values<string>(posts[0].sizes)]) {
    const picture = await own.fetch(url)
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual([
      'image/png',
      'own',
    ])
  }
})

test.each(['/', '/320', '/640/x.jpg', `/${'0'.repeat(32)}.svg`, '/320/..%2f..%2fpackage.json'])(
  'a path that no response contains is a 404: %s',
  async (path) => {
    expect((await fetch(`https://media.test/files${path}`)).status).toBe(404)
  },
)
