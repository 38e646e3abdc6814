import type { PostQuery } from '@photofeed/core'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountFeed, postQuery, storedPost } from '../../../core/test/store/index.ts'
import { imported } from '../../test/support/databases.ts'
import { indexedQueries } from '../../test/support/indexed-queries.ts'
import { saveFeed } from '../../test/support/seed.ts'
import { type DatabaseHandles, sqliteEngine } from './engine/engine.ts'
import { openSqlite } from './engine/open-sqlite.ts'
import { compilePage, createPageReader } from './page-query.ts'

let handles: DatabaseHandles
beforeAll(async () => {
  handles = await openSqlite(':memory:', { connections: undefined, engine: sqliteEngine })
})
afterAll(() => handles.close())

const queries = indexedQueries(10, 90, { publishedAt: 50, position: 5 })

// One step means: no sorting.
it('seeks in one index', async () => {
  for (const query of queries) {
    const { order, type, publishedAfter, publishedBefore, after } = query
    const steps = await planOf(query)
    const name = JSON.stringify(query)
    const by = order.by === 'position' ? 'position' : 'time'
    const index = type ? `post_by_type_and_${by}` : `post_by_${by}`
    expect.soft(steps, name).toEqual([expect.stringMatching(`^SEARCH post USING INDEX ${index} `)])
    expect.soft(steps[0], name).toContain(type ? '(account_id=? AND media_type=?' : '(account_id=?')
    if (after) expect.soft(steps[0], name).toMatch(/position\)?[<>]/)
    if (order.by === 'publishedAt' && (publishedAfter ?? publishedBefore ?? after))
      expect.soft(steps[0], name).toContain('published_at')
  }
})

// By position, dates are compared on the way, but in the index: SQLite reads a row when it needs its first column.
it('reads no row that it does not return', async () => {
  for (const query of queries) {
    const program = await programOf(query)
    const name = JSON.stringify(query)
    const seek = program.find(({ opcode }) => opcode === 'DeferredSeek')
    const row = program.findIndex(({ opcode, p1 }) => opcode === 'Column' && p1 === seek?.p3)
    const returned = program.findIndex(({ opcode }) => opcode === 'ResultRow')
    expect.soft(row, name).toBeGreaterThan(0)
    const between = program.slice(row, returned).map(({ opcode }) => opcode)
    expect.soft(new Set(between), name).toEqual(new Set(['Column']))
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

it('is not short because a post between two dates was deleted while it was read', async () => {
  const tables = { db: handles.db, engine: 'sqlite' as const }
  const order = { by: 'position', direction: 'asc' } as const
  const posts = [1, 2, 3, 4].map((position) => storedPost({ position, publishedAt: position }))
  const { accountId } = await saveFeed({ tables }, imported(accountFeed(1, posts)))
  let reads = 0
  const read = createPageReader({
    ...handles,
    prepare(query) {
      const run = handles.prepare(query)
      return async (parameters) => {
        reads += 1
        if (reads === 2) await handles.db.deleteFrom('post').where('position', '=', 2).execute()
        return run(parameters)
      }
    },
  })
  const page = await read(accountId, postQuery({ order, publishedAfter: 1, limit: 3 }))
  expect(page.map(([position]) => position)).toEqual([1, 3, 4])
})

async function planOf(query: PostQuery): Promise<string[]> {
  const steps = await explain<{ detail: string }>('explain query plan', query)
  return steps.map(({ detail }) => detail)
}

/** The instructions of SQLite's virtual machine, see https://www.sqlite.org/opcode.html. */
function programOf(query: PostQuery) {
  return explain<{ opcode: string; p1: number; p3: number }>('explain', query)
}

async function explain<Row>(how: string, query: PostQuery): Promise<Row[]> {
  const { sql, parameters } = compilePage(handles, 1, query)
  const statement = CompiledQuery.raw(`${how} ${sql}`, [...parameters])
  return (await handles.db.executeQuery<Row>(statement)).rows
}
