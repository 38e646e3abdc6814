import { type RawBuilder, sql, type Transaction, type UpdateObject } from 'kysely'
import { engineOf, locksRows } from '../engine/engine.ts'
import type { Db, Lane, Tables } from '../engine/schema.ts'
import type { StoreParts } from './store-parts.ts'
import { correctTimes } from './times.ts'
import {
  type ClaimedJob,
  type ClaimedWork,
  frequentAttempts,
  type JobKind,
  jobKinds,
  LostJob,
  laneOf,
  type MessageKind,
  type Payloads,
  type PostsState,
} from './work-kinds.ts'
import { isFailing, readWork } from './work-overview.ts'

const hourMs = 3_600_000
const longestError = 500
/** A clock that goes back by less may only have been corrected. */
const jumpMs = 60_000

export type WorkQueue = ReturnType<typeof createWorkQueue>

/** Creates the functions over the table of work. All processes that share the database share it, and its clock. */
export function createWorkQueue({ db, clock }: StoreParts) {
  let latest = Number.POSITIVE_INFINITY
  return {
    /** Claims work of these lanes. First corrects times if the clock was set back, or may have been before this process started. */
    async claim(lanes: readonly Lane[], limit: ClaimLimit, leaseMs: number) {
      const now = clock()
      if (now < latest - jumpMs) await correctTimes(db)
      latest = now
      return claimWork(db, lanes, limit, leaseMs)
    },
    renew: renewLease.bind(null, db),
    complete: completeWork.bind(null, db),
    fail: failWork.bind(null, db),
    enqueue: (...message: Message) => enqueue(db, ...message),
    schedule: scheduleJob.bind(null, db),
    retry: retryJobs.bind(null, db),
    list: readWork.bind(null, db),
    drop: dropMessage.bind(null, db),
  }
}

/** Returns the time so many milliseconds from now, by the database's clock. */
const after = (db: Db, milliseconds: number) =>
  sql<number>`${engineOf(db).now()} + ${Math.round(milliseconds)}`

/** How much a process may claim: in all, and of urgent jobs. */
export type ClaimLimit = number | { all: number; urgent: number }

/** Claims work of these lanes that is due and that no process holds: by lane, then oldest due first. */
export async function claimWork(
  db: Db,
  lanes: readonly Lane[],
  limit: ClaimLimit,
  leaseMs: number,
): Promise<ClaimedWork[]> {
  const wasKilled = sql`lease_until > 0`
  // Materialized: PostgreSQL may run a subquery again for each row, and would select other rows each time.
  // A run may end its process, and with it all that run there: a job that failed often must not be due again immediately.
  const { rows } = await sql<ClaimedWork>`
    with due as materialized (${dueRows(db, lanes, limit)})
    update work set lease_until = ${after(db, leaseMs)}, fence = fence + 1,
      attempts = case when ${wasKilled} then attempts + 1 else attempts end,
      failing_since = case when ${wasKilled} then coalesce(failing_since, ${engineOf(db).now()}) else failing_since end,
      last_error = case when ${wasKilled} then 'The run did not end: its process was killed, or could not write to the database.' else last_error end,
      run_at = case when attempts >= ${frequentAttempts} then ${after(db, hourMs)} else run_at end
    where id in (select id from due)
    returning id, kind, lane, account_id as "accountId", payload, attempts, failing_since as "failingSince",
      run_at as "runAt", fence`.execute(db)
  return rows
    .map((row) => ({ ...row, payload: JSON.parse(String(row.payload)) }) as ClaimedWork)
    .sort((one, other) => one.runAt - other.runAt || one.id - other.id)
}

/** Extends the lease. Returns false if it was lost. */
const renewLease = (db: Db, work: ClaimedWork, leaseMs: number): Promise<boolean> =>
  updateClaimed(db, work, { lease_until: after(db, leaseMs) })

/**
 * Ends a run that failed, or that gives its slot back; a pause counts as no attempt, and with a null error nothing failed.
 * Returns whether the work is failing; null if the lease was lost.
 */
async function failWork(
  db: Db,
  work: ClaimedWork,
  error: string | null,
  nextRunInMs: number,
  isPause = false,
): Promise<boolean | null> {
  const isHeld = await updateClaimed(db, work, {
    run_at: unlessRescheduled(work, after(db, nextRunInMs)),
    lease_until: 0,
    ...(error !== null && {
      attempts: sql<number>`attempts + ${isPause ? 0 : 1}`,
      failing_since: sql<number>`coalesce(failing_since, ${engineOf(db).now()})`,
      // PostgreSQL stores no NUL character.
      last_error: error.replaceAll('\0', '').slice(0, longestError),
    }),
  })
  if (!isHeld) return null
  const failing = db.selectFrom('work').select('id').where('id', '=', work.id)
  return (await failing.where(isFailing(engineOf(db).now())).executeTakeFirst()) !== undefined
}

/** Makes jobs due: those that fail, or all of an account. Returns how many there were. */
async function retryJobs(db: Db, accountId: number | null): Promise<number> {
  const now = engineOf(db).now()
  const jobs = db
    .updateTable('work')
    .set({ run_at: now, attempts: 0 })
    .where('kind', 'in', jobKinds)
  const { numUpdatedRows } = await (accountId === null
    ? jobs.where(isFailing(now))
    : jobs.where('account_id', '=', accountId)
  )
    // The lease of a killed run has expired.
    .where('lease_until', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes a message. Returns false if there is none with this id: it may have been sent. */
async function dropMessage(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('work')
    .where('id', '=', id)
    .where('kind', 'not in', jobKinds)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

interface MessageOptions {
  /** Replaces a pending message of this kind and key. One that is running is sent once more. */
  key?: string
  /** When it is due, in milliseconds from now; 0 by default. */
  inMs?: number
}
type Message = {
  [Kind in MessageKind]: [
    kind: Kind,
    accountId: number | null,
    payload: Payloads[Kind],
    options?: MessageOptions,
  ]
}[MessageKind]

/** Adds a message. In a transaction, it is committed together with the change that causes it. */
export async function enqueue(
  db: Db,
  ...[kind, accountId, payload, { key, inMs = 0 } = {}]: Message
): Promise<void> {
  const row = {
    ...{ kind, lane: laneOf[kind], key: key ?? null, account_id: accountId },
    payload: JSON.stringify(payload),
    run_at: after(db, inMs),
  }
  await db
    .insertInto('work')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .doUpdateSet({ ...row, attempts: 0, lease_until: 0, fence: sql`work.fence + 1` }),
    )
    .execute()
}

/** Enqueues a notice to an owner. It replaces one about the same that was not sent yet. */
export const enqueueNotice = (db: Db, accountId: number | null, payload: Payloads['notice_mail']) =>
  enqueue(db, 'notice_mail', accountId, payload, { key: Object.values(payload).join(' ') })

/** Makes a job due, ahead of routine jobs. An existing one is never postponed; a running one runs once more. */
export async function scheduleJob(
  db: Db,
  kind: JobKind,
  accountId: number,
  inMs = 0,
): Promise<void> {
  const dueAt = after(db, inMs)
  const row = { kind, key: `${accountId}`, account_id: accountId, payload: 'null' }
  const urgent = { lane: 'urgent' as const, attempts: 0 }
  await db
    .insertInto('work')
    .values({ ...row, ...urgent, run_at: dueAt })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).doUpdateSet({
        ...urgent,
        run_at: sql<number>`case when work.run_at > ${dueAt} or work.lease_until > 0 then ${dueAt} else work.run_at end`,
      }),
    )
    .execute()
}

/** Ends a run that succeeded: deletes the row, or with a time makes it due again. Returns false if the lease was lost. */
export async function completeWork(
  db: Db,
  work: ClaimedWork,
  nextRunInMs: number | null,
  payload?: PostsState,
): Promise<boolean> {
  if (nextRunInMs === null) {
    const { numDeletedRows } = await db
      .deleteFrom('work')
      .where('id', '=', work.id)
      .where('fence', '=', work.fence)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  return updateClaimed(db, work, {
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    lane: sql<Lane>`case when run_at = ${work.runAt} then 'routine' else lane end`,
    run_at: unlessRescheduled(work, after(db, nextRunInMs)),
    ...{ lease_until: 0, attempts: 0, failing_since: null, last_error: null },
  })
}

/** Stores what the next run has to know if this one is interrupted. Returns false if the lease was lost. */
export function saveState(db: Db, work: ClaimedJob, payload: PostsState): Promise<boolean> {
  return updateClaimed(db, work, { payload: JSON.stringify(payload) })
}

/** Locks the work until the transaction ends. Throws LostJob if its lease was lost. */
export async function assertLeaseHeld(
  transaction: Transaction<Tables>,
  { id, fence }: ClaimedWork,
): Promise<void> {
  const held = await transaction
    .selectFrom('work')
    .select('id')
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('lease_until', '>', 0)
    .$if(locksRows(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!held) throw new LostJob('Another process claimed the job, or the account is disconnected.')
}

/** Each part seeks in the index and stops at the limit; one condition for all would read every row that is not due. */
function dueRows(db: Db, lanes: readonly Lane[], limit: ClaimLimit): RawBuilder<unknown> {
  const { all, urgent } = typeof limit === 'number' ? { all: limit, urgent: limit } : limit
  const { name: engine, now } = engineOf(db)
  const locks = engine === 'postgres' ? sql`for update skip locked` : sql``
  const parts = lanes.map(
    (lane, rank) => sql`
      select id, run_at, ${sql.lit(rank)} as rank from (
        select id, run_at from work
        where lane = ${sql.lit(lane)} and run_at <= ${now()} and lease_until <= ${now()}
        order by run_at, id limit ${lane === 'urgent' ? urgent : all} ${locks}) as ${sql.ref(`due_${rank}`)}`,
  )
  return sql`
    select id from (${sql.join(parts, sql` union all `)}) as found order by rank, run_at, id limit ${all}`
}

/** Changes a claimed row. Returns false if its lease was lost or released. */
async function updateClaimed(
  db: Db,
  { id, fence }: ClaimedWork,
  changes: UpdateObject<Tables, 'work'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('work')
    .set(changes)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('lease_until', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the time of the next run. A row that was rescheduled during the run keeps its new time. */
function unlessRescheduled({ runAt }: ClaimedWork, next: RawBuilder<number>) {
  return sql<number>`case when run_at = ${runAt} then ${next} else run_at end`
}
