import type { Selectable } from 'kysely'
import type { Connections } from '../db/connections.ts'
import type { Tables } from '../db/schema.ts'
import type { ClaimedJob, Job, JobQueue } from './job.ts'

const longestError = 500

/** The jobs in the database; see the port. */
export function createSqlJobQueue(
  { engine, reader, writer }: Pick<Connections, 'engine' | 'reader' | 'writer'>,
  clock: () => number,
): JobQueue {
  /** Changes a job only while its holder still holds it: a lease that ran out may have another holder by now. */
  async function whileHeld(
    job: ClaimedJob,
    change: Partial<Selectable<Tables['job']>>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await writer
      .updateTable('job')
      .set(change)
      .where('id', '=', job.id)
      .where('lease_until', '=', job.leaseUntil)
      .where('attempts', '=', job.attempts)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  return {
    async schedule(kind, accountId, runAt) {
      const row = { kind, account_id: accountId, run_at: runAt, lease_until: 0, attempts: 0 }
      await writer
        .insertInto('job')
        .values({ ...row, last_error: null })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'account_id'])
            .doUpdateSet({ run_at: runAt })
            .where('job.run_at', '>', runAt),
        )
        .execute()
    },

    async claim(limit, leaseMs) {
      const now = clock()
      const rows = await writer
        .updateTable('job')
        .set((eb) => ({ lease_until: now + leaseMs, attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('job')
            .select('id')
            .where('run_at', '<=', now)
            .where('lease_until', '<=', now)
            .orderBy('run_at')
            .limit(limit)
            .$if(engine.name === 'postgres', (due) => due.forUpdate().skipLocked()),
        )
        .returningAll()
        .execute()
      return rows
        .map((row) => ({ ...toJob(row), leaseUntil: row.lease_until }))
        .sort((one, other) => one.runAt - other.runAt)
    },

    async renew(job, leaseMs) {
      const leaseUntil = clock() + leaseMs
      return (await whileHeld(job, { lease_until: leaseUntil })) ? { ...job, leaseUntil } : null
    },

    complete: (job, nextRunAt) =>
      whileHeld(job, { run_at: nextRunAt, lease_until: 0, attempts: 0, last_error: null }),

    fail: (job, error, retryAt) =>
      whileHeld(job, { run_at: retryAt, lease_until: 0, last_error: error.slice(0, longestError) }),

    async cancel(accountId) {
      await writer.deleteFrom('job').where('account_id', '=', accountId).execute()
    },

    async list() {
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
