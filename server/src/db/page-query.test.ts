import { orderings, postQuery } from '@photofeed/core/testing'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Connections, openConnections } from './connections.ts'
import { pageQuery } from './page-query.ts'

let connections: Connections
beforeAll(async () => {
  connections = await openConnections(':memory:')
})
afterAll(() => connections.close())

const queries = orderings.flatMap((order) =>
  ([null, 'VIDEO'] as const).flatMap((type) =>
    [null, 10].flatMap((publishedAfter) =>
      [null, 90].flatMap((publishedBefore) =>
        [null, { publishedAt: 50, position: 5 }].map((after) =>
          postQuery({ order, type, publishedAfter, publishedBefore, after }),
        ),
      ),
    ),
  ),
)

// One step means: no sorting. By position, the dates are compared with each row on the way, because no index has both.
it.each(queries)('seeks through the index of its ordering: %o', async (query) => {
  const { sql, parameters } = pageQuery(connections.reader, 1, query).compile()
  const plan = await connections.reader.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  )
  const index = query.order.by === 'position' ? 'position' : 'time'
  const name = query.type ? `post_by_type_and_${index}` : `post_by_${index}`
  expect(plan.rows.map((row) => row.detail)).toEqual([
    expect.stringMatching(`^SEARCH post USING INDEX ${name} \\(account_id=\\?`),
  ])
  if (query.type) expect(plan.rows[0]?.detail).toContain('media_type=?')
  if (query.after) expect(plan.rows[0]?.detail).toMatch(/position\)?[<>]/)
})

it.each(orderings)('seeks to a start behind which the place lies: %o', (order) => {
  const start = order.direction === 'asc' ? 'publishedAfter' : 'publishedBefore'
  const after = { publishedAt: order.direction === 'asc' ? 1 : 99, position: 5 }
  const { parameters } = pageQuery(
    connections.reader,
    1,
    postQuery({ order, [start]: 50, after }),
  ).compile()
  const seeksByTime = order.by === 'publishedAt'
  expect(parameters.includes(after.publishedAt)).toBe(false)
  expect(parameters.includes(after.position)).toBe(!seeksByTime)
})
