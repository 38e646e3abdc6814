import { expect, test } from 'vitest'
import { isWebUrl } from './web-url.ts'

test('only web addresses pass', () => {
  expect(['https://a.example/x', 'HTTP://a.example'].every(isWebUrl)).toBe(true)
  expect(
    [
      'javascript:alert(1)',
      ' https://a.example',
      'data:text/html,x',
      '//a.example',
      '',
      null,
      7,
    ].some(isWebUrl),
  ).toBe(false)
})
