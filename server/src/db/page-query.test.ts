import type { PostQuery } from '@photofeed/core'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderings, postQuery } from '../../../testing/store/index.ts'
import type { Connections } from './connections.ts'
import { compilePage, pageValues } from './page-query.ts'
import { openSqlite } from './sqlite-connections.ts'

let connections: Connections
beforeAll(async () => {
  connections = await openSqlite(':memory:', { mayMigrate: true })
})
afterAll(() => connections.close())

const kinds = orderings.flatMap((order) =>
  ([null, 'VIDEO'] as const).map((type) => ({ ...order, type, order })),
)

// One step means: no sorting. By position, the dates are compared with each row on the way, because no index has both.
it.each(kinds)('seeks by $by $direction and type $type in one index', async ({ order, type }) => {
  for (const { publishedAfter, publishedBefore, after } of ranges()) {
    const query = postQuery({ order, type, publishedAfter, publishedBefore, after })
    const steps = await planOf(query)
    const by = order.by === 'position' ? 'position' : 'time'
    const index = type ? `post_by_type_and_${by}` : `post_by_${by}`
    expect(steps).toEqual([expect.stringMatching(`^SEARCH post USING INDEX ${index} `)])
    expect(steps[0]).toContain(type ? '(account_id=? AND media_type=?' : '(account_id=?')
    if (after) expect(steps[0]).toMatch(/position\)?[<>]/)
    if (order.by === 'publishedAt' && (publishedAfter ?? publishedBefore ?? after)) {
      expect(steps[0]).toContain('published_at')
    }
  }
})

// SQLite seeks by one start only, and would read every row from there to the other.
it.each([
  { direction: 'asc', filter: 'publishedAfter', behind: 49, within: 51 },
  { direction: 'desc', filter: 'publishedBefore', behind: 51, within: 49 },
] as const)('seeks by time $direction to the later start', async (start) => {
  const { direction, filter, behind, within } = start
  async function seeksTo(publishedAt: number) {
    const order = { by: 'publishedAt', direction } as const
    const [step] = await planOf(
      postQuery({ order, [filter]: 50, after: { publishedAt, position: 5 } }),
    )
    return step
  }
  const sign = direction === 'asc' ? '>' : '<'
  const byTime = 'SEARCH post USING INDEX post_by_time (account_id=?'
  expect(await seeksTo(behind)).toBe(`${byTime} AND published_at${sign}?)`)
  for (const publishedAt of [50, within]) {
    expect(await seeksTo(publishedAt)).toBe(`${byTime} AND (published_at,position)${sign}(?,?))`)
  }
})

function* ranges() {
  for (const publishedAfter of [null, 10]) {
    for (const publishedBefore of [null, 90]) {
      for (const after of [null, { publishedAt: 50, position: 5 }]) {
        yield { publishedAfter, publishedBefore, after }
      }
    }
  }
}

async function planOf(query: PostQuery): Promise<string[]> {
  const values = pageValues(1, query)
  const { sql, parameters } = compilePage(connections, query, values)
  const plan = await connections.reader.executeQuery<{ detail: string }>(
    CompiledQuery.raw(
      `explain query plan ${sql}`,
      parameters.map((name) => values[name]),
    ),
  )
  return plan.rows.map((row) => row.detail)
}
