import { UserError } from '@photofeed/core/node'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import type { Kysely } from 'kysely'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import type { Tables } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'
import type { JobKind } from '../jobs/job-queue.ts'

/** What an operator wants to know about an account. Times are milliseconds since the epoch. */
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
  nextRefreshAt: number | null
  lastError: string | null
}

/** All accounts, in the order in which they came. */
export async function readAccounts(db: Kysely<Tables>): Promise<AccountOverview[]> {
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
    .select(['connection.broken_reason', 'job.run_at', 'job.last_error'])
    .select((eb) =>
      eb
        .selectFrom('post')
        .whereRef('post.account_id', '=', 'account.id')
        .select((post) => post.fn.countAll<number>().as('count'))
        .as('posts'),
    )
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
    nextRefreshAt: row.run_at,
    lastError: row.broken_reason ?? row.last_error,
  }))
}

/** The account of a name, with or without its @, or of an id. */
export async function findAccount(db: Kysely<Tables>, name: string): Promise<AccountOverview> {
  const accounts = await readAccounts(db)
  const wanted = name.replace(/^@/, '')
  const named = accounts.filter(({ username }) => username === wanted)
  const [found, ...others] =
    named.length > 0 ? named : accounts.filter(({ accountId }) => String(accountId) === wanted)
  if (!found) {
    throw new UserError(`No account is named ${wanted}. \`photofeed-server accounts\` lists them.`)
  }
  if (others.length === 0) return found
  const ids = named.map(({ accountId }) => accountId).join(', ')
  throw new UserError(`Several accounts are named ${wanted}. Give one of their ids: ${ids}.`)
}
