import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpointNames } from './endpoints.ts'
import { bodies, type Fault, faults, mediaKinds, rootFields } from './fault-settings.ts'
import { formatFault, parseFault, parseNumbers } from './fault-text.ts'

const number = fc.nat()
const anyFault = fc.record(
  {
    status: number,
    retryAfter: number,
    delay: fc.oneof(number, fc.tuple(number, number), fc.record({ median: number, p95: number })),
    times: number,
    body: fc.constantFrom(...bodies),
    bytesPerSecond: number,
    field: fc.constantFrom(...rootFields),
    when: fc
      .record(
        {
          endpoint: fc.constantFrom(...endpointNames),
          media: fc.constantFrom(...mediaKinds),
          nth: fc.oneof(number, fc.tuple(number, number)),
          every: number,
          query: fc.constantFrom({ 'page[cursor]': '*' }, { 'include[]': 'comments', sort: 'id' }),
        },
        { requiredKeys: [] },
      )
      .filter((when) => Object.keys(when).length > 0),
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
