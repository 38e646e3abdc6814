import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { costOf } from './import-world.ts'

test('the import and the deletion of 10,000 posts never stop the event loop for 50 ms', async () => {
  const { importing, deleting } = await costOf(10_000, {
    at: join(await tempFolder(), 'photofeed.sqlite'),
  })
  expect(importing.longest.milliseconds).toBeLessThan(50)
  expect(deleting.longest.milliseconds).toBeLessThan(50)
})

test('what a first import flushes grows with its files, and no faster', async () => {
  const flushes = []
  for (const posts of [50, 100, 200]) {
    const { importing } = await costOf(posts, { withFiles: true })
    flushes.push(importing.cost.flushes)
  }
  const [small = 0, middle = 0, large = 0] = flushes
  // Twice as many files; purges and renewed leases are counted too.
  expect((large - middle) / (middle - small)).toBeLessThan(3)
  // Each file, its folder, and its row, which may share a commit with others.
  expect(large).toBeLessThan(3.5 * 200)
})
