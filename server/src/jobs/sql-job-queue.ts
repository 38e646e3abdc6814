import type { Selectable } from 'kysely'
import type { Connections } from '../db/connections.ts'
import { databaseTime } from '../db/engine.ts'
import type { Tables } from '../db/schema.ts'
import type { Job, JobQueue } from './job.ts'
import { createLeases, unlessRescheduled } from './leases.ts'

/** The jobs in the database; see the port. */
export function createSqlJobQueue(
  connections: Pick<Connections, 'reader' | 'writer'>,
  clock: () => number,
): JobQueue {
  const { reader, writer } = connections
  const leases = createLeases(connections, clock, 'job')

  return {
    renew: leases.renew,
    fail: leases.fail,

    async schedule(kind, accountId, runAt) {
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

    async claim(limit, leaseMs) {
      const rows = await leases.claim(limit, leaseMs)
      return rows.map((row) => ({ ...toJob(row), fence: row.fence }))
    },

    async complete({ id, fence, runAt }, { nextRunAt }) {
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
