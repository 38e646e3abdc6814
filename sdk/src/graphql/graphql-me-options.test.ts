import { parameters, type SortValue } from '@photofeed/openapi'
import { describe, expect, it } from 'vitest'
import { feedVariables } from './graphql-me-options.ts'

describe('sort', () => {
  it.each(parameters.sort.values)('%s is the ordering that the contract gives it', (sort) => {
    const { by, direction } = parameters.sort.orderings[sort]
    expect(feedVariables({ sort }).orderBy).toEqual([
      { column: by === 'position' ? 'ID' : 'PUBLISHED_AT', order: direction.toUpperCase() },
    ])
  })

  it('is the service’s own when it is left out', () => {
    const left: { sort?: SortValue } = {}
    expect(feedVariables(left).orderBy).toBeUndefined()
  })
})
