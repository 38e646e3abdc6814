import { expect, it } from 'vitest'
import { oneLine } from './plain-text.ts'

it.each([
  ['plain text', 'plain text'],
  ['  two\r\nlines\t', 'two lines'],
  ['a\u2028b\u2029c\u0085d', 'a b c d'],
  ['red \u001b[31mtext\u0007', 'red [31mtext'],
  ['right \u202eto left', 'right to left'],
  ['half \ud83d', 'half \ufffd'],
  ['Quai à Sète 🌊', 'Quai à Sète 🌊'],
])('%j becomes %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})

it('cuts long text, and no character in two', () => {
  expect(oneLine('abcdef', 4)).toBe('abc…')
  expect(oneLine('abcdef', 6)).toBe('abcdef')
  expect(oneLine('ab🌊def', 4)).toBe('ab\ufffd…')
})
