import { expect, test } from 'vitest'
import { createMock } from './mock.ts'

test.each([
  [[400, 100], 'The option latency must name the lower bound first.'],
  [-5, 'The option latency must be a number that is not negative, but is -5.'],
  [
    Number.NaN,
    'The option latency must be milliseconds, or two bounds like [100, 400], but is NaN.',
  ],
  ['abc', 'The option latency must be milliseconds, or two bounds like [100, 400], but is "abc".'],
])('the latency %j is rejected when the mock is created', (latency, message) => {
  expect(() => createMock({ latency: latency as number })).toThrow(message)
})
