import { sql } from 'kysely'
import { engineOf } from './engine.ts'
import { liveQueues } from './leases.ts'
import type { Db } from './schema.ts'

/** Reads what a scrape shows. Jobs are counted in ranges of indexes, so that those that wait for their time cost nothing. */
export async function readDatabase(db: Db) {
  return {
    jobs: await countJobs(db),
    /** 0 while nothing that is due waits. */
    oldestDueJobSeconds: await oldestDueJobSeconds(db),
    outboxMessages: await countRows(db, 'outbox'),
    /** Posts that the last listing lacked and that are still served; see listed-posts.ts. */
    missingPosts: await countRows(db, 'missing_post'),
  }
}

/** A dead job failed too often, and is not tried again until an operator replays it. All other jobs wait for their time. */
type JobState = 'running' | 'failing' | 'dead'

const count = sql<number>`count(*)`

function countJobs(db: Db) {
  const now = engineOf(db).now()
  const running = db
    .selectFrom('job')
    .select(['kind', sql<JobState>`'running'`.as('state'), count.as('count')])
    // The condition of the index job_by_lease.
    .where('lease_until', '>', sql.lit(0))
    .where('lease_until', '>', now)
    .groupBy('kind')
  const state = sql<JobState>`case queue when 'dead' then 'dead' else 'failing' end`
  const failed = db
    .selectFrom('job')
    .select(['kind', state.as('state'), count.as('count')])
    .where('last_error', 'is not', null)
    .where('lease_until', '<=', now)
    .groupBy(['kind', state])
  return running.unionAll(failed).orderBy(sql`1`).orderBy(sql`2`).execute()
}

/** One query for each queue: jobs that are due come first in its index, and dead ones are in another range. */
async function oldestDueJobSeconds(db: Db): Promise<number> {
  const now = engineOf(db).now()
  let longest = 0
  for (const queue of liveQueues) {
    const oldest = await db
      .selectFrom('job')
      .select(sql<number>`${now} - run_at`.as('waited'))
      .where('queue', '=', sql.lit(queue))
      .where('run_at', '<=', now)
      .where('lease_until', '<=', now)
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    longest = Math.max(longest, oldest?.waited ?? 0)
  }
  return longest / 1000
}

async function countRows(db: Db, table: 'outbox' | 'missing_post'): Promise<number> {
  const found = await db.selectFrom(table).select(count.as('count')).executeTakeFirst()
  return found?.count ?? 0
}

/** Counts connections by state. Reads an entry of an index for each, so call it rarely. */
export function countConnections(db: Db): Promise<{ state: string; count: number }[]> {
  return db
    .selectFrom('connection')
    .select(['state', count.as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute()
}

/** Rejects if the database cannot be read. */
export async function testRead(db: Db): Promise<void> {
  await db.selectFrom('account').select('id').limit(1).execute()
}

/** Commits a row. Rejects if nothing can be written. The row is among those that attempts.ts prunes. */
export async function testCommit(db: Db, now: number): Promise<void> {
  await db
    .insertInto('rate_limit')
    .values({ key: 'readiness', started_at: now, full_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ full_at: now }))
    .execute()
}

/** Creates a table and rolls that back. Rejects if the user may not, or nothing can be written. */
export async function testMigration(db: Db): Promise<void> {
  const undone = new Error('undone')
  await db
    .transaction()
    .execute(async (transaction) => {
      await sql`create table doctor_test (id integer)`.execute(transaction)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
}
