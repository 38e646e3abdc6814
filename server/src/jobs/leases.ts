import { type Expression, type Selectable, sql, type Transaction } from 'kysely'
import { locksRows } from '../db/account-lock.ts'
import type { Connections } from '../db/connections.ts'
import { databaseTime, engineOf } from '../db/engine.ts'
import type { Tables } from '../db/schema.ts'

/** The tables whose rows are work. */
export type WorkTable = 'job' | 'outbox' | 'media_sweep'

/** Work that this process holds until its lease ends. */
export interface Held {
  id: number
  kind: string
  /** Runs that were begun since the last one that succeeded. */
  attempts: number
  /** When it was due, by the database's clock. */
  runAt: number
  /** Grows with every claim, so that a holder whose lease ran out is told from the one that took over. */
  fence: number
}

const longestError = 500
// Nothing is planned further ahead than a week: times beyond were written by a clock that was wrong.
const farthestMs = 8 * 86_400_000

/** Rows that processes claim, hold and let go of; the same SQL for everything that is worked off. */
export function createLeases<Table extends WorkTable>(
  { writer }: Pick<Connections, 'writer'>,
  clock: () => number,
  table: Table,
) {
  // All of them have the columns that are named here.
  const work = table as 'job'
  const engine = engineOf(writer)

  return {
    /** Takes what is due and what nobody works on, that first which waits longest. */
    async claim(
      limit: number,
      leaseMs: number,
    ): Promise<(Selectable<Tables[Table]> & { runAt: number })[]> {
      const now = engine.now()
      const rows = await writer
        // Chosen once: PostgreSQL may run a part of the update anew for each row, which would choose others each time.
        .with(
          (cte) => cte('due').materialized(),
          (db) =>
            db
              .selectFrom(work)
              .select('id')
              .where(({ eb, or }) =>
                or([
                  eb('run_at', '<=', now),
                  eb('run_at', '>', sql<number>`${now} + ${sql.lit(farthestMs)}`),
                ]),
              )
              .where(({ eb, or }) =>
                or([
                  eb('lease_until', '<=', now),
                  eb('lease_until', '>', sql<number>`${now} + ${sql.lit(2 * leaseMs)}`),
                ]),
              )
              .orderBy('run_at')
              .orderBy('id')
              .limit(limit)
              .$if(engine.name === 'postgres', (due) => due.forUpdate().skipLocked()),
        )
        .updateTable(work)
        .set((eb) => ({
          lease_until: sql<number>`${now} + ${sql.lit(leaseMs)}`,
          attempts: eb('attempts', '+', 1),
          fence: eb('fence', '+', 1),
        }))
        .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
        .returningAll()
        .execute()
      return rows
        .sort((one, other) => one.run_at - other.run_at || one.id - other.id)
        .map((row) => ({ ...(row as unknown as Selectable<Tables[Table]>), runAt: row.run_at }))
    },

    /** Goes on holding what takes long; false when it was taken over. */
    async renew({ id, fence }: Held, leaseMs: number): Promise<boolean> {
      const { numUpdatedRows } = await writer
        .updateTable(work)
        .set({ lease_until: sql<number>`${engine.now()} + ${sql.lit(leaseMs)}` })
        .where('id', '=', id)
        .where('fence', '=', fence)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Lets go of what failed; false as above. */
    async fail({ id, fence, runAt }: Held, error: string, retryAt: number): Promise<boolean> {
      const dueAt = unlessRescheduled(runAt, databaseTime(writer, retryAt, clock))
      const { numUpdatedRows } = await writer
        .updateTable(work)
        .set({ run_at: dueAt, lease_until: 0, last_error: storable(error) })
        .where('id', '=', id)
        .where('fence', '=', fence)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** The time of the next run; a run that was brought forward while this one was running stays due. */
export function unlessRescheduled(runAt: number, next: Expression<number>) {
  return sql<number>`case when run_at = ${runAt} then ${next} else run_at end`
}

/** PostgreSQL stores no NUL character. */
function storable(error: string): string {
  return error.replaceAll('\0', '').slice(0, longestError)
}

/** The job was taken over, or its account disconnected: what its run found is of no use any more. */
export class LostJob extends Error {
  override name = 'LostJob'
}

/** Throws LostJob if the lease was lost, and keeps it until the transaction ends. */
export async function assertLeaseHeld(
  transaction: Transaction<Tables>,
  { id, fence }: Pick<Held, 'id' | 'fence'>,
): Promise<void> {
  const held = await transaction
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('fence', '=', fence)
    .$if(locksRows(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!held) throw new LostJob('Another run has taken over, or the account is disconnected.')
}
