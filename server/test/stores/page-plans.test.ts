// How PostgreSQL reads pages of an account with many posts among accounts with few.
import type { PostQuery } from '@photofeed/core'
import { sql } from 'kysely'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { generate, placeOf } from '../../bench/scale-data.ts'
import { openDatabase } from '../../src/stores/database.ts'
import { postgresEngine } from '../../src/stores/engine/engine.ts'
import { openPostgres } from '../../src/stores/engine/postgres.ts'
import { compilePage } from '../../src/stores/page-query.ts'
import { testSecret } from '../support/databases.ts'
import { indexedQueries } from '../support/indexed-queries.ts'
import { sharedPostgres } from '../support/postgres/postgres.ts'

const posts = 3000
/** Each page is full, whatever it selects. */
const limit = 12
const after = placeOf(2000, posts)
const first = placeOf(1000, posts).publishedAt
const last = placeOf(2900, posts).publishedAt

let at: string
beforeAll(async () => {
  at = await (await sharedPostgres()).create()
  const database = await openDatabase({ at, secret: testSecret })
  await generate(database, { accounts: 300, biggest: posts, others: limit })
  await database.close()
})

const queries = indexedQueries(first, last, after, limit)

// PostgreSQL plans for the values of the first calls of a prepared query, and then once for all values.
it.each(['force_custom_plan', 'force_generic_plan'])(
  'reads only the rows of the page with %s',
  async (mode) => {
    const connections = await openPostgres(at, { connections: undefined, engine: postgresEngine })
    onTestFinished(connections.close)
    await connections.db.connection().execute(async (connection) => {
      await sql`set plan_cache_mode = ${sql.raw(mode)}`.execute(connection)
      type Result = { 'QUERY PLAN': [{ Plan: Step }] }
      const explain = async (query: PostQuery) => {
        const { sql: text, parameters } = compilePage(connections, 1, query)
        await sql.raw(`prepare page as ${text}`).execute(connection)
        const given = parameters.map(literal).join(', ')
        const { rows } = await sql
          .raw<Result>(`explain (analyze, format json) execute page(${given})`)
          .execute(connection)
        await sql`deallocate page`.execute(connection)
        return rows[0]?.['QUERY PLAN'][0].Plan
      }
      for (const query of queries) {
        const by = query.order.by === 'position' ? 'position' : 'time'
        const index = query.type ? `post_by_type_and_${by}` : `post_by_${by}`
        const scan = { 'Node Type': 'Index Scan', 'Index Name': index, 'Actual Rows': limit }
        const plan = shorten(await explain(query))
        expect({ query, plan }).toEqual({ query, plan: { 'Node Type': 'Limit', Plans: [scan] } })
      }
    })
  },
)

interface Step {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Step[]
}

/** What a step reads. A plan that reads an index and nothing else has no other fields. */
function shorten(step: Step | undefined): unknown {
  if (!step) return undefined
  const { Plans, 'Node Type': type, ...rest } = step
  if (Plans) return { 'Node Type': type, Plans: Plans.map(shorten) }
  const removed = {
    filter: rest['Rows Removed by Filter'],
    recheck: rest['Rows Removed by Index Recheck'],
  }
  return {
    ...{ 'Node Type': type, 'Index Name': rest['Index Name'], 'Actual Rows': rest['Actual Rows'] },
    ...((removed.filter || removed.recheck) && { removed }),
  }
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
