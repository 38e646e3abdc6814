import { expect, test } from 'vitest'
import { storedPost } from '../../test/store/index.ts'
import { inStoredOrder } from './stored-order.ts'

const listing = [4, 3, 2, 1].map((publishedAt) => storedPost({ position: 0, publishedAt }))

function positions(isLater: (place: number) => boolean): number[] {
  return inStoredOrder(listing, isLater).map(({ position }) => position)
}

test('one import stores a listing from its end', () => {
  expect(positions(() => false)).toEqual([4, 3, 2, 1])
  expect(positions(() => true)).toEqual([4, 3, 2, 1])
})

test('a second import comes behind the first', () => {
  expect(positions((place) => place % 2 === 1)).toEqual([2, 4, 1, 3])
})

test('the listing preserves its order and everything else', () => {
  const posts = inStoredOrder(listing, (place) => place > 1)
  expect(posts).toEqual([2, 1, 4, 3].map((position, place) => ({ ...listing[place], position })))
})
