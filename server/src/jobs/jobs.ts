import { type RawBuilder, sql } from 'kysely'
import { databaseTime, engineOf } from '../stores/engine.ts'
import type { Db, JobQueue } from '../stores/schema.ts'
import { type ClaimedWork, createLeases, failed, succeeded, updateClaimed } from './leases.ts'

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
}

/** The queues that jobs are claimed from, in this order. */
export const jobQueues = ['urgent', 'routine'] as const satisfies JobQueue[]

const columns = sql`account_id as "accountId", queue, listed_at as "listedAt", progress, failures,
  failing_since as "failingSince"`

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** About a day: a minute, then twice as long each time, then hourly. From then on, a job runs once a day. */
const frequentFailures = 24
const isRare = sql<boolean>`failures >= ${sql.lit(frequentFailures)}`

export type Jobs = ReturnType<typeof createJobs>

/** Creates the queue of recurring jobs. All processes that share the database share it. */
export function createJobs(writer: Db, clock: () => number) {
  const now = () => engineOf(writer).now()

  const leases = createLeases(writer, clock, 'job')

  return {
    renew: leases.renew,

    /** See WorkQueue. */
    async fail(job: ClaimedJob, error: string | null, retryAt: number, isTemporary = false) {
      const isSpent = job.failures > frequentFailures && !isTemporary
      const nextRunAt = isSpent ? clock() + dayMs : retryAt
      const isHeld = await updateClaimed(writer, 'job', job, {
        ...failed(job, error, databaseTime(writer, nextRunAt, clock)),
        ...(error !== null && { failing_since: sql<number>`coalesce(failing_since, ${now()})` }),
        ...(isTemporary && {
          failures: sql<number>`case when failures > 0 then failures - 1 else 0 end`,
        }),
      })
      return isHeld ? nextRunAt : null
    },

    /** Schedules a job for a time by this process's clock, ahead of routine jobs; see scheduleJob. */
    schedule: (kind: string, accountId: number, runAt: number): Promise<void> =>
      scheduleJob(writer, kind, accountId, databaseTime(writer, runAt, clock)),

    /** Claims jobs that are due and that no process holds, urgent ones before others. */
    claim: (limit: number, leaseMs: number, { urgentOnly = false } = {}): Promise<ClaimedJob[]> =>
      leases.claim({ limit, leaseMs, queues: urgentOnly ? ['urgent'] : jobQueues }, [columns], {
        failures: sql<number>`failures + 1`,
        failing_since: sql<number>`case when attempts > 0 then coalesce(failing_since, ${now()}) end`,
        last_error: sql<string>`case when attempts > 0 then coalesce(last_error, 'No run ended: its process was killed.') end`,
        // A run may end its process, and with it all that run there: a job that failed often must not be due again immediately.
        run_at: sql<number>`case when ${isRare} then ${now()} + ${sql.lit(hourMs)} else run_at end`,
      }),

    /** Makes failing jobs due: all of them, or those of an account. Returns how many there were. */
    async retry(accountId: number | null): Promise<number> {
      const { numUpdatedRows } = await writer
        .updateTable('job')
        .set({ run_at: now(), failures: 0 })
        .where('failing_since', 'is not', null)
        // The lease of a killed run has expired.
        .where('lease_until', '<=', now())
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
    failing_since: null,
  })
}
