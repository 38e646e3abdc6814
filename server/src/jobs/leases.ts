import { type RawBuilder, sql, type Transaction, type UpdateObject } from 'kysely'
import { databaseTime, engineOf, locksRows } from '../stores/engine.ts'
import type { Db, JobQueue, OutboxQueue, Tables } from '../stores/schema.ts'

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

/** Columns of a job; those of a lease are in all three tables. */
type Changes = UpdateObject<Tables, 'job'>

interface Claim {
  limit: number
  leaseMs: number
  /** The queues to claim from, in this order; null for the whole table. */
  queues: readonly (JobQueue | OutboxQueue | null)[]
}

/** Creates the functions that claim, renew and release rows; the same SQL for all three tables. */
export function createLeases(writer: Db, clock: () => number, table: WorkTable) {
  const leaseEnd = (leaseMs: number) => sql<number>`${engineOf(writer).now()} + ${sql.lit(leaseMs)}`

  return {
    /**
     * Claims rows that are due and that no process holds: by queue, then oldest due first. Returns the `columns` too, and
     * sets the `changes`.
     */
    async claim<Claimed extends ClaimedWork>(
      claim: Claim,
      columns: readonly RawBuilder<unknown>[] = [],
      changes: Changes = {},
    ): Promise<Claimed[]> {
      const claimed: Changes = {
        lease_until: leaseEnd(claim.leaseMs),
        attempts: sql<number>`attempts + 1`,
        fence: sql<number>`fence + 1`,
        ...changes,
      }
      const returned = [sql`id, kind, attempts, fence, run_at as "runAt"`, ...columns]
      // Materialized: PostgreSQL may run a subquery again for each row, and would select other rows each time.
      const { rows } = await sql<Claimed>`
        with due as materialized (${dueRows(writer, table, claim)})
        update ${sql.table(table)} set ${assignments(claimed)} where id in (select id from due)
        returning ${sql.join(returned)}`.execute(writer)
      return rows.sort((one, other) => one.runAt - other.runAt || one.id - other.id)
    },

    /** Extends the lease. Returns false if it was lost. */
    renew: (claimed: ClaimedWork, leaseMs: number): Promise<boolean> =>
      updateClaimed(writer, table, claimed, { lease_until: leaseEnd(leaseMs) }),

    /** Releases work that failed or was stopped, see `failed`. Returns when it runs again; null if the lease was lost. */
    async fail(
      claimed: ClaimedWork,
      error: string | null,
      retryAt: number,
    ): Promise<number | null> {
      const next = databaseTime(writer, retryAt, clock)
      const isHeld = await updateClaimed(writer, table, claimed, failed(claimed, error, next))
      return isHeld ? retryAt : null
    },
  }
}

// Nothing is scheduled further ahead than a week: a later time was written by a wrong clock.
const maxScheduleAheadMs = 8 * 86_400_000

/**
 * Returns the query for rows that are due and that no process holds. Each part seeks in the index and stops at the limit;
 * one condition for all of them would read every row that is not due.
 */
export function dueRows(
  db: Db,
  table: WorkTable,
  { limit, leaseMs, queues }: Claim,
): RawBuilder<unknown> {
  const { name: engine, now } = engineOf(db)
  const isFree = sql`(lease_until <= ${now()} or lease_until > ${now()} + ${sql.lit(2 * leaseMs)})`
  const times = [sql`run_at <= ${now()}`, sql`run_at > ${now()} + ${sql.lit(maxScheduleAheadMs)}`]
  const locks = engine === 'postgres' ? sql`for update skip locked` : sql``
  const parts = queues
    .flatMap((queue) =>
      times.map((time) => (queue === null ? time : sql`queue = ${sql.lit(queue)} and ${time}`)),
    )
    .map(
      (condition, rank) => sql`
      select id, run_at, ${sql.lit(rank)} as rank from (
        select id, run_at from ${sql.table(table)} where ${condition} and ${isFree}
        order by run_at, id limit ${sql.lit(limit)} ${locks}) as ${sql.ref(`due_${rank}`)}`,
    )
  return sql`
    select id from (${sql.join(parts, sql` union all `)}) as found
    order by rank, run_at, id limit ${sql.lit(limit)}`
}

/** Changes a claimed row. Returns false if its lease was lost or released. */
export async function updateClaimed(
  db: Db,
  table: WorkTable,
  { id, fence }: ClaimedWork,
  changes: Changes,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${assignments(changes)}
    where id = ${id} and fence = ${fence} and lease_until > 0`.execute(db)
  return numAffectedRows === 1n
}

function assignments(changes: Changes): RawBuilder<unknown> {
  return sql.join(
    Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  )
}

/** Returns the columns of work that succeeded, until its next run. */
export function succeeded(claimed: ClaimedWork, next: RawBuilder<number>): Changes {
  const run_at = unlessRescheduled(claimed, next)
  return { run_at, lease_until: 0, attempts: 0, last_error: null }
}

const longestError = 500

/**
 * Returns the columns of work that failed, until it is retried. The error is null if the run was stopped, which counts as
 * no attempt.
 */
export function failed(
  claimed: ClaimedWork,
  error: string | null,
  next: RawBuilder<number>,
): Changes {
  return {
    run_at: unlessRescheduled(claimed, next),
    lease_until: 0,
    ...(error === null
      ? { attempts: sql<number>`attempts - 1` }
      : // PostgreSQL stores no NUL character.
        { last_error: error.replaceAll('\0', '').slice(0, longestError) }),
  }
}

/** Returns the time of the next run. A row that was rescheduled during the run keeps its new time. */
function unlessRescheduled({ runAt }: ClaimedWork, next: RawBuilder<number>) {
  return sql<number>`case when run_at = ${runAt} then ${next} else run_at end`
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
