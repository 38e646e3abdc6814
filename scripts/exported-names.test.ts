import { expect, test } from 'vitest'
import { readPublicTypes } from './generate/api-reports.ts'

/** How many names a user can import, in all entries of a package. Each is a promise: when one is added, another goes, or the changeset says why not. */
const budgets = { sdk: 75, element: 25, 'mock-server': 45, contract: 16 }

const entries = readPublicTypes()

test.each(Object.entries(budgets))('%s exports %i names at most', (folder, most) => {
  const names = new Set(
    entries.filter((entry) => entry.folder === folder).flatMap(({ names }) => names),
  )
  expect([...names].toSorted()).toHaveLength(Math.min(names.size, most))
  // A budget that is too large lets names in.
  expect(names.size).toBeGreaterThan(most - 5)
})

test('the main entry of the SDK exports 45 names at most', () => {
  const { names = [] } = entries.find(({ path }) => path === 'sdk/api/index.api.md') ?? {}
  expect(names.length).toBeLessThanOrEqual(45)
})
