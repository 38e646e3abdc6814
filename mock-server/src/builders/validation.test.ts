import { expect, test } from 'vitest'
import { nearestName } from './validation.ts'

const known = ['caption', 'altText', 'timestamp', 'likeCount', 'commentsCount', 'id']

test.each([
  ['captoin', 'caption'],
  ['Caption', 'caption'],
  ['alttext', 'altText'],
  ['comentCount', 'commentsCount'],
  ['timestmp', 'timestamp'],
  ['di', undefined],
  ['color', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
])('%.20s', (unknown, nearest) => {
  expect(nearestName(unknown, known)).toBe(nearest)
})
