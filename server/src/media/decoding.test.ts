import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDecoding } from './decoding.ts'

/** Runs decodings that end one by one, and returns what was decoded at the same time whenever one had begun. */
async function decodeAll(limits: { threads: number; bytes: number }, sizes: readonly number[]) {
  const decoding = createDecoding(limits)
  const running: number[] = []
  const seen: number[][] = []
  const all = sizes.map((bytes) =>
    decoding.run(bytes, async () => {
      running.push(bytes)
      seen.push([...running])
      for (let turn = 0; turn < 3; turn += 1) await setImmediate()
      running.splice(running.indexOf(bytes), 1)
      if (bytes === 13) throw new Error('cannot be decoded')
      return bytes
    }),
  )
  const results = await Promise.allSettled(all)
  return { seen, results }
}

test('pictures are decoded at the same time as long as their memory is within the limit', async () => {
  const { seen } = await decodeAll({ threads: 8, bytes: 100 }, [60, 40, 50, 30, 30])
  for (const together of seen) {
    expect(together.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(100)
  }
  expect(seen.slice(0, 2)).toEqual([[60], [60, 40]])
  expect(seen).toHaveLength(5)
})

test('a large picture is not overtaken by small ones for ever', async () => {
  const { seen } = await decodeAll({ threads: 8, bytes: 100 }, [60, 90, 10, 10, 10])
  expect(seen.slice(0, 3)).toEqual([[60], [90], [90, 10]])
})

test('no more than the threads, also after one has failed', async () => {
  const { seen, results } = await decodeAll({ threads: 2, bytes: 100 }, [13, 13, 1, 2, 3])
  expect(Math.max(...seen.map(({ length }) => length))).toBe(2)
  expect(results.map(({ status }) => status)).toEqual([
    ...['rejected', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  ])
})

test('a picture that alone is over the limit runs alone', async () => {
  const { seen } = await decodeAll({ threads: 8, bytes: 100 }, [10, 200, 10])
  expect(seen).toEqual([[10], [200], [10]])
})
