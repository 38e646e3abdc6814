import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import { sql, type Transaction } from 'kysely'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import { clearCachedResponses } from './api-keys.ts'
import { engineOf } from './engine.ts'
import type { JobKind } from './jobs.ts'
import { liveQueues } from './leases.ts'
import type { Db, JobQueue, Tables } from './schema.ts'
import { fromProfileDocument } from './stored-documents.ts'

/** An account as operators see it. Times are milliseconds since the epoch. */
export interface AccountOverview {
  accountId: number
  platformId: string
  username: string
  plan: PlanName
  /** As clients see it. */
  status: ConnectionStatus
  /** Null for an account that was imported from files. */
  state: ConnectionState | null
  ownerEmail: string | null
  posts: number
  lastFetchAt: number | null
  /** Null if none is planned: it is not connected, or its job is dead. */
  nextRefreshAt: number | null
  lastError: string | null
}

/** Which accounts to read; all without a filter. */
interface AccountFilter {
  id?: number
  username?: string
  /** The most accounts to return; Infinity by default. */
  limit?: number
}

/** Returns accounts, oldest first. */
export async function readAccounts(
  db: Db,
  { id, username, limit = Number.POSITIVE_INFINITY }: AccountFilter = {},
): Promise<AccountOverview[]> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('connection', 'connection.account_id', 'account.id')
    .leftJoin('owner', 'owner.id', 'connection.owner_id')
    .leftJoin('job', (join) =>
      join
        .onRef('job.account_id', '=', 'account.id')
        .on('job.kind', '=', 'posts' satisfies JobKind),
    )
    .select(['account.id', 'account.platform_id', 'account.plan', 'account.status'])
    .select(['account.profile', 'account.last_fetch_at', 'connection.state', 'owner.email'])
    .select(['connection.broken_reason', 'job.run_at', 'job.queue', 'job.last_error'])
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
  return rows.map((row) => ({
    accountId: row.id,
    platformId: row.platform_id,
    username: fromProfileDocument(row.profile).username,
    plan: row.plan,
    status: row.status,
    state: row.state,
    ownerEmail: row.email,
    posts: row.posts ?? 0,
    lastFetchAt: row.last_fetch_at,
    nextRefreshAt: row.queue === 'dead' ? null : row.run_at,
    lastError: row.broken_reason ?? row.last_error,
  }))
}

/** Whether the profile starts with this username, which is the first field of toProfileDocument. */
function hasUsername(username: string) {
  const start = JSON.stringify({ username }).replace(/\}$/, ',')
  return sql<boolean>`substr(account.profile, 1, ${sql.lit([...start].length)}) = ${start}`
}

/** A recurring job, with the name of its account. Times are milliseconds since the epoch. */
export interface JobOverview {
  kind: string
  accountId: number
  username: string
  runAt: number
  isRunning: boolean
  /** Whether it failed too often, and is not tried again until it is replayed. */
  isDead: boolean
  attempts: number
  lastError: string | null
}

/** Which jobs to read: those of an account, those that failed too often, or all. */
interface JobFilter {
  accountId?: number
  deadOnly?: boolean
  /** The most jobs to return; Infinity by default. Jobs of one account are few. */
  limit?: number
}

const deadQueue = ['dead'] as const
const allQueues = [...liveQueues, ...deadQueue]

/** Returns jobs, the next one first. Dead ones, which have no next run, are last. */
export async function readJobs(
  db: Db,
  { accountId, deadOnly = false, limit = Number.POSITIVE_INFINITY }: JobFilter = {},
): Promise<JobOverview[]> {
  const isRunning = sql<boolean | 0 | 1>`job.lease_until > ${engineOf(db).now()}`
  const jobs = db
    .selectFrom('job')
    .innerJoin('account', 'account.id', 'job.account_id')
    .select(['job.id', 'job.kind', 'job.account_id', 'job.run_at', 'job.attempts'])
    .select(['job.queue', 'job.last_error', 'account.profile', isRunning.as('is_running')])
  const inQueue = (queue: JobQueue) =>
    jobs
      .where('job.queue', '=', sql.lit(queue))
      .orderBy('job.run_at')
      .orderBy('job.id')
      .$if(Number.isFinite(limit), (query) => query.limit(limit))
  // Each part is a range of one index.
  const parts =
    accountId === undefined
      ? (deadOnly ? deadQueue : allQueues).map(inQueue)
      : [jobs.where('job.account_id', '=', accountId)]
  const rows = (await Promise.all(parts.map((part) => part.execute()))).flat()
  const rank = ({ queue }: { queue: JobQueue }) => (queue === 'dead' ? 1 : 0)
  rows.sort(
    (one, other) => rank(one) - rank(other) || one.run_at - other.run_at || one.id - other.id,
  )
  return rows.slice(0, limit).map((row) => ({
    kind: row.kind,
    accountId: row.account_id,
    username: fromProfileDocument(row.profile).username,
    runAt: row.run_at,
    isRunning: Boolean(row.is_running),
    isDead: row.queue === 'dead',
    attempts: row.attempts,
    lastError: row.last_error,
  }))
}

/**
 * Sets the plan of an owner and the owner's accounts, and disconnects nothing. Returns all accounts of the owner with the
 * plans that they had. The new plan may refresh more often, so posts of accounts whose plan changes are fetched now.
 */
export async function setPlan(
  transaction: Transaction<Tables>,
  ownerId: string,
  plan: PlanName,
  now: number,
): Promise<{ username: string; before: PlanName }[]> {
  const dueNow = engineOf(transaction).now()
  await transaction.updateTable('owner').set({ plan }).where('id', '=', ownerId).execute()
  const accounts = await transaction
    .selectFrom('connection')
    .innerJoin('account', 'account.id', 'connection.account_id')
    .select(['account.id', 'account.profile', 'account.plan'])
    .where('connection.owner_id', '=', ownerId)
    .orderBy('account.id')
    .execute()
  for (const account of accounts) {
    if (account.plan === plan) continue
    // Also locks the account.
    await clearCachedResponses(transaction, account.id, now)
    await transaction.updateTable('account').set({ plan }).where('id', '=', account.id).execute()
    await transaction
      .updateTable('job')
      .set({ run_at: dueNow })
      .where('account_id', '=', account.id)
      .where('kind', '=', 'posts' satisfies JobKind)
      .where('run_at', '>', dueNow)
      .execute()
  }
  return accounts.map((account) => ({
    username: fromProfileDocument(account.profile).username,
    before: account.plan,
  }))
}
