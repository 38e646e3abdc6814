import { sql } from 'kysely'
import type { Connections } from './connections.ts'
import { databaseTime, engineOf } from './engine.ts'
import { type ClaimedWork, createLeases, unlessRescheduled } from './leases.ts'
import type { Db, JobQueue } from './schema.ts'

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

/** About a day: a minute, then twice as long each time, then hourly. */
const mostFailures = 24
const isSpent = ({ failures }: { failures: number }) => failures > mostFailures

export type Jobs = ReturnType<typeof createJobs>

/** Creates the queue of recurring jobs. All processes that share the database share it. */
export function createJobs(connections: Pick<Connections, 'writer'>, clock: () => number) {
  const { writer } = connections
  const leases = createLeases(connections, clock, 'job')

  /**
   * Ends a run that failed. A job that failed too often is not claimed any more, until it is scheduled or replayed. Returns
   * false if the lease was lost.
   */
  function fail(
    job: ClaimedWork,
    error: string,
    retryAt: number,
    isTemporary = false,
  ): Promise<boolean> {
    return leases.failWith(
      job,
      error,
      retryAt,
      isTemporary
        ? { failures: sql<number>`case when failures > 0 then failures - 1 else 0 end` }
        : {
            queue: sql<JobQueue>`case when failures >= ${sql.lit(mostFailures)} and run_at = ${job.runAt}
              then 'dead' else queue end`,
          },
    )
  }

  return {
    renew: leases.renew,
    fail,
    dueRows: leases.dueRows,

    /**
     * Schedules a job for that time, ahead of routine jobs. An existing job is brought forward, never postponed; a running
     * one runs once more.
     */
    async schedule(kind: string, accountId: number, runAt: number): Promise<void> {
      const dueAt = databaseTime(writer, runAt, clock)
      const urgent = { queue: 'urgent' as const, failures: 0 }
      const row = { kind, account_id: accountId, run_at: dueAt, lease_until: 0, attempts: 0 }
      await writer
        .insertInto('job')
        .values({ ...row, ...urgent, last_error: null })
        .onConflict((conflict) =>
          conflict.columns(['kind', 'account_id']).doUpdateSet({
            ...urgent,
            run_at: sql<number>`case when job.run_at > ${dueAt} or job.lease_until > 0 then ${dueAt} else job.run_at end`,
          }),
        )
        .execute()
    },

    /** Claims jobs that are due and that no process holds, urgent first, then oldest due first. */
    async claim(
      limit: number,
      leaseMs: number,
      { urgentOnly = false } = {},
    ): Promise<ClaimedJob[]> {
      const rows = await leases.claim(limit, leaseMs, urgentOnly ? ['urgent'] : undefined)
      const jobs = rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        accountId: row.account_id,
        queue: row.queue,
        runAt: row.runAt,
        attempts: row.attempts,
        fence: row.fence,
        listedAt: row.listed_at,
        progress: row.progress,
        failures: row.failures,
        lastError: row.last_error,
      }))
      // Their runs never ended: one that ends its process must not do so again and again.
      for (const job of jobs.filter(isSpent)) {
        await fail(job, job.lastError ?? 'No run ended: its process was killed each time.', clock())
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
    async complete(job: ClaimedJob, done: { nextRunAt: number } | null): Promise<boolean> {
      return done === null || completeJob(writer, job, done.nextRunAt - clock())
    },
  }
}

/** Ends a run that succeeded; the next one is due after `waitMs`. Returns false if the lease was lost. */
export async function completeJob(
  db: Db,
  { id, fence, runAt }: ClaimedJob,
  waitMs: number,
  changes: { listed_at?: number | null; progress?: null } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({
      ...changes,
      run_at: unlessRescheduled(
        runAt,
        databaseTime(db, waitMs, () => 0),
      ),
      queue: sql<JobQueue>`case when run_at = ${runAt} then 'routine' else queue end`,
      lease_until: 0,
      attempts: 0,
      failures: 0,
      last_error: null,
    })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
