import { expect, test } from 'vitest'
import { planFacts } from '../../browser/playground/plan-facts.ts'

test('each plan is described', () => {
  expect(planFacts('free')).toBe('Free: the 6 newest posts, in one size.')
  expect(planFacts('premium')).toBe('Premium: all stored posts, up to 100 on a page, in 4 sizes.')
})
