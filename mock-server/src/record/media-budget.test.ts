import { expect, test } from 'vitest'
import { createMediaBudget } from './media-budget.ts'
import { RequestFailure } from './request-failure.ts'

test('no more is taken than there is room for', () => {
  const gigabyte = 1024 ** 3
  const budget = createMediaBudget(2 * gigabyte)
  budget.count(gigabyte)
  budget.take(gigabyte)
  expect(() => budget.take(1)).toThrow(
    new RequestFailure('is beyond the 2 GB that a recording holds'),
  )
  budget.count(-10)
  budget.take(10)
  expect(() => budget.take(1)).toThrow(RequestFailure)
})
