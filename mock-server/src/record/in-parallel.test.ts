import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('as many at a time as are allowed, and each once', async () => {
  const seen: number[] = []
  let running = 0
  let most = 0
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    seen.push(item)
  })
  expect(most).toBe(3)
  expect(seen.sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('after a failure nothing new is started, and what runs is waited for', async () => {
  const ended: number[] = []
  const work = inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    if (item === 1) throw new Error('one')
    await new Promise((resolve) => setImmediate(resolve))
    ended.push(item)
  })
  await expect(work).rejects.toThrow('one')
  expect(ended).toEqual([2])
})
