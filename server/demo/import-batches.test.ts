import { expect, test } from 'vitest'
import { storedPost } from '../../testing/store/index.ts'
import { importBatches } from './import-batches.ts'

/** The batches as positions, of a listing that is given by its positions. */
function batchesOf(positions: number[]): number[][] {
  const listing = positions.map((position) => storedPost({ position, publishedAt: 0 }))
  return importBatches(listing).map((batch) => batch.map((post) => post.position))
}

test('a listing that was stored from its end is one import', () => {
  expect(batchesOf([3, 2, 1])).toEqual([[3, 2, 1]])
})

test('each time the stored order goes back to the end, another import began', () => {
  expect(batchesOf([3, 5, 2, 4, 1])).toEqual([
    [3, 2, 1],
    [5, 4],
  ])
  expect(batchesOf([1, 2, 3])).toEqual([[1], [2], [3]])
})

test('nothing is imported once', () => {
  expect(batchesOf([])).toEqual([[]])
})
