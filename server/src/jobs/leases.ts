import { type RawBuilder, sql, type Transaction, type UpdateObject } from 'kysely'
import { databaseTime, engineOf, locksRows } from '../db/engine.ts'
import type { Db, JobQueue, Tables } from '../db/schema.ts'

/** The tables whose rows are claimed by lease. */
type WorkTable = 'job' | 'outbox' | 'media_sweep'

/** A row that this process has claimed until the lease ends. */
export interface ClaimedWork {
  id: number
  kind: string
  /** How many runs started since the last one that succeeded. */
  attempts: number
  /** Since when no run succeeded, in milliseconds since the epoch; null if the last one did, or it is not recorded. */
  failingSince?: number | null
  /** When it was due, by the database's clock. */
  runAt: number
  /** Grows with every claim. A process whose lease ended, and whose work another process claimed, no longer matches it. */
  fence: number
}

const longestError = 500
// Nothing is scheduled further ahead than a week: a later time was written by a wrong clock.
const maxScheduleAheadMs = 8 * 86_400_000

/** The queues that jobs are claimed from, in this order. */
export const jobQueues = ['urgent', 'routine'] as const satisfies JobQueue[]

/**
 * Creates the queries that claim, renew and release rows; the same SQL for all three tables. A claim returns the
 * `columns` too, with aliases such as `account_id as accountId`, and sets the `claimedColumns`; a failure sets the
 * `failedColumns`.
 */
export function createLeases<Claimed extends ClaimedWork>(
  writer: Db,
  clock: () => number,
  table: WorkTable,
  columns: readonly string[],
  claimedColumns: () => UpdateObject<Tables, 'job'> = () => ({}),
  failedColumns: (
    error: string | null,
    isTemporary: boolean,
  ) => UpdateObject<Tables, 'job'> = () => ({}),
) {
  // All three tables have the columns that are used here.
  const work = table as 'job'
  const engine = engineOf(writer)
  const queues: readonly (string | null)[] = table === 'job' ? jobQueues : [null]

  /**
   * Returns the query for rows that are due and that no process holds, urgent first, then oldest due first. Each part
   * seeks in the index and stops at the limit; one condition for all of them would read every row that is not due.
   */
  function dueRows(
    limit: number,
    leaseMs: number,
    from: readonly (string | null)[] = queues,
  ): RawBuilder<{ id: number }> {
    const now = engine.now()
    const isFree = sql`(lease_until <= ${now} or lease_until > ${now} + ${sql.lit(2 * leaseMs)})`
    const times = [sql`run_at <= ${now}`, sql`run_at > ${now} + ${sql.lit(maxScheduleAheadMs)}`]
    const locks = engine.name === 'postgres' ? sql`for update skip locked` : sql``
    const parts = from.flatMap((queue) => {
      const inQueue = queue === null ? sql`` : sql`queue = ${sql.lit(queue)} and`
      return times.map(
        (
          time,
        ) => sql`select id, run_at from ${sql.table(work)} where ${inQueue} ${time} and ${isFree}
          order by run_at, id limit ${sql.lit(limit)} ${locks}`,
      )
    })
    const names = parts.map((_, index) => sql.ref(`due_${index}`))
    // Materialized: PostgreSQL may run a subquery again for each row, and would select other rows each time.
    const ctes = parts.map((part, index) => sql`${names[index]} as materialized (${part})`)
    const ranked = names.map(
      (name, index) => sql`select id, run_at, ${sql.lit(index)} as rank from ${name}`,
    )
    return sql`with ${sql.join(ctes)}
      select id from (${sql.join(ranked, sql` union all `)}) as found
      order by rank, run_at, id limit ${sql.lit(limit)}`
  }

  return {
    dueRows,

    /** Claims rows that are due and that no process holds: urgent ones before others, then oldest due first. */
    async claim(
      limit: number,
      leaseMs: number,
      from?: readonly (string | null)[],
    ): Promise<Claimed[]> {
      const rows = await writer
        .with(
          (cte) => cte('due').materialized(),
          () => sql<{ id: number }>`(${dueRows(limit, leaseMs, from)})`,
        )
        .updateTable(work)
        .set((eb) => ({
          lease_until: sql<number>`${engine.now()} + ${sql.lit(leaseMs)}`,
          attempts: eb('attempts', '+', 1),
          fence: eb('fence', '+', 1),
          ...claimedColumns(),
        }))
        .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
        .returning(['id', 'kind', 'attempts', 'fence', 'run_at as runAt'])
        .returning(columns as readonly 'id'[])
        .execute()
      const claimed = rows as ClaimedWork[] as Claimed[]
      return claimed.sort((one, other) => one.runAt - other.runAt || one.id - other.id)
    },

    /** Extends the lease. Returns false if it was lost. */
    renew: (claimed: ClaimedWork, leaseMs: number): Promise<boolean> =>
      updateClaimed(writer, table, claimed, {
        lease_until: sql<number>`${engine.now()} + ${sql.lit(leaseMs)}`,
      }),

    /**
     * Releases work until `retryAt`, by this process's clock. The error is null if the run was stopped, which counts as no
     * attempt. Returns false if the lease was lost.
     */
    fail: (
      claimed: ClaimedWork,
      error: string | null,
      retryAt: number,
      isTemporary = false,
    ): Promise<boolean> =>
      updateClaimed(writer, table, claimed, {
        ...failedColumns(error, isTemporary),
        run_at: unlessRescheduled(claimed, databaseTime(writer, retryAt, clock)),
        lease_until: 0,
        ...(error === null
          ? { attempts: sql<number>`attempts - 1` }
          : // PostgreSQL stores no NUL character.
            { last_error: error.replaceAll('\0', '').slice(0, longestError) }),
      }),
  }
}

/** The columns of work that succeeded, until its next run. */
export function succeeded(claimed: ClaimedWork, next: RawBuilder<number>) {
  const run_at = unlessRescheduled(claimed, next)
  return { run_at, lease_until: 0, attempts: 0, last_error: null }
}

/** Returns the time of the next run. A row that was rescheduled during the run keeps its new time. */
function unlessRescheduled({ runAt }: ClaimedWork, next: RawBuilder<number>) {
  return sql<number>`case when run_at = ${runAt} then ${next} else run_at end`
}

/** Changes a claimed row. Returns false if its lease was lost or released. */
export async function updateClaimed(
  db: Db,
  table: WorkTable,
  { id, fence }: ClaimedWork,
  changes: UpdateObject<Tables, 'job'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table as 'job')
    .set(changes)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('lease_until', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The lease of a job was lost, or its account was disconnected: the run must not store anything. */
export class LostJob extends Error {
  override name = 'LostJob'
}

/** Locks the job until the transaction ends. Throws LostJob if its lease was lost. */
export async function assertLeaseHeld(
  transaction: Transaction<Tables>,
  { id, fence }: ClaimedWork,
): Promise<void> {
  const held = await transaction
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('lease_until', '>', 0)
    .$if(locksRows(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!held) throw new LostJob('Another process claimed the job, or the account is disconnected.')
}
