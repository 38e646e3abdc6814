import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodies, endpoints, type Fault, faults } from './fault-settings.ts'
import { formatFault, parseFault, parseNumbers } from './fault-text.ts'

const number = fc.nat()
const anyFault = fc.record(
  {
    status: number,
    retryAfter: number,
    delay: fc.oneof(number, fc.tuple(number, number)),
    times: number,
    endpoint: fc.constantFrom(...(Object.keys(endpoints) as (keyof typeof endpoints)[])),
    body: fc.constantFrom(...bodies),
  },
  { requiredKeys: ['status'] },
) satisfies fc.Arbitrary<Fault>

test('a formatted fault is parsed as the same fault', () => {
  fc.assert(
    fc.property(anyFault, (fault) => {
      expect(parseFault(formatFault(fault))).toEqual(fault)
    }),
    { seed: 42 },
  )
  for (const name of Object.keys(faults)) expect(parseFault(name)).toBe(name)
})

test.each([
  ['200', 200],
  ['100-400', [100, 400]],
  [' 100 - 400 ', [100, 400]],
  ['-5', '-5'],
  ['1-2-3', '1-2-3'],
  ['1.5', '1.5'],
  ['', ''],
  ['soon', 'soon'],
])('the text %j is parsed as %j', (text, value) => {
  expect(parseNumbers(text)).toEqual(value)
})
