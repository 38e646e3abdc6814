import { expect, test } from 'vitest'
import { line } from './line.ts'

test.each([
  ['two\nlines', 'two lines'],
  ['\u001b[31mred\u0007', '[31mred'],
  ['1234567890', '1234567890'],
  ['12345678901', '123456789…'],
  ['family 👨‍👩‍👧 of one', 'family 👨‍👩‍👧…'],
])('%j is the line %j', (text, expected) => {
  expect(line(text, 10)).toBe(expected)
})
