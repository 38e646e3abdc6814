import type { Connections } from './connections.ts'
import { databaseTime } from './engine.ts'
import { type ClaimedWork, createLeases, unlessRescheduled } from './leases.ts'

/** Fetch posts, fetch the profile, renew the platform's token. */
export type JobKind = 'posts' | 'profile' | 'token'

/** A recurring job of an account. An account has one of each kind. */
export interface ClaimedJob extends ClaimedWork {
  accountId: number
  /** The error of the last run if it failed, otherwise null. */
  lastError: string | null
}

export type Jobs = ReturnType<typeof createJobs>

/** Creates the queue of recurring jobs. All processes that share the database share it. */
export function createJobs(connections: Pick<Connections, 'writer'>, clock: () => number) {
  const { writer } = connections
  const leases = createLeases(connections, clock, 'job')

  return {
    renew: leases.renew,
    fail: leases.fail,

    /** Schedules a job for that time. An existing job is brought forward, never postponed. */
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
            // A running job runs once more.
            .where(({ eb, or }) =>
              or([eb('job.run_at', '>', dueAt), eb('job.lease_until', '>', 0)]),
            ),
        )
        .execute()
    },

    /** Claims jobs that are due and that no process holds, oldest due first. */
    async claim(limit: number, leaseMs: number): Promise<ClaimedJob[]> {
      const rows = await leases.claim(limit, leaseMs)
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        accountId: row.account_id,
        runAt: row.runAt,
        attempts: row.attempts,
        fence: row.fence,
        lastError: row.last_error,
      }))
    },

    /** Ends a run that succeeded. Returns false if its lease was lost. */
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
  }
}
