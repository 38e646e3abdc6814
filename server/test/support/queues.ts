import type { Database } from '../../src/stores/database.ts'
import { type ClaimedJob, jobKinds, jobLanes } from '../../src/stores/service/work-kinds.ts'

type WithTables = Pick<Database, 'tables'>

/** Returns all recurring jobs, the next one first. */
export function queuedJobs({ tables }: WithTables) {
  return tables.db
    .selectFrom('work')
    .select(['id', 'kind', 'account_id as accountId', 'run_at as runAt', 'attempts'])
    .select(['lane', 'last_error as lastError', 'lease_until as leaseUntil'])
    .where('kind', 'in', jobKinds)
    .orderBy('run_at')
    .orderBy('id')
    .execute()
}

/** Returns all pending messages, oldest first. */
export async function queuedMessages({ tables }: WithTables) {
  const rows = await tables.db
    .selectFrom('work')
    .select(['id', 'kind', 'account_id as accountId', 'payload', 'attempts'])
    .select(['last_error as lastError', 'run_at as runAt'])
    .where('kind', 'not in', jobKinds)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** Claims jobs that are due. */
export async function claimJobs(
  { work }: Pick<Database, 'work'>,
  limit = 10,
  leaseMs = 60_000,
): Promise<ClaimedJob[]> {
  return (await work.claim(jobLanes, limit, leaseMs)) as ClaimedJob[]
}
