import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import { databaseTime, engineOf } from './engine.ts'
import { type ClaimedWork, createLeases, succeeded, updateClaimed } from './leases.ts'
import type { Db, JobQueue, Tables } from './schema.ts'

/** Fetch posts, fetch the profile, renew the platform's token. */
export type JobKind = 'posts' | 'profile' | 'token'

/** A recurring job of an account. An account has one of each kind. */
export interface ClaimedJob extends ClaimedWork {
  accountId: number
  queue: JobQueue
  /** When a listing of the account's posts last reached the oldest one; null if never. */
  listedAt: number | null
  /** Where the last listing was interrupted, as its run wrote it; null if it was not. */
  progress: string | null
  /** Runs in a row, with this one, that failed or never ended, without temporary failures. */
  failures: number
  /** The error of the last run if it failed, otherwise null. */
  lastError: string | null
}

const ownColumns = ['account_id as accountId', 'queue', 'listed_at as listedAt', 'progress']
const errorColumns = ['failures', 'last_error as lastError']

/** About a day: a minute, then twice as long each time, then hourly. */
const mostFailures = 24
const isSpent = ({ failures }: ClaimedJob) => failures > mostFailures

/** A job that failed too often is not claimed any more, until it is scheduled or replayed. */
const failedColumns = (
  { runAt }: ClaimedWork,
  isTemporary: boolean,
): UpdateObject<Tables, 'job'> =>
  isTemporary
    ? { failures: sql<number>`case when failures > 0 then failures - 1 else 0 end` }
    : {
        queue: sql<JobQueue>`case when failures >= ${sql.lit(mostFailures)} and run_at = ${runAt}
          then 'dead' else queue end`,
      }

export type Jobs = ReturnType<typeof createJobs>

/** Creates the queue of recurring jobs. All processes that share the database share it. */
export function createJobs(writer: Db, clock: () => number) {
  const columns = [...ownColumns, ...errorColumns]
  const leases = createLeases<ClaimedJob>(writer, clock, 'job', columns, failedColumns)

  return {
    renew: leases.renew,
    /** Ends a run that failed. Returns false if the lease was lost. */
    fail: leases.fail,
    dueRows: leases.dueRows,

    /** Schedules a job for a time by this process's clock, ahead of routine jobs; see scheduleJob. */
    schedule: (kind: string, accountId: number, runAt: number): Promise<void> =>
      scheduleJob(writer, kind, accountId, databaseTime(writer, runAt, clock)),

    /** Claims jobs that are due and that no process holds, urgent ones before others. */
    async claim(
      limit: number,
      leaseMs: number,
      { urgentOnly = false } = {},
    ): Promise<ClaimedJob[]> {
      const jobs = await leases.claim(limit, leaseMs, urgentOnly ? ['urgent'] : undefined)
      // Their runs never ended: one that ends its process must not do so again and again.
      for (const job of jobs.filter(isSpent)) {
        await leases.fail(
          job,
          job.lastError ?? 'No run ended: its process was killed each time.',
          clock(),
        )
      }
      return jobs.filter((job) => !isSpent(job))
    },

    /** Makes dead jobs due: all of them, or those of an account. Returns how many there were. */
    async replay(accountId: number | null): Promise<number> {
      const { numUpdatedRows } = await writer
        .updateTable('job')
        .set({ queue: 'routine', failures: 0, attempts: 0, run_at: engineOf(writer).now() })
        .where('queue', '=', 'dead')
        .$if(accountId !== null, (update) => update.where('account_id', '=', accountId))
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    /** Ends a run that succeeded, unless it completed the job itself (null). Returns false if its lease was lost. */
    complete: async (job: ClaimedJob, done: { nextRunAt: number } | null): Promise<boolean> =>
      done === null || completeJob(writer, job, databaseTime(writer, done.nextRunAt, clock)),
  }
}

/**
 * Schedules a job, ahead of routine jobs. An existing job is brought forward, never postponed; a running one runs once
 * more.
 */
export async function scheduleJob(
  db: Db,
  kind: string,
  accountId: number,
  dueAt: RawBuilder<number>,
): Promise<void> {
  const urgent = { queue: 'urgent' as const, failures: 0 }
  await db
    .insertInto('job')
    .values({ kind, account_id: accountId, run_at: dueAt, ...urgent })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'account_id']).doUpdateSet({
        ...urgent,
        run_at: sql<number>`case when job.run_at > ${dueAt} or job.lease_until > 0 then ${dueAt} else job.run_at end`,
      }),
    )
    .execute()
}

/** Ends a run that succeeded. Returns false if the lease was lost. */
export function completeJob(
  db: Db,
  job: ClaimedJob,
  next: RawBuilder<number>,
  changes: { listed_at?: number | null; progress?: null } = {},
): Promise<boolean> {
  return updateClaimed(db, 'job', job, {
    ...changes,
    ...succeeded(job, next),
    queue: sql<JobQueue>`case when run_at = ${job.runAt} then 'routine' else queue end`,
    failures: 0,
  })
}
