import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom, cycle } from './random.ts'

test('the same seed gives the same numbers, everywhere and forever', () => {
  const random = createRandom(1)
  expect([random.next(), random.next(), random.next()]).toEqual([
    0.6270739405881613, 0.002735721180215478, 0.5274470399599522,
  ])
})

test('numbers stay in their bounds', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: -9, max: 9 }), fc.nat(9), (seed, low, span) => {
      const random = createRandom(seed)
      for (let turn = 0; turn < 20; turn += 1) {
        const whole = random.integer(low, low + span)
        expect(Number.isInteger(whole) && whole >= low && whole <= low + span).toBe(true)
        expect(random.next()).toBeLessThan(1)
        expect(['a', 'b']).toContain(random.pick(['a', 'b']))
      }
    }),
    { seed: 42 },
  )
})

test('a cycle starts over', () => {
  expect([0, 1, 2, 3].map((index) => cycle(['a', 'b', 'c'], index))).toEqual(['a', 'b', 'c', 'a'])
  expect(() => cycle([], 0)).toThrow(RangeError)
})
