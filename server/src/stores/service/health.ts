import { sql } from 'kysely'
import { isBroken } from '../../connections/lifecycle.ts'
import { assertSameClock, type DatabaseHandles, engineOf } from '../engine/engine.ts'
import type { Db } from '../engine/schema.ts'
import { jobKinds, jobLanes, type Lane, lanes } from './work-kinds.ts'
import { isFailing } from './work-overview.ts'

export type Health = ReturnType<typeof createHealth>

/** Creates the functions that show how the database is, and what waits in it. */
export function createHealth({ db, prepare }: Pick<DatabaseHandles, 'db' | 'prepare'>) {
  const oneOf = (table: 'api_key' | 'account' | 'post') =>
    sql`(select 1 from ${sql.table(table)} limit 1)`
  const tables = sql`select ${oneOf('api_key')}, ${oneOf('account')}, ${oneOf('post')}`
  const read = prepare(tables.compile(db))
  return {
    /** Reads the tables of a page, as a page does. Rejects if that fails. */
    testRead: async () => void (await read([])),
    testCommit: testCommit.bind(null, db),
    read: readDatabase.bind(null, db),
    countConnections: countConnections.bind(null, db),
    assertSameClock: assertSameClock.bind(null, db),
  }
}

/** Reads what a scrape shows. Jobs are counted in ranges of indexes, so that all others cost nothing. */
export const readDatabase = async (db: Db) => ({
  jobs: await countJobs(db),
  late: await countLate(db),
})

/** A job that runs, that failed the last time, or that has failed for a day. All other jobs wait for their time. */
type JobState = 'running' | 'failing' | 'failing_for_a_day'

const count = sql<number>`count(*)`
const dayMs = 86_400_000

/** In each lane, of all processes. */
const mostRunning = 1000

async function countJobs(db: Db) {
  const now = engineOf(db).now()
  // Those that run are the oldest that are due.
  const oldest = (lane: Lane) => {
    const due = db
      .selectFrom('work')
      .select(['kind', 'lease_until'])
      .where('lane', '=', lane)
      .where('run_at', '<=', now)
      .orderBy('run_at')
      .orderBy('id')
      .limit(mostRunning)
    return db.selectFrom(due.as('due')).selectAll()
  }
  const [urgent, routine] = jobLanes
  const running = db
    .selectFrom(oldest(urgent).unionAll(oldest(routine)).as('due'))
    .select(['kind', sql<JobState>`'running'`.as('state'), count.as('count')])
    .where('lease_until', '>', now)
    .groupBy('kind')
  const state = sql<JobState>`case when failing_since <= ${now} - ${sql.lit(dayMs)} then 'failing_for_a_day' else 'failing' end`
  const failing = db
    .selectFrom('work')
    .select(['kind', state.as('state'), count.as('count')])
    .where('kind', 'in', jobKinds)
    // The condition of the index work_by_failure.
    .where('failing_since', 'is not', null)
    .where(isFailing(now))
    .where('lease_until', '<=', now)
    .groupBy(['kind', state])
  // In two statements: to sort them together, PostgreSQL would read all jobs in the order of their kinds.
  const found = [...(await running.execute()), ...(await failing.execute())]
  return found.toSorted((one, other) =>
    `${one.kind} ${one.state}` < `${other.kind} ${other.state}` ? -1 : 1,
  )
}

/** Work that has been due for so long should run. */
const lateMs = 15 * 60_000

/** A backlog is not counted beyond this. */
const mostLate = 10_000

/** Counts by lane what is late. It comes first in the index of its lane. */
function countLate(db: Db) {
  const now = engineOf(db).now()
  function late(lane: Lane) {
    const first = db
      .selectFrom('work')
      .select('lane')
      .where('lane', '=', lane)
      .where('run_at', '<=', sql<number>`${now} - ${sql.lit(lateMs)}`)
      .where('lease_until', '<=', now)
      .limit(mostLate)
    return db
      .selectFrom(first.as('late'))
      .select(['lane', count.as('count')])
      .groupBy('lane')
  }
  const [first = 'urgent', ...others] = lanes
  return others.reduce((found, lane) => found.unionAll(late(lane)), late(first)).execute()
}

/** A token that expires so soon should have been renewed long ago. */
const expiringMs = 14 * dayMs

/** Counts connections by state, and those whose tokens expire soon. Reads an entry of an index for each, so call it rarely. */
export function countConnections(db: Db) {
  const soon = sql`${engineOf(db).now()} + ${sql.lit(expiringMs)}`
  return db
    .selectFrom('connection')
    .select(['state', count.as('count')])
    .select(sql<number>`count(case when token_expires_at < ${soon} then 1 end)`.as('expiring'))
    .groupBy('state')
    .orderBy('state')
    .execute()
}

/** Returns the counts of connections whose token is used. */
export function workingConnections(counts: Awaited<ReturnType<typeof countConnections>>) {
  return counts.filter(({ state }) => !isBroken(state) && state !== 'disconnected')
}

/** Commits a row. Rejects if nothing can be written. The row is among those that attempts.ts prunes. */
export async function testCommit(db: Db, now: number): Promise<void> {
  await db
    .insertInto('rate_limit')
    .values({ key: 'readiness', full_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ full_at: now }))
    .execute()
}
