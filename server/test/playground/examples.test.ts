import { sdl } from '@photofeed/graphql'
import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { examples } from '../../browser/explorer/examples.ts'

test.each(Object.entries(examples))('the example "%s" is a query', (_, { query, variables }) => {
  expect(validate(buildSchema(sdl), parse(query))).toEqual([])
  expect(JSON.parse(variables)).toBeTypeOf('object')
})
