import type { Selectable } from 'kysely'
import type { Connections } from '../db/connections.ts'
import { databaseTime } from '../db/engine.ts'
import type { Tables } from '../db/schema.ts'
import type { Held } from './leases.ts'
import { createLeases, unlessRescheduled } from './leases.ts'

/** Fetching posts, fetching the profile, renewing the platform's token. */
export type JobKind = 'posts' | 'profile' | 'token'

/** Work that recurs for an account. There is one of each kind for an account. */
export interface Job {
  id: number
  kind: string
  accountId: number
  /** When it is due, in milliseconds since the epoch. */
  runAt: number
  /** Runs that were begun since the last one that succeeded. */
  attempts: number
  /** The sentence of the last run that failed; null after one that succeeded. */
  lastError: string | null
}

export interface ClaimedJob extends Job, Held {}

export type JobQueue = ReturnType<typeof createSqlJobQueue>

/** The recurring jobs in the database. All processes that share it share them. */
export function createSqlJobQueue(
  connections: Pick<Connections, 'reader' | 'writer'>,
  clock: () => number,
) {
  const { reader, writer } = connections
  const leases = createLeases(connections, clock, 'job')

  return {
    renew: (work: ClaimedJob, leaseMs: number) => leases.renew(work, leaseMs),
    fail: (work: ClaimedJob, error: string, retryAt: number) => leases.fail(work, error, retryAt),

    /** Makes the job due at that time; an existing one is brought forward, never postponed. */
    async schedule(kind: string, accountId: number, runAt: number): Promise<void> {
      const dueAt = databaseTime(writer, runAt, clock)
      const row = { kind, account_id: accountId, run_at: dueAt, lease_until: 0, attempts: 0 }
      await writer
        .insertInto('job')
        .values({ ...row, last_error: null })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'account_id'])
            .doUpdateSet({ run_at: dueAt })
            // Also while it runs: then it runs again.
            .where(({ eb, or }) =>
              or([eb('job.run_at', '>', dueAt), eb('job.lease_until', '>', 0)]),
            ),
        )
        .execute()
    },

    async claim(limit: number, leaseMs: number): Promise<ClaimedJob[]> {
      const rows = await leases.claim(limit, leaseMs)
      return rows.map((row) => ({ ...toJob(row), fence: row.fence }))
    },

    async complete(
      { id, fence, runAt }: ClaimedJob,
      { nextRunAt }: { nextRunAt: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await writer
        .updateTable('job')
        .set({
          run_at: unlessRescheduled(runAt, databaseTime(writer, nextRunAt, clock)),
          lease_until: 0,
          attempts: 0,
          last_error: null,
        })
        .where('id', '=', id)
        .where('fence', '=', fence)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Returns all jobs, the next one first. */
    async list(): Promise<Job[]> {
      const rows = await reader
        .selectFrom('job')
        .selectAll()
        .orderBy('run_at')
        .orderBy('id')
        .execute()
      return rows.map(toJob)
    },
  }
}

function toJob(row: Selectable<Tables['job']>): Job {
  const { id, kind, account_id, run_at, attempts, last_error } = row
  return { id, kind, accountId: account_id, runAt: run_at, attempts, lastError: last_error }
}
