import { expect, test } from 'vitest'
import { definitionExcerpt } from './rule-page.ts'

const text = 'a:\n  b:\n    c: 1\n    d: 2\n  e: 3\n\n  f: 4\n'

test('a definition is its line and the deeper ones below it', () => {
  expect(definitionExcerpt(text, 2)).toEqual(['2  b:', '3    c: 1', '4    d: 2'])
  expect(definitionExcerpt(text, 3)).toEqual(['3  c: 1'])
})

test('it ends at an empty line', () => {
  expect(definitionExcerpt(text, 5)).toEqual(['5  e: 3'])
  expect(definitionExcerpt(text, 1)).toHaveLength(5)
})

test('a long one is cut', () => {
  const long = ['x:', ...Array.from({ length: 50 }, (_, index) => `  y${index}: 1`)].join('\n')
  const lines = definitionExcerpt(long, 1)
  expect(lines).toHaveLength(21)
  expect(lines.slice(-2)).toEqual(['20    y18: 1', '    …'])
})
