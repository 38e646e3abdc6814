import { expect, test } from 'vitest'
import { masked } from './masked.ts'

test('no key is left in a text', () => {
  expect(masked('?api_key=aaa&b=bbb aaa', ['aaa', 'bbb'])).toBe(
    '?api_key=••••••••&b=•••••••• ••••••••',
  )
})
