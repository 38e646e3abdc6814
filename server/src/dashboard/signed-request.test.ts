import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifySignedRequest } from './platform-callbacks.ts'

const secret = 'a1S2d3F4g5H6j7K8l9'
const good = { algorithm: 'HMAC-SHA256', expires: 0, issued_at: 1_790_000_000, user_id: '218471' }

function signed(payload: unknown, key = secret): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const encoded = Buffer.from(text).toString('base64url')
  return `${createHmac('sha256', key).update(encoded).digest('base64url')}.${encoded}`
}

test('what the app’s secret signed says who and when', () => {
  expect(verifySignedRequest(signed(good), secret)).toEqual({
    userId: '218471',
    issuedAt: 1_790_000_000_000,
  })
})

test('an id above 2^53 keeps its digits, with quotation marks or without', () => {
  const text = JSON.stringify(good).replace('"218471"', '17841400000000001')
  expect(verifySignedRequest(signed(text), secret)?.userId).toBe('17841400000000001')
})

describe('rejects', () => {
  const request = signed(good)
  const [signature = ''] = request.split('.')
  const other = Buffer.from(JSON.stringify({ ...good, user_id: '1' })).toString('base64url')

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a list', [request]],
    ['a signature of another secret', signed(good, 'another')],
    ['another payload', `${signature}.${other}`],
    ['a third part', `${request}.x`],
    ['a line behind it', `${request}\n`],
    ['another algorithm', signed({ ...good, algorithm: 'none' })],
    ['no user', signed({ ...good, user_id: undefined })],
    ['a user who is none', signed({ ...good, user_id: '../1' })],
    ['no time', signed({ ...good, issued_at: undefined })],
    ['no JSON', signed('{')],
    ['null', signed('null')],
    ['a payload without end', signed({ ...good, more: 'x'.repeat(4000) })],
  ])('%s', (_, text) => {
    expect(verifySignedRequest(text, secret)).toBe(null)
  })

  test('everything when there is no secret', () => {
    expect(verifySignedRequest(signed(good, ''), '')).toBe(null)
  })

  test('each change of a single character', () => {
    fc.assert(
      fc.property(fc.nat(request.length - 2), fc.string({ unit: 'grapheme' }), (place, text) => {
        const changed = request.slice(0, place) + text + request.slice(place + 1)
        // The last digit of a signature has two bits that mean nothing.
        fc.pre(changed !== request && place !== 42)
        expect(verifySignedRequest(changed, secret)).toBe(null)
      }),
    )
  })
})
