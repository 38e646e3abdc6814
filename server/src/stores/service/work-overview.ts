import { sql } from 'kysely'
import { engineOf } from '../engine/engine.ts'
import type { Db, Lane } from '../engine/schema.ts'
import { type JobKind, jobKinds, jobLanes } from './work-kinds.ts'

/** A recurring job, with the name of its account. Times are milliseconds since the epoch. */
export type JobOverview = Awaited<ReturnType<typeof readJobs>>[number]

interface JobFilter {
  accountId?: number
  failingOnly?: boolean
  limit?: number
}

/** Returns jobs, the next one first: those of an account, those that fail, or all. */
export async function readJobs(db: Db, filter: JobFilter = {}) {
  const { accountId, failingOnly = false, limit = Number.POSITIVE_INFINITY } = filter
  const jobs = db
    .selectFrom('work as job')
    .innerJoin('account', 'account.id', 'job.account_id')
    .select(['job.id', 'job.kind', 'account.id as accountId', 'job.run_at as runAt'])
    .select(['job.attempts', 'job.last_error as lastError', 'job.failing_since as failingSince'])
    .select('account.username')
    .select(sql<boolean | 0 | 1>`job.lease_until > ${engineOf(db).now()}`.as('isRunning'))
  const inLane = (lane: Lane) =>
    jobs
      .where('job.lane', '=', sql.lit(lane))
      .orderBy('job.run_at')
      .orderBy('job.id')
      .$if(Number.isFinite(limit), (query) => query.limit(limit))
  // Each part is a range of one index.
  const parts =
    accountId !== undefined
      ? [jobs.where('job.account_id', '=', accountId).where('job.kind', 'in', jobKinds)]
      : failingOnly
        ? [jobs.where('job.failing_since', 'is not', null).where('job.kind', 'in', jobKinds)]
        : jobLanes.map(inLane)
  const rows = (await Promise.all(parts.map((part) => part.execute()))).flat()
  rows.sort((one, other) => one.runAt - other.runAt || one.id - other.id)
  return rows.slice(0, limit).map(({ id: _, isRunning, kind, ...job }) => ({
    ...job,
    kind: kind as JobKind,
    isRunning: Boolean(isRunning),
  }))
}
