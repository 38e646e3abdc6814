import { expect, test } from 'vitest'
import { planFacts } from '../../browser/playground/plan-facts.ts'

test('each plan is described', () => {
  expect(planFacts('free')).toBe(
    'The 6 most recent posts, pages of 6 by default and 6 at most, no further pages, no sizes.',
  )
  expect(planFacts('premium')).toBe(
    'Every stored post, pages of 100 by default and 100 at most, further pages via cursors, pictures in several sizes.',
  )
})
