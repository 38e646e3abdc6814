import type { Ordering } from '@photofeed/openapi'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../test/store/index.ts'
import { decodeCursor, encodeCursor } from './page.ts'

const newest: Ordering = { by: 'publishedAt', direction: 'desc' }
const oldest: Ordering = { by: 'publishedAt', direction: 'asc' }
const stored: Ordering = { by: 'position', direction: 'desc' }
const cursor = { place: { publishedAt: 1_700_000_000_000, position: 42 }, backwards: false }

test('what is encoded decodes to the same place, in characters that are safe in a URL', () => {
  const place = fc.record({
    publishedAt: fc.integer({ min: -1e14, max: 1e14 }),
    position: fc.integer({ min: 0, max: 1e14 }),
  })
  fc.assert(
    fc.property(place, fc.boolean(), (place, backwards) => {
      const text = encodeCursor({ place, backwards }, newest)
      expect(text).toMatch(/^[\w-]+$/)
      expect(decodeCursor(text, newest)).toEqual({ place, backwards })
    }),
    { seed: 42 },
  )
})

test('a cursor of another ordering is none', () => {
  const text = encodeCursor(cursor, newest)
  expect(decodeCursor(text, oldest)).toBe(null)
  expect(decodeCursor(text, stored)).toBe(null)
})

test.each([
  '',
  'x',
  '====',
  'bm9uc2Vuc2U',
  '%00',
  '💥',
  `${encodeCursor(cursor, newest)}=`,
  'A'.repeat(9000),
])('%j is no cursor', (text) => {
  expect(decodeCursor(text, newest)).toBe(null)
})

test('arbitrary text never throws', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      decodeCursor(text, newest)
    }),
    { seed: 42 },
  )
})
