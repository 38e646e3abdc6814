import { expect, test } from 'vitest'
import { concurrentMap } from './concurrent-map.ts'

test('preserves the order and the limit', async () => {
  let running = 0
  let most = 0
  const results = await concurrentMap([5, 1, 4, 2, 3], 2, async (item) => {
    running += 1
    most = Math.max(most, running)
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve()
    running -= 1
    return item * 10
  })
  expect(results).toEqual([50, 10, 40, 20, 30])
  expect(most).toBe(2)
})

test('a failure starts nothing new and waits for what is running', async () => {
  const log: string[] = []
  const mapping = concurrentMap(['fails', 'runs', 'waits'], 2, async (item) => {
    log.push(`start ${item}`)
    if (item === 'fails') throw new Error('no')
    await Promise.resolve()
    log.push(`end ${item}`)
  })
  await expect(mapping).rejects.toThrow('no')
  expect(log).toEqual(['start fails', 'start runs', 'end runs'])
})
