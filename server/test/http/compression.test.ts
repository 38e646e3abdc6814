import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, keys, posts } from '../support/feeds.ts'

/** The response as sent: fetch would decompress it. */
async function read(url: string, headers: Record<string, string> = {}) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject).end()
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: await buffer(response),
  }
}

test.each([
  ['/api/v1/me', '&page[size]=12'],
  ['/api/v1/rss', ''],
  [
    '/graphql',
    `&query=${encodeURIComponent('{ me { posts { id caption mediaUrl permalink } } }')}`,
  ],
])('%s is compressed from the cache, with the same validator', async (path, query) => {
  const server = await feedServer([account({ posts: posts(12) })])
  const url = `${server.url}${path}?api_key=${keys.premium}${query}`
  // A page is cached when it is rendered for the second time.
  for (let time = 0; time < 2; time += 1) {
    const { headers } = await read(url, { 'accept-encoding': 'br, gzip' })
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding'])
  }
  const plain = await read(url)
  const { etag, vary } = plain.headers
  expect([vary, Number(plain.headers['content-length'])]).toEqual([
    'Accept-Encoding',
    plain.body.length,
  ])
  const decompress = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const encoding of ['br', 'gzip'] as const) {
    for (let time = 0; time < 2; time += 1) {
      const { status, headers, body } = await read(url, { 'accept-encoding': encoding })
      expect([status, headers['content-encoding'], headers.etag, headers.vary]).toEqual([
        ...[200, encoding, etag, 'Accept-Encoding'],
      ])
      expect(Number(headers['content-length'])).toBe(body.length)
      expect(body.length).toBeLessThan(plain.body.length / 2)
      expect(decompress[encoding](body)).toEqual(plain.body)
    }
  }
  const unchanged = await read(url, { 'accept-encoding': 'br', 'if-none-match': etag ?? '' })
  expect([unchanged.status, unchanged.headers.vary, unchanged.body.length]).toEqual([
    ...[304, 'Accept-Encoding', 0],
  ])
})

test('errors are not compressed', async () => {
  const server = await feedServer([])
  const { status, headers } = await read(`${server.url}/api/v1/me`, { 'accept-encoding': 'br' })
  expect([status, headers['content-encoding']]).toEqual([401, undefined])
})
