import { createRandom } from '@photofeed/core/scenarios'
import { expect, test } from 'vitest'
import { createSampler } from './durations.ts'

test('a distribution has its median and its 95th percentile, the same ones for a seed', () => {
  const draw = () => {
    const sample = createSampler(createRandom(1))
    return Array.from({ length: 20_000 }, () => sample({ median: 300, p95: 1200 }))
  }
  const times = draw()
  expect(draw()).toEqual(times)
  const sorted = times.toSorted((one, other) => one - other)
  expect(Math.abs((sorted[10_000] ?? 0) - 300)).toBeLessThan(15)
  expect(Math.abs((sorted[19_000] ?? 0) - 1200)).toBeLessThan(60)
  expect(Math.max(...times)).toBeLessThanOrEqual(60_000)
})

test('bounds contain every time, and a number is always the same', () => {
  const sample = createSampler(createRandom(1))
  const times = Array.from({ length: 1000 }, () => sample([3, 5]))
  expect(new Set(times)).toEqual(new Set([3, 4, 5]))
  expect(sample(7)).toBe(7)
})
