import type { Database } from '../../src/database.ts'
import { engineOf } from '../../src/stores/engine.ts'

type WithTables = Pick<Database, 'tables'>

/** Returns all recurring jobs, the next one first. */
export function queuedJobs({ tables }: WithTables) {
  return tables.reader
    .selectFrom('job')
    .select(['id', 'kind', 'account_id as accountId', 'run_at as runAt', 'attempts'])
    .select(['queue', 'last_error as lastError'])
    .orderBy('run_at')
    .orderBy('id')
    .execute()
}

/** Returns all pending messages of the outbox, oldest first. */
export async function queuedMessages({ tables }: WithTables) {
  const rows = await tables.reader
    .selectFrom('outbox')
    .select(['id', 'kind', 'account_id as accountId', 'payload', 'attempts'])
    .select('last_error as lastError')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** Makes the sweep of media due now. */
export async function requestSweep(database: Pick<Database, 'sweeps' | 'tables'>): Promise<void> {
  await database.sweeps.claim(0, 1)
  const { db } = database.tables
  await db
    .updateTable('media_sweep')
    .set({ run_at: engineOf(db).now() })
    .execute()
}

/** Returns when the next sweep of media is due, in milliseconds since the epoch; 0 before the first one. */
export async function nextSweepAt({ tables }: WithTables): Promise<number> {
  const row = await tables.reader.selectFrom('media_sweep').select('run_at').executeTakeFirst()
  return row?.run_at ?? 0
}
