import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { object, readData } from './validation.ts'

test.each([
  [{ maxLength: 2 }, '🦭🦭', '🦭🦭🦭', 'text of at most 2 characters, but is "🦭🦭🦭"'],
  [{ maximum: 1000 }, 1000, 1001, 'a number of at most 1,000, but is 1001'],
  [{ maxItems: 2 }, [1, 2], [1, 2, 3], 'a list of at most 2, but is a list of 3'],
  [{ maximum: 2 }, 2, 3, 'a number of at most 2, but is 3'],
])('a field with the limit %j can be %j', (limit, atLimit, above, problem) => {
  const schema = object({ field: z.nullish(z.any()) }, { field: limit })
  for (const field of [atLimit, null, undefined]) {
    expect(readData(schema, { field }, 'it: ')).toEqual({ field })
  }
  const sentence = `it: field must be ${problem}.`
  expect(() => readData(schema, { field: above }, 'it: ')).toThrow(sentence)
})
