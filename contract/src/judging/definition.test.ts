import { expect, test } from 'vitest'
import { described, validatorOf } from './definition.ts'

test.each([
  ['minimum', 1, 'integer', 'an integer of 1 or more', [1, 2, 0]],
  ['maximum', 1, 'integer', 'an integer of 1 or less', [1, 0, 2]],
  ['minLength', 2, 'string', 'a string of 2 characters or more', ['🦭🦭', 'abc', '🦭']],
  ['maxLength', 2, 'string', 'a string of at most 2 characters', ['🦭🦭', '', 'abc']],
  ['maxItems', 2, 'array', 'a list of at most 2 items', [[1, 2], [], [1, 2, 3]]],
])('%s %i of the type %s is %s', (keyword, limit, type, words, [atLimit, inside, outside]) => {
  const schema = { type: [type, 'null'], [keyword]: limit } as never
  expect(described(schema)).toBe(`${words} or null`)
  const isValid = validatorOf(schema)
  expect([null, atLimit, inside, outside].map(isValid)).toEqual([true, true, true, false])
})

test('a keyword that nothing judges is a mistake of ours', () => {
  expect(() => validatorOf({ multipleOf: 2 } as never)).toThrow(
    'The checker does not know the keyword multipleOf of a field.',
  )
})
