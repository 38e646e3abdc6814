import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { type Representation, requestedPart } from './requested-part.ts'

const lastModified = 'Fri, 20 Nov 2026 09:00:00 GMT'
const earlier = 'Fri, 20 Nov 2026 08:59:59 GMT'
const later = 'Fri, 20 Nov 2026 09:00:01 GMT'
const video: Representation = { bytes: 1000, etag: '"a"', lastModified }
const get = (headers: IncomingHttpHeaders) => ({ method: 'GET', headers })
const resized: Representation = { ...video, etag: 'W/"a"' }

test('a plain request', () => {
  expect(requestedPart(get({}), video)).toEqual({ status: 200 })
})

describe('a part', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 999 }],
    ['bytes=100-199', { start: 100, end: 199 }],
    ['bytes=900-2000', { start: 900, end: 999 }],
    ['bytes=-10', { start: 990, end: 999 }],
    ['bytes=0-9,5-19', { start: 0, end: 19 }],
  ])('%s', (range, expected) => {
    expect(requestedPart(get({ range }), video)).toEqual({ status: 206, range: expected })
  })

  test.each(['bytes=1000-', 'bytes=9-5', 'bytes=-0'])('%s is outside', (range) => {
    expect(requestedPart(get({ range }), video)).toEqual({ status: 416 })
  })

  test.each(['bytes=', 'bytes=x-y', 'bytes=0-1,5-6', 'items=0-1', 'items=9-5', '0-1'])(
    '%s gets the whole file',
    (range) => {
      expect(requestedPart(get({ range }), video)).toEqual({ status: 200 })
    },
  )
})

test.each(['bytes=0-9', 'bytes=1000-'])('a HEAD ignores %s', (range) => {
  expect(requestedPart({ method: 'HEAD', headers: { range } }, video)).toEqual({ status: 200 })
})

describe('If-Range', () => {
  test.each([
    ['"a"', video, 206],
    ['"b"', video, 200],
    ['W/"a"', video, 200],
    ['W/"a"', resized, 200],
    [lastModified, video, 206],
    [earlier, video, 200],
    [later, video, 200],
    ['yesterday', video, 200],
  ])('%s', (condition, file, status) => {
    const headers = { range: 'bytes=0-9', 'if-range': condition }
    expect(requestedPart(get(headers), file).status).toBe(status)
  })
})

describe('conditions', () => {
  test.each([
    [{ 'if-none-match': '"a"' }, video, 304],
    [{ 'if-none-match': 'W/"a"' }, video, 304],
    [{ 'if-none-match': '"x", W/"a"' }, resized, 304],
    [{ 'if-none-match': '*' }, video, 304],
    [{ 'if-none-match': '"b"' }, video, 200],
    [{ 'if-none-match': '"b"', 'if-modified-since': lastModified }, video, 200],
    [{ 'if-modified-since': lastModified }, video, 304],
    [{ 'if-modified-since': earlier }, video, 200],
    [{ 'if-none-match': '"a"', range: 'bytes=0-9' }, video, 304],
    [{ 'if-match': '"a"' }, video, 200],
    [{ 'if-match': '"x", "a"' }, video, 200],
    [{ 'if-match': '*' }, video, 200],
    [{ 'if-match': '"b"' }, video, 412],
    [{ 'if-match': 'W/"a"' }, resized, 412],
    [{ 'if-unmodified-since': lastModified }, video, 200],
    [{ 'if-unmodified-since': earlier }, video, 412],
    [{ 'if-unmodified-since': 'yesterday' }, video, 200],
    [{ 'if-match': '"a"', 'if-unmodified-since': earlier }, video, 200],
  ])('%j of %j: %i', (headers, file, status) => {
    expect(requestedPart(get(headers), file).status).toBe(status)
  })
})
