import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOfJsonError } from './json-place.ts'

test.each([
  ['', 1, 1],
  ['{"a": 1,\n "b": oops}', 2, 7],
  ['[1,\n 2,\n]', 3, 1],
  ['{"a": 1,}', 1, 9],
  ['{"a" 1}', 1, 6],
  ['{a: 1}', 1, 2],
  ['[1 2]', 1, 4],
  ['[1}', 1, 3],
  ['["broken off', 1, 2],
  ['["a\tb"]', 1, 2],
  ['["\\x"]', 1, 2],
  ['[01]', 1, 3],
  ['{}\n{}', 2, 1],
  ['[nulll]', 1, 2],
])('%j', (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(placeOfJsonError(text)).toEqual({ line, column })
})

test('points at what was put into valid JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, place) => {
      // Escaped, so that the intruder cannot hide inside a string.
      const text = JSON.stringify(JSON.parse(json)).replaceAll(/"(?:[^"\\]|\\.)*"/g, '"s"')
      const at = place % (text.length + 1)
      const broken = `${text.slice(0, at)}\u0000${text.slice(at)}`
      expect(placeOfJsonError(broken).column).toBeLessThanOrEqual(at + 1)
    }),
    { seed: 42 },
  )
})
