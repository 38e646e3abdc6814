import { expect, test } from 'vitest'
import { orderedHeaders } from './response-view.ts'

test("the service's own headers come first, as the contract spells them", () => {
  const all = [
    ['content-type', 'application/json'],
    ['x-last-fetched-at', 'Never'],
    ['x-service-account-status', 'importing'],
  ] as const
  expect(orderedHeaders(all)).toEqual([
    ['X-Service-Account-Status', 'importing'],
    ['X-Last-Fetched-At', 'Never'],
    ['content-type', 'application/json'],
  ])
})
