import {
  type Expression,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
  type UpdateObject,
} from 'kysely'
import { locksRows } from './account-lock.ts'
import type { Connections } from './connections.ts'
import { databaseTime, engineOf } from './engine.ts'
import type { JobQueue, Tables } from './schema.ts'

/** The tables whose rows are claimed by lease. */
export type WorkTable = 'job' | 'outbox' | 'media_sweep'

/** A row that this process has claimed until the lease ends. */
export interface ClaimedWork {
  id: number
  kind: string
  /** How many runs started since the last one that succeeded. */
  attempts: number
  /** When it was due, by the database's clock. */
  runAt: number
  /** Grows with every claim. A process whose lease ended, and whose work another process claimed, no longer matches it. */
  fence: number
}

const longestError = 500
// Nothing is scheduled further ahead than a week: a later time was written by a wrong clock.
const maxScheduleAheadMs = 8 * 86_400_000

/** The queues that jobs are claimed from, in this order. */
export const liveQueues = ['urgent', 'routine'] as const satisfies JobQueue[]

/** The queues of a table in the order of their claims; null for a table without queues. */
const queues: Record<WorkTable, readonly (JobQueue | null)[]> = {
  job: liveQueues,
  outbox: [null],
  media_sweep: [null],
}

/** Creates the queries that claim, renew and release rows; the same SQL for all three tables. */
export function createLeases<Table extends WorkTable>(
  { writer }: Pick<Connections, 'writer'>,
  clock: () => number,
  table: Table,
) {
  // All three tables have the columns that are used here.
  const work = table as 'job'
  const engine = engineOf(writer)
  const ranks = new Map(queues[table].map((queue, rank) => [queue, rank]))
  const rankOf = (row: object) => ranks.get((row as { queue?: JobQueue }).queue ?? null) ?? 0

  /**
   * Returns the query for rows that are due and that no process holds, urgent first, then oldest due first. Each part
   * seeks in the index and stops at the limit; one condition for all of them would read every row that is not due.
   */
  function dueRows(
    limit: number,
    leaseMs: number,
    from = queues[table],
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

  /** Releases work that failed until `retryAt`, by this process's clock. Returns false if the lease was lost. */
  async function fail(
    { id, fence, runAt }: ClaimedWork,
    error: string,
    retryAt: number,
    changes: UpdateObject<Tables, 'job'>,
  ): Promise<boolean> {
    const dueAt = unlessRescheduled(runAt, databaseTime(writer, retryAt, clock))
    const { numUpdatedRows } = await writer
      .updateTable(work)
      .set({ ...changes, run_at: dueAt, lease_until: 0, last_error: storable(error) })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  return {
    dueRows,

    /** Claims rows that are due and that no process holds, urgent first, then oldest due first. */
    async claim(
      limit: number,
      leaseMs: number,
      from = queues[table],
    ): Promise<(Selectable<Tables[Table]> & { runAt: number })[]> {
      const now = engine.now()
      const rows = await writer
        .with(
          (cte) => cte('due').materialized(),
          () => sql<{ id: number }>`(${dueRows(limit, leaseMs, from)})`,
        )
        .updateTable(work)
        .set((eb) => ({
          lease_until: sql<number>`${now} + ${sql.lit(leaseMs)}`,
          attempts: eb('attempts', '+', 1),
          fence: eb('fence', '+', 1),
          ...(table === 'job' && { failures: eb('failures', '+', 1) }),
        }))
        .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
        .returningAll()
        .execute()
      return rows
        .sort(
          (one, other) =>
            rankOf(one) - rankOf(other) || one.run_at - other.run_at || one.id - other.id,
        )
        .map((row) => ({ ...(row as unknown as Selectable<Tables[Table]>), runAt: row.run_at }))
    },

    /** Extends the lease. Returns false if it was lost. */
    async renew({ id, fence }: ClaimedWork, leaseMs: number): Promise<boolean> {
      const { numUpdatedRows } = await writer
        .updateTable(work)
        .set({ lease_until: sql<number>`${engine.now()} + ${sql.lit(leaseMs)}` })
        .where('id', '=', id)
        .where('fence', '=', fence)
        // A job that its run completed in a transaction of its own is not leased again.
        .where('lease_until', '>', 0)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    fail: (work: ClaimedWork, error: string, retryAt: number) => fail(work, error, retryAt, {}),
    failWith: fail,
  }
}

/** Returns the time of the next run. A row that was rescheduled during the run keeps its new time. */
export function unlessRescheduled(runAt: number, next: Expression<number>) {
  return sql<number>`case when run_at = ${runAt} then ${next} else run_at end`
}

/** PostgreSQL stores no NUL character. */
function storable(error: string): string {
  return error.replaceAll('\0', '').slice(0, longestError)
}

/** The lease of a job was lost, or its account was disconnected: the run must not store anything. */
export class LostJob extends Error {
  override name = 'LostJob'
}

/** Locks the job until the transaction ends. Throws LostJob if its lease was lost. */
export async function assertLeaseHeld(
  transaction: Transaction<Tables>,
  { id, fence }: Pick<ClaimedWork, 'id' | 'fence'>,
): Promise<void> {
  const held = await transaction
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('fence', '=', fence)
    .$if(locksRows(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!held) throw new LostJob('Another process claimed the job, or the account is disconnected.')
}
