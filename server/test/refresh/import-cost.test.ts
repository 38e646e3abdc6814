import { expect, test } from 'vitest'
import { costOf } from './import-world.ts'

test('what a first import and a deletion write grows with the posts, and no faster; no turn of the event loop has more of it', async () => {
  const costs = [await costOf(250), await costOf(1000), await costOf(4000)]
  const [small, middle, large] = costs.map(({ importing }) => importing.cost)
  for (const name of ['statements', 'commits', 'bytes', 'flushes'] as const) {
    const growth = Number(large?.[name]) - Number(middle?.[name])
    const before = Number(middle?.[name]) - Number(small?.[name])
    // Three quarters of 4,000 posts are four times three quarters of 1,000. Purges that wait are replaced by the next.
    expect.soft(growth / before, name).toBeLessThan(6)
  }
  for (const { importing, deleting } of costs) {
    for (const { longest } of [importing, deleting]) {
      expect(longest.statements).toBeLessThan(60)
      // Each waits for the disk.
      expect(longest.flushes).toBe(1)
    }
  }
  // A batch deletes 500 posts.
  const [deleted, , deletedMost] = costs.map(({ deleting }) => deleting.cost.commits)
  expect(Number(deletedMost) - Number(deleted)).toBeLessThan(4000 / 500 + 2)
})
