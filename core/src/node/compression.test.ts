import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, compress } from './compression.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', null],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate, zstd', 'zstd'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['zstd;q=0, br; q=0.000, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, gzip', 'gzip'],
  ['*;q=0', null],
  ['*;q=0, br;q=0.1', 'br'],
  ['gzip;q=0, br;q=0', null],
  ['gzip;q=0.5, identity', null],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity;q=0', null],
  ['gzip;q=2', null],
  ['gzip;q=, br', 'br'],
  [', ,gzip', 'gzip'],
])('Accept-Encoding: %s chooses %s', (header, encoding) => {
  expect(chooseEncoding(header, 2000)).toBe(encoding)
})

test.each([
  ['br', null],
  ['br, identity;q=0', 'br'],
  ['br, *;q=0', 'br'],
  ['gzip, *;q=0, identity', null],
])('a short body for Accept-Encoding: %s has %s', (header, encoding) => {
  expect(chooseEncoding(header, 1023)).toBe(encoding)
})

test.each([
  ['zstd', zstdDecompressSync],
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  '%s, in the event loop and in another thread, sent once or again',
  async (encoding, decompress) => {
    for (const length of [2000, 200_000]) {
      for (const isSentAgain of [false, true]) {
        const body = Buffer.alloc(length, 'photofeed ')
        const compressed = await compress(body, encoding, { isSentAgain })
        expect(compressed.length).toBeLessThan(length / 10)
        expect(decompress(compressed).equals(body)).toBe(true)
      }
    }
  },
)

test('a large body does not block the event loop', async () => {
  const events: string[] = []
  const compressing = compress(Buffer.alloc(1_000_000, 'photofeed '), 'br', { isSentAgain: false })
  const compressed = compressing.then(() => events.push('compressed'))
  setImmediate(() => events.push('another request'))
  await compressed
  expect(events).toEqual(['another request', 'compressed'])
})
