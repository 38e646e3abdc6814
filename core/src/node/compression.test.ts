import { expect, test } from 'vitest'
import { chooseEncoding } from './compression.ts'

const body = Buffer.alloc(2000)

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['gzip;q=0, br;q=0', null],
])('Accept-Encoding: %s chooses %s', (header, encoding) => {
  expect(chooseEncoding(header, body)).toBe(encoding)
})

test('short bodies are not compressed', () => {
  expect(chooseEncoding('br', Buffer.alloc(1000))).toBe(null)
})
