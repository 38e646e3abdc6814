import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { conditionStatus, requestedRange } from './requested-part.ts'

const get = (headers: IncomingHttpHeaders) => ({ method: 'GET', headers })

test.each<[IncomingHttpHeaders, string, number | null]>([
  [{}, '"a"', null],
  [{ 'if-match': '*' }, '"a"', null],
  [{ 'if-match': '"b", "a"' }, '"a"', null],
  [{ 'if-match': '"b"' }, '"a"', 412],
  // A weak tag matches nothing strongly (RFC 9110, 13.1.1).
  [{ 'if-match': 'W/"a"' }, 'W/"a"', 412],
  [{ 'if-none-match': '"a"' }, '"a"', 304],
  [{ 'if-none-match': '"b", W/"a"' }, '"a"', 304],
  [{ 'if-none-match': '*' }, '"a"', 304],
  [{ 'if-none-match': '"b"' }, '"a"', null],
  [{ 'if-none-match': '"a"', 'cache-control': 'no-cache' }, '"a"', 304],
  [{ 'if-match': '"b"', 'if-none-match': '"a"' }, '"a"', 412],
])('%j on %s: %s', (headers, etag, status) => {
  expect(conditionStatus(get(headers), etag)).toBe(status)
})

test.each(['bytes=0-0', 'bytes=0-', 'bytes=900-2000', 'bytes=-10'])('%s is a part', (range) => {
  expect(requestedRange(get({ range }), '"a"')).toBe(range)
})

test.each(['bytes=', 'bytes=-', 'bytes=x-y', 'bytes=9-5', 'bytes=0-1,5-6', 'items=0-1', '0-1'])(
  '%s gets the whole file',
  (range) => {
    expect(requestedRange(get({ range }), '"a"')).toBeUndefined()
  },
)

test('a part is of the file that If-Range names, and of a GET', () => {
  const range = 'bytes=0-9'
  expect(requestedRange(get({ range, 'if-range': '"a"' }), '"a"')).toBe(range)
  expect(requestedRange(get({ range, 'if-range': '"b"' }), '"a"')).toBeUndefined()
  expect(requestedRange(get({ range, 'if-range': 'W/"a"' }), 'W/"a"')).toBeUndefined()
  expect(requestedRange({ method: 'HEAD', headers: { range } }, '"a"')).toBeUndefined()
})
