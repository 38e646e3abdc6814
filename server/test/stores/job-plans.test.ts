// What scrapes, claims and commands read among 100,002 jobs, of which 10,000 are dead.

import { CompiledQuery, createQueryId, type Kysely, type RootOperationNode, sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../src/stores/database.ts'
import type { Tables } from '../../src/stores/engine/schema.ts'
import { readAccounts } from '../../src/stores/service/account-overview.ts'
import { readDatabase } from '../../src/stores/service/health.ts'
import { claimWork } from '../../src/stores/service/work.ts'
import { jobLanes } from '../../src/stores/service/work-kinds.ts'
import { postgres, testDatabases, testSecret } from '../support/databases.ts'

const now = 1_000_000_000
const clock = () => now
const lease = 60_000

/** Adds 33,334 accounts with three jobs each: 6 run, 5 are due, 20 failed, 10,000 are dead, all others wait for their time. */
async function addJobs({ tables: { db } }: Database): Promise<void> {
  await sql`
    insert into account (platform_id, media_id, plan, status, username, profile, version)
    with recursive number(n) as (select 1 union all select n + 1 from number where n < 33334)
    select cast(n as text), cast(n as text), 'premium', 'ready', 'name', '{"username":"name"}', 1 from number`.execute(
    db,
  )
  await sql`
    insert into connection (account_id, state, permissions, connected_at)
    select id, case when id <= 7 then 'invalid_token' else 'ready' end, '', 0 from account`.execute(
    db,
  )
  const waits = sql`${sql.lit(now)} + 1000 + account.id`
  await sql`
    insert into work (kind, key, account_id, run_at, lane, payload)
    select kind, cast(account.id as text), account.id, ${waits}, 'routine', 'null'
    from account cross join (select 'posts' as kind union all select 'profile' union all select 'token') as kinds`.execute(
    db,
  )
  const change = (first: number, last: number, columns: string) =>
    sql
      .raw(
        `update work set ${columns} where kind = 'posts' and account_id between ${first} and ${last}`,
      )
      .execute(db)
  await change(1, 6, `run_at = ${now - 20_000} - account_id, lease_until = ${now + lease}`)
  await change(7, 11, `run_at = ${now - 12_000} + account_id * 1000`)
  await change(12, 31, `attempts = 1, last_error = 'Out of order.', failing_since = ${now - 1000}`)
  await change(
    1000,
    10_999,
    `attempts = 1, last_error = 'Unreadable.', failing_since = ${now - 86_400_000}`,
  )
  await sql`analyze`.execute(db)
}

const scrape = {
  read: (db: Kysely<Tables>) => readDatabase(db),
  result: {
    jobs: [
      { kind: 'posts', state: 'failing', count: 20 },
      { kind: 'posts', state: 'failing_for_a_day', count: 10_000 },
      { kind: 'posts', state: 'running', count: 6 },
    ],
    late: [],
  },
}

const claim = {
  read: async (db: Kysely<Tables>) =>
    (await claimWork(db, jobLanes, 10, lease)).map(({ accountId }) => accountId),
  result: [7, 8, 9, 10, 11],
}
const accountOf = {
  read: async (db: Kysely<Tables>) =>
    (await readAccounts(db, { id: 12 })).map(({ accountId }) => accountId),
  result: [12],
}

/** Its jobs, connection and posts go with it, which SQLite's plans do not show. */
const deletion = {
  read: (db: Kysely<Tables>) =>
    db.deleteFrom('account').where('id', '=', 12).returning('id').execute(),
  result: [{ id: 12 }],
}

describe('on PostgreSQL', () => {
  let at: string
  beforeAll(async () => {
    at = await postgres.make()
    const database = await openDatabase({ at, secret: testSecret, databaseClock: clock })
    await addJobs(database)
    // Index entries of earlier versions of a row are counted until then.
    await sql`vacuum (analyze)`.execute(database.tables.db)
    await database.close()
  })

  it.each([
    // Each failing job once.
    ['scrape', scrape, 10_040],
    ['claim', claim, 40],
    ['look-up of an account', accountOf, 10],
    ['deletion of an account', deletion, 20],
  ])('a %s reads no more than it returns, and a few', async (_, { read, result }, most) => {
    const database = await openDatabase({ at, secret: testSecret, databaseClock: clock })
    onTestFinished(database.close)
    const undone = new Error('undone')
    const work = database.tables.db.transaction().execute(async (transaction) => {
      expect(await read(transaction)).toEqual(result)
      expect(await entriesRead(transaction)).toBeLessThanOrEqual(most)
      throw undone
    })
    await expect(work).rejects.toBe(undone)
  })

  /** Returns how many entries of indexes the transaction has read, and rows without an index. */
  async function entriesRead(transaction: Kysely<Tables>): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select sum(pg_stat_get_xact_tuples_returned(oid))::bigint as count from pg_class
      where relname similar to '(work|account|connection|post)%'`.execute(transaction)
    return rows[0]?.count ?? 0
  }
})

describe('on SQLite', () => {
  const databases = testDatabases()

  it('every query reads a range of an index', async () => {
    const database = await databases.open({ clock })
    await addJobs(database)
    const steps: string[] = []
    for (const { read, result } of [scrape, accountOf, claim]) {
      const found = await planned(database.tables.db, read)
      expect(found.value).toEqual(result)
      steps.push(...found.steps)
    }
    const ranges = steps.filter((step) => /^SEARCH (job|work)\b/.test(step))
    expect(new Set(ranges.map((step) => step.replace(/^.*?(?=[^ ]+ \()/, '')))).toEqual(
      new Set([
        'work_by_failure (kind=? AND failing_since>?)',
        'work_by_lane_and_time (lane=? AND run_at<?)',
        'work_by_account (account_id=?)',
        'work_by_account (account_id=? AND kind=?) LEFT-JOIN',
        'KEY (rowid=?)',
      ]),
    )
    expect(steps.filter((step) => /^SCAN (job|work|account|connection|post)\b/.test(step))).toEqual(
      [],
    )
  })

  /** Runs the work, and returns the steps of its plans that read jobs, accounts or connections. */
  async function planned(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<unknown>) {
    const nodes: RootOperationNode[] = []
    const recorder = {
      transformQuery({ node }: { node: RootOperationNode }) {
        nodes.push(node)
        return node
      },
      transformResult: async ({ result }: { result: object }) => result as never,
    }
    const steps: string[] = []
    const value = await work(db.withPlugin(recorder))
    for (const node of nodes) {
      const query = db.getExecutor().compileQuery(node, createQueryId())
      const explain = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
      const { rows } = await db.executeQuery<{ detail: string }>(explain)
      steps.push(...rows.map(({ detail }) => detail))
    }
    return { value, steps }
  }
})
