import type { StoredFile } from '@photofeed/core'
import { type RawBuilder, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Events } from '../../events.ts'
import { engineOf, locksRows } from '../engine/engine.ts'
import type { Db, Lane, Tables } from '../engine/schema.ts'

export type { Lane }

/** What a cache in front of the API stores: responses to a key, or the media of an account under this surrogate key. */
export type Purged = { keyHash: string } | { mediaId: string }

/** An event that a command causes. */
type CommandEventName =
  | 'changedKey'
  | 'changedPlan'
  | 'disconnected'
  | 'invitedOwner'
  | 'exportedOwner'
  | 'deletedOwner'
export type CommandEvent = {
  [Name in CommandEventName]: { event: Name; details: Events[Name] }
}[CommandEventName]

/** What is stored of the listing of an account's posts between two runs. */
export interface PostsState {
  /** When a listing last reached the oldest post, in milliseconds since the epoch; null if never. */
  listedAt: number | null
  /** Where the next run continues an interrupted listing; null to start with the newest post. See posts-refresh.ts. */
  progress: unknown
  /** How many parts of the last listing could not be read, by their names, such as `post.caption`. */
  leftOut?: Readonly<Record<string, number>>
  /** The videos that the last complete listing had no file for. */
  withheld?: readonly string[]
}

/** What each kind of work has to know. Jobs recur: an account has one of each kind. All others are messages. */
export interface Payloads {
  posts: PostsState | null
  profile: null
  token: null
  /** Notifies the owner that posts can no longer be fetched, and why. */
  broken_connection_mail: { reason: string | null }
  /** Sends a link to choose a password to an address that signed up. */
  sign_up_mail: { email: string }
  /** Sends the owner of this address, if there is one, a link to choose a new password. */
  reset_password_mail: { email: string }
  /** Sends an owner's new address a link to confirm it. */
  change_email_mail: { ownerId: string; email: string }
  /** Notifies an owner's old address of the new one. */
  email_changed_mail: { email: string }
  /** Purges what caches in front store. The SHA-256 of a key, in hexadecimal, names responses to it. */
  clear_edge: Purged
  /** Deletes a disconnected account with its posts. */
  delete_account: null
  /** Deletes files that nothing shows, and then purges caches of the account's media, if it is given. */
  delete_files: {
    files: ReadonlyArray<Pick<StoredFile, 'id' | 'extension'>>
    mediaId: string | null
  }
  /** Logs what a command of an operator changed: its own output is not in the log of the servers. */
  log_command: CommandEvent
}

export type WorkKind = keyof Payloads
export type JobKind = 'posts' | 'profile' | 'token'
export type MessageKind = Exclude<WorkKind, JobKind>
type AccountWork = JobKind | 'broken_connection_mail' | 'delete_account' | 'delete_files'
export type MailKind = Extract<WorkKind, `${string}_mail`>

export const jobKinds = ['posts', 'profile', 'token'] as const satisfies JobKind[]
/** The lanes of jobs, in the order in which they are claimed. */
export const jobLanes = ['urgent', 'routine'] as const satisfies Lane[]

export const laneOf: Record<MessageKind, Lane> = {
  broken_connection_mail: 'mail',
  sign_up_mail: 'mail',
  reset_password_mail: 'mail',
  change_email_mail: 'mail',
  email_changed_mail: 'mail',
  clear_edge: 'purge',
  delete_account: 'deletion',
  delete_files: 'deletion',
  log_command: 'log',
}

/** Work of one kind, or of several, that this process has claimed until the lease ends. */
export type ClaimedWork<Kind extends WorkKind = WorkKind> = {
  [Each in Kind]: {
    id: number
    kind: Each
    /** Null for work that concerns no account. */
    accountId: Each extends AccountWork ? number : number | null
    payload: Payloads[Each]
    /** How many runs have failed since the last one that succeeded, or since the work was requested. */
    attempts: number
    /** When the first of the failed runs ended, in milliseconds since the epoch; null if the last run succeeded. */
    failingSince: number | null
    /** When it was due. */
    runAt: number
    /** Grows with every claim. A process whose lease ended, and whose work another process claimed, no longer matches it. */
    fence: number
  }
}[Kind]

export type ClaimedJob = ClaimedWork<JobKind>

/** The lease was lost, or the account was disconnected: the run must not store anything. */
export class LostJob extends Error {
  override name = 'LostJob'
}

/** About a day: a minute, then twice as long each time, then hourly. From then on, a job runs once a day. */
const frequentAttempts = 24
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const longestError = 500

export type WorkQueue = ReturnType<typeof createWorkQueue>

/** Creates the functions over the table of work. All processes that share the database share it, and its clock. */
export function createWorkQueue(db: Db) {
  const now = () => engineOf(db).now()
  const after = (milliseconds: number) => sql<number>`${now()} + ${Math.round(milliseconds)}`

  return {
    /** Claims work of these lanes that is due and that no process holds: by lane, then oldest due first. */
    async claim(lanes: readonly Lane[], limit: number, leaseMs: number): Promise<ClaimedWork[]> {
      const wasKilled = sql`lease_until > 0`
      // A run may end its process, and with it all that run there: a job that failed often must not be due again immediately.
      const claimed: Changes = {
        lease_until: after(leaseMs),
        fence: sql<number>`fence + 1`,
        attempts: sql<number>`case when ${wasKilled} then attempts + 1 else attempts end`,
        failing_since: sql<number>`case when ${wasKilled} then coalesce(failing_since, ${now()}) else failing_since end`,
        last_error: sql<string>`case when ${wasKilled} then 'The run did not end: its process was killed, or could not write to the database.' else last_error end`,
        run_at: sql<number>`case when attempts >= ${frequentAttempts} then ${after(hourMs)} else run_at end`,
      }
      // Materialized: PostgreSQL may run a subquery again for each row, and would select other rows each time.
      const { rows } = await sql<ClaimedWork>`
        with due as materialized (${dueRows(db, lanes, limit)})
        update work set ${assignments(claimed)} where id in (select id from due)
        returning id, kind, account_id as "accountId", payload, attempts, failing_since as "failingSince",
          run_at as "runAt", fence`.execute(db)
      return rows
        .map((row) => ({ ...row, payload: JSON.parse(String(row.payload)) }) as ClaimedWork)
        .sort((one, other) => one.runAt - other.runAt || one.id - other.id)
    },

    /** Extends the lease. Returns false if it was lost. */
    renew: (work: ClaimedWork, leaseMs: number): Promise<boolean> =>
      updateClaimed(db, work, { lease_until: after(leaseMs) }),

    /** Ends a run that succeeded; see completeWork. */
    complete: (work: ClaimedWork, nextRunInMs: number | null): Promise<boolean> =>
      completeWork(db, work, nextRunInMs),

    /**
     * Ends a run that failed, or with a null error one that was stopped, which counts as no attempt. A job that has failed
     * for a day is retried once a day, unless the failure is temporary. Returns in how many milliseconds the work runs
     * again; null if the lease was lost.
     */
    async fail(
      work: ClaimedWork,
      error: string | null,
      retryInMs: number,
      isTemporary = false,
    ): Promise<number | null> {
      const isJob = (jobKinds as readonly WorkKind[]).includes(work.kind)
      const isSpent = isJob && !isTemporary && work.attempts >= frequentAttempts
      const nextRunInMs = isSpent ? dayMs : retryInMs
      const isHeld = await updateClaimed(db, work, {
        run_at: unlessRescheduled(work, after(nextRunInMs)),
        lease_until: 0,
        ...(error !== null && {
          attempts: sql<number>`attempts + 1`,
          failing_since: sql<number>`coalesce(failing_since, ${now()})`,
          // PostgreSQL stores no NUL character.
          last_error: error.replaceAll('\0', '').slice(0, longestError),
        }),
      })
      return isHeld ? nextRunInMs : null
    },

    /** Adds a message; see enqueue. */
    enqueue: <Kind extends MessageKind>(
      kind: Kind,
      accountId: number | null,
      payload: Payloads[Kind],
      options?: MessageOptions,
    ): Promise<void> => enqueue(db, kind, accountId, payload, options),

    /** Makes a job of an account due now, ahead of routine jobs. */
    schedule: (kind: JobKind, accountId: number): Promise<void> => scheduleJob(db, kind, accountId),

    /** Makes failing jobs due: all of them, or those of an account. Returns how many there were. */
    async retry(accountId: number | null): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('work')
        .set({ run_at: now(), attempts: 0 })
        .where('kind', 'in', jobKinds)
        .where('failing_since', 'is not', null)
        // The lease of a killed run has expired.
        .where('lease_until', '<=', now())
        .$if(accountId !== null, (update) => update.where('account_id', '=', accountId))
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
  }
}

interface MessageOptions {
  /** Replaces a pending message of this kind and key. One that is running is sent once more. */
  key?: string
  /** When it is due, in milliseconds from now; 0 by default. */
  inMs?: number
}

/** Adds a message. In a transaction, it is committed together with the change that causes it. */
export async function enqueue<Kind extends MessageKind>(
  db: Db,
  kind: Kind,
  accountId: number | null,
  payload: Payloads[Kind],
  { key, inMs = 0 }: MessageOptions = {},
): Promise<void> {
  const now = engineOf(db).now()
  const row = {
    ...{ kind, lane: laneOf[kind], key: key ?? null, account_id: accountId },
    payload: JSON.stringify(payload),
    run_at: sql<number>`${now} + ${inMs}`,
  }
  await db
    .insertInto('work')
    .values({ ...row, created_at: row.run_at })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .doUpdateSet({ ...row, lease_until: 0, fence: sql`work.fence + 1` }),
    )
    .execute()
}

/**
 * Makes a job due, ahead of routine jobs, and forgets how often it failed. An existing job is brought forward, never
 * postponed; a running one runs once more.
 */
export async function scheduleJob(
  db: Db,
  kind: JobKind,
  accountId: number,
  inMs = 0,
): Promise<void> {
  const dueAt = sql<number>`${engineOf(db).now()} + ${Math.round(inMs)}`
  const urgent = { lane: 'urgent' as const, attempts: 0 }
  await db
    .insertInto('work')
    .values({
      kind,
      key: `${accountId}`,
      account_id: accountId,
      payload: 'null',
      run_at: dueAt,
      ...urgent,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).doUpdateSet({
        ...urgent,
        run_at: sql<number>`case when work.run_at > ${dueAt} or work.lease_until > 0 then ${dueAt} else work.run_at end`,
      }),
    )
    .execute()
}

/**
 * Ends a run that succeeded: deletes the row, or with a time makes it due again, with another payload if one is given.
 * Returns false if the lease was lost.
 */
export async function completeWork(
  db: Db,
  work: ClaimedWork,
  nextRunInMs: number | null,
  payload?: Payloads[JobKind],
): Promise<boolean> {
  if (nextRunInMs === null) {
    const { numDeletedRows } = await db
      .deleteFrom('work')
      .where('id', '=', work.id)
      .where('fence', '=', work.fence)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const next = sql<number>`${engineOf(db).now()} + ${Math.round(nextRunInMs)}`
  return updateClaimed(db, work, {
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    lane: sql<Lane>`case when run_at = ${work.runAt} then 'routine' else lane end`,
    run_at: unlessRescheduled(work, next),
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

/**
 * Returns the query for rows that are due and that no process holds. Each part seeks in the index and stops at the limit;
 * one condition for all of them would read every row that is not due.
 */
export function dueRows(db: Db, lanes: readonly Lane[], limit: number): RawBuilder<unknown> {
  const { name: engine, now } = engineOf(db)
  const locks = engine === 'postgres' ? sql`for update skip locked` : sql``
  const parts = lanes.map(
    (lane, rank) => sql`
      select id, run_at, ${sql.lit(rank)} as rank from (
        select id, run_at from work
        where lane = ${sql.lit(lane)} and run_at <= ${now()} and lease_until <= ${now()}
        order by run_at, id limit ${limit} ${locks}) as ${sql.ref(`due_${rank}`)}`,
  )
  return sql`
    select id from (${sql.join(parts, sql` union all `)}) as found order by rank, run_at, id limit ${limit}`
}

type Changes = UpdateObject<Tables, 'work'>

/** Changes a claimed row. Returns false if its lease was lost or released. */
async function updateClaimed(
  db: Db,
  { id, fence }: ClaimedWork,
  changes: Changes,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update work set ${assignments(changes)}
    where id = ${id} and fence = ${fence} and lease_until > 0`.execute(db)
  return numAffectedRows === 1n
}

function assignments(changes: Changes): RawBuilder<unknown> {
  return sql.join(
    Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  )
}

/** Returns the time of the next run. A row that was rescheduled during the run keeps its new time. */
function unlessRescheduled({ runAt }: ClaimedWork, next: RawBuilder<number>) {
  return sql<number>`case when run_at = ${runAt} then ${next} else run_at end`
}
