import { expect, it } from 'vitest'
import { relativeTime } from './text.ts'

const now = Date.UTC(2026, 2, 1, 6)

it.each([
  [null, 'never'],
  [0, 'now'],
  [999, 'now'],
  [1000, 'in 1 second'],
  [-59_999, '59 seconds ago'],
  [60_000, 'in 1 minute'],
  [-3_599_000, '59 minutes ago'],
  [86_399_000, 'in 23 hours'],
  [-2 * 86_400_000, '2 days ago'],
])('%s ms from now is %s', (distance, words) => {
  expect(relativeTime(distance === null ? null : now + distance, now)).toBe(words)
})
