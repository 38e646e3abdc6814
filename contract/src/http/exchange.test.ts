import { expect, test } from 'vitest'
import { parseJson } from './json.ts'

test('JSON is parsed, whatever is in its strings', () => {
  const value = { a: ['[{\\"', { b: null }], ['__proto__']: 1 }
  expect(parseJson(JSON.stringify(value))).toEqual(value)
  expect(parseJson('<html>')).toBeUndefined()
})

test('JSON that is too deep or too long is not parsed', () => {
  expect(parseJson('['.repeat(64) + ']'.repeat(64))).toBeDefined()
  expect(parseJson('['.repeat(65) + ']'.repeat(65))).toBeUndefined()
  expect(parseJson(`[${'0,'.repeat(300_000)}0]`)).toBeDefined()
  expect(parseJson(`[${'0,'.repeat(300_001)}0]`)).toBeUndefined()
})
