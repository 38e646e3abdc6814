import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, keys, posts } from '../support/feeds.ts'
import { rawGet } from '../support/http/raw-get.ts'

test.each([
  ['/api/v1/me', '&page[size]=12'],
  ['/api/v1/rss', ''],
  [
    '/graphql',
    `&query=${encodeURIComponent('{ me { posts { id caption mediaUrl permalink } } }')}`,
  ],
])(
  '%s is compressed the first time and from the cache, with the same validator',
  async (path, query) => {
    const server = await feedServer([account({ posts: posts(12) })])
    const url = `${server.url}${path}?api_key=${keys.premium}${query}`
    const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
    let plain: Awaited<ReturnType<typeof rawGet>> | undefined
    for (const encoding of ['br', 'gzip', 'zstd'] as const) {
      // A page is cached when it is rendered for the second time.
      for (let time = 0; time < 3; time += 1) {
        const { status, headers, body } = await rawGet(url, { 'accept-encoding': encoding })
        plain ??= await rawGet(`${url}&other`)
        expect([status, headers['content-encoding'], headers.etag, headers.vary]).toEqual([
          ...[200, encoding, plain.headers.etag, 'Accept-Encoding'],
        ])
        expect(Number(headers['content-length'])).toBe(body.length)
        expect(body.length).toBeLessThan(plain.body.length / 2)
        expect(decompress[encoding](body)).toEqual(plain.body)
      }
    }
    for (let time = 0; time < 2; time += 1) {
      const { headers, body } = await rawGet(url)
      expect([
        headers['content-encoding'],
        headers.vary,
        Number(headers['content-length']),
      ]).toEqual([...[undefined, 'Accept-Encoding', plain?.body.length]])
      expect(body).toEqual(plain?.body)
    }
    const validator = { 'if-none-match': plain?.headers.etag ?? '' }
    for (const encoding of ['br', 'identity']) {
      const unchanged = await rawGet(url, { 'accept-encoding': encoding, ...validator })
      expect([
        ...[unchanged.status, unchanged.headers['content-encoding'], unchanged.headers.vary],
        unchanged.body.length,
      ]).toEqual([304, undefined, 'Accept-Encoding', 0])
    }
  },
)
