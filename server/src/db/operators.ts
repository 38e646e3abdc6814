import type { PlanName } from '@photofeed/openapi'
import { sql } from 'kysely'
import { clearCachedResponses } from './api-keys.ts'
import { engineOf } from './engine.ts'
import type { JobKind } from './jobs.ts'
import { jobQueues } from './leases.ts'
import { findOwner } from './owner-rows.ts'
import type { Db, JobQueue } from './schema.ts'
import { fromProfileDocument } from './stored-documents.ts'

/** An account as operators see it. Times are milliseconds since the epoch. */
export type AccountOverview = Awaited<ReturnType<typeof readAccounts>>[number]
/** A recurring job, with the name of its account. Times are milliseconds since the epoch. */
export type JobOverview = Awaited<ReturnType<typeof readJobs>>[number]
export type PlanChange = Awaited<ReturnType<typeof changePlan>>

/** Which accounts to read; all without a filter. */
interface AccountFilter {
  id?: number
  username?: string
  /** The most accounts to return; Infinity by default. */
  limit?: number
}

/** The accounts with their owners and the job that fetches their posts. */
export function accountRows(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('connection', 'connection.account_id', 'account.id')
    .leftJoin('owner', 'owner.id', 'connection.owner_id')
    .leftJoin('job', (join) =>
      join
        .onRef('job.account_id', '=', 'account.id')
        .on('job.kind', '=', 'posts' satisfies JobKind),
    )
    .select(['account.id as accountId', 'account.plan', 'account.profile', 'connection.state'])
    .select(['account.last_fetch_at as lastFetchAt', 'connection.broken_reason as brokenReason'])
    .select(['job.run_at as nextRefreshAt', 'job.last_error as lastError'])
    .select('job.failing_since as failingSince')
}

/**
 * Returns accounts, oldest first. The status is what clients see; the state is null for an account that was imported from
 * files. `nextRefreshAt` is null if the account is not connected. `lastError` is why the connection is broken, or the error
 * of the job that has failed for longest; `failingJob` is the kind of that job.
 */
export async function readAccounts(
  db: Db,
  { id, username, limit = Number.POSITIVE_INFINITY }: AccountFilter = {},
) {
  const rows = await accountRows(db)
    .select(['account.platform_id as platformId', 'account.status', 'owner.email as ownerEmail'])
    .select('connection.token_expires_at as tokenExpiresAt')
    .select((eb) =>
      eb
        .selectFrom('post')
        .whereRef('post.account_id', '=', 'account.id')
        .select((post) => post.fn.countAll<number>().as('count'))
        .as('posts'),
    )
    .$if(id !== undefined, (query) => query.where('account.id', '=', id ?? 0))
    .$if(username !== undefined, (query) => query.where(hasUsername(username ?? '')))
    .$if(Number.isFinite(limit), (query) => query.limit(limit))
    .orderBy('account.id')
    .execute()
  const failing = await failingJobs(
    db,
    rows.map(({ accountId }) => accountId),
  )
  return rows.map(({ profile, brokenReason, ...row }) => {
    const job = failing.get(row.accountId)
    return {
      ...row,
      username: fromProfileDocument(profile).username,
      posts: row.posts ?? 0,
      lastError: brokenReason ?? job?.lastError ?? null,
      failingJob: job?.kind ?? null,
      failingSince: job?.failingSince ?? null,
    }
  })
}

interface FailingJob {
  accountId: number
  kind: string
  lastError: string | null
  failingSince: number | null
}

/** Returns the job that has failed for longest of each account that has one. */
async function failingJobs(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, FailingJob>> {
  const jobs = await db
    .selectFrom('job')
    .select(['account_id as accountId', 'kind', 'last_error as lastError'])
    .select('failing_since as failingSince')
    .where('failing_since', 'is not', null)
    .$if(accountIds.length === 1, (query) => query.where('account_id', '=', accountIds[0] ?? 0))
    .orderBy('failing_since', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(jobs.map((job) => [job.accountId, job]))
}

/** Whether the profile starts with this username, which is the first field of toProfileDocument. */
function hasUsername(username: string) {
  const start = JSON.stringify({ username }).replace(/\}$/, ',')
  return sql<boolean>`substr(account.profile, 1, ${sql.lit([...start].length)}) = ${start}`
}

/** Which jobs to read: those of an account, those that fail, or all. */
interface JobFilter {
  accountId?: number
  failingOnly?: boolean
  /** The most jobs to return; Infinity by default. Jobs of one account are few. */
  limit?: number
}

/** Returns jobs, the next one first. */
export async function readJobs(
  db: Db,
  { accountId, failingOnly = false, limit = Number.POSITIVE_INFINITY }: JobFilter = {},
) {
  const jobs = db
    .selectFrom('job')
    .innerJoin('account', 'account.id', 'job.account_id')
    .select(['job.id', 'job.kind', 'job.account_id as accountId', 'job.run_at as runAt'])
    .select(['job.attempts', 'job.last_error as lastError', 'account.profile'])
    .select('job.failing_since as failingSince')
    .select(sql<boolean | 0 | 1>`job.lease_until > ${engineOf(db).now()}`.as('isRunning'))
  const inQueue = (queue: JobQueue) =>
    jobs
      .where('job.queue', '=', sql.lit(queue))
      .orderBy('job.run_at')
      .orderBy('job.id')
      .$if(Number.isFinite(limit), (query) => query.limit(limit))
  // Each part is a range of one index.
  const parts =
    accountId !== undefined
      ? [jobs.where('job.account_id', '=', accountId)]
      : failingOnly
        ? [jobs.where('job.failing_since', 'is not', null)]
        : jobQueues.map(inQueue)
  const rows = (await Promise.all(parts.map((part) => part.execute()))).flat()
  rows.sort((one, other) => one.runAt - other.runAt || one.id - other.id)
  return rows.slice(0, limit).map(({ id: _, profile, isRunning, ...job }) => ({
    ...job,
    username: fromProfileDocument(profile).username,
    isRunning: Boolean(isRunning),
  }))
}

/**
 * Sets the plan of an owner and the owner's accounts in one transaction. All accounts stay connected, even above the plan's
 * limit; they are returned with the plans that they had. The new plan may refresh more often, so posts of accounts whose
 * plan changes are fetched now.
 *
 * @throws {UserError} if no owner has that e-mail address.
 */
export function changePlan(db: Db, { email, plan }: { email: string; plan: PlanName }) {
  return db.transaction().execute(async (transaction) => {
    const owner = await findOwner(transaction, email)
    const dueNow = engineOf(transaction).now()
    await transaction.updateTable('owner').set({ plan }).where('id', '=', owner.id).execute()
    const accounts = await transaction
      .selectFrom('connection')
      .innerJoin('account', 'account.id', 'connection.account_id')
      .select(['account.id', 'account.profile', 'account.plan as before'])
      .where('connection.owner_id', '=', owner.id)
      .orderBy('account.id')
      .execute()
    for (const { id } of accounts.filter(({ before }) => before !== plan)) {
      // Also locks the account.
      await clearCachedResponses(transaction, id)
      await transaction.updateTable('account').set({ plan }).where('id', '=', id).execute()
      await transaction
        .updateTable('job')
        .set({ run_at: dueNow })
        .where('account_id', '=', id)
        .where('kind', '=', 'posts' satisfies JobKind)
        .where('run_at', '>', dueNow)
        .execute()
    }
    const named = accounts.map(({ profile, before }) => {
      return { username: fromProfileDocument(profile).username, before }
    })
    return { email: owner.email, before: owner.plan, plan, accounts: named }
  })
}
