import { UserError } from '@photofeed/core/node'
import { type ConnectionStatus, type PlanName, plans } from '@photofeed/openapi'
import type { Kysely } from 'kysely'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import type { JobKind } from '../db/jobs.ts'
import type { Tables } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'
import { oneLine } from '../mail/plain-text.ts'
import { atName, relativeTime, textTable } from './text.ts'

/** An account as operators see it. Times are milliseconds since the epoch. */
interface AccountOverview {
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

/** Returns all accounts, oldest first. */
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
    .select(['connection.broken_reason', 'job.run_at', 'job.queue', 'job.last_error'])
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
    nextRefreshAt: row.queue === 'dead' ? null : row.run_at,
    lastError: row.broken_reason ?? row.last_error,
  }))
}

/** Returns the account with a username, with or without @, or an id. */
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

const stateNames: Record<ConnectionState, string> = {
  importing: 'first import runs',
  ready: 'ready',
  refreshing_token: 'token is being renewed',
  invalid_token: 'broken: the owner has to reconnect',
  broken_import: 'broken during the first import: the owner has to reconnect',
  disconnected: 'disconnected',
}

const headings = ['ID', 'ACCOUNT', 'PLAN', 'STATE', 'OWNER', 'POSTS', 'LAST FETCH']
const noAccounts =
  'No accounts. An owner connects one in the dashboard; `photofeed-server import` stores one from files.\n'

export function accountTable(accounts: readonly AccountOverview[], now: number): string {
  if (accounts.length === 0) return noAccounts
  return textTable(
    [...headings, 'NEXT REFRESH', 'LAST ERROR'],
    accounts.map((account) => [
      String(account.accountId),
      atName(account),
      account.plan,
      humanizedState(account),
      account.ownerEmail ?? '-',
      String(account.posts),
      relativeTime(account.lastFetchAt, now),
      nextRefresh(account, now),
      account.lastError ?? '-',
    ]),
  )
}

export function accountDetails(account: AccountOverview, now: number): string {
  const lines = [
    [
      'Account',
      `${atName(account)} (id ${account.accountId}, on the platform ${account.platformId})`,
    ],
    ['Plan', account.plan],
    ['State', `${humanizedState(account)} (clients see ${account.status})`],
    ['Owner', account.ownerEmail ?? '-'],
    ['Posts', `${account.posts}${shown(account)}`],
    ['Last fetch', at(account.lastFetchAt, now)],
    ['Next refresh', account.nextRefreshAt === null ? '-' : at(account.nextRefreshAt, now)],
    ['Last error', account.lastError ?? '-'],
  ] as const
  return lines.map(([name, value]) => `${`${name}:`.padEnd(14)}${oneLine(value, 600)}\n`).join('')
}

function humanizedState({ state }: AccountOverview): string {
  return state === null ? 'imported from files' : stateNames[state]
}

function nextRefresh({ nextRefreshAt }: AccountOverview, now: number): string {
  return nextRefreshAt === null ? '-' : relativeTime(nextRefreshAt, now)
}

function shown({ plan, posts }: AccountOverview): string {
  const { readablePosts } = plans[plan]
  return readablePosts === null || posts <= readablePosts ? '' : `, ${readablePosts} shown`
}

function at(time: number | null, now: number): string {
  return time === null ? 'never' : `${new Date(time).toISOString()} (${relativeTime(time, now)})`
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

/** Returns all jobs, the next one first. */
export async function readJobs(db: Kysely<Tables>, now: number): Promise<JobOverview[]> {
  const rows = await db
    .selectFrom('job')
    .innerJoin('account', 'account.id', 'job.account_id')
    .select(['job.kind', 'job.account_id', 'job.run_at', 'job.lease_until', 'job.attempts'])
    .select(['job.queue', 'job.last_error', 'account.profile'])
    .orderBy('job.run_at')
    .orderBy('job.id')
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    accountId: row.account_id,
    username: fromProfileDocument(row.profile).username,
    runAt: row.run_at,
    isRunning: row.lease_until > now,
    isDead: row.queue === 'dead',
    attempts: row.attempts,
    lastError: row.last_error,
  }))
}

export function jobTable(jobs: readonly JobOverview[], now: number): string {
  if (jobs.length === 0) return 'No jobs: no account is connected.\n'
  return textTable(
    ['KIND', 'ACCOUNT', 'DUE', 'ATTEMPTS', 'LAST ERROR'],
    jobs.map((job) => [
      job.kind,
      atName(job),
      dueText(job, now),
      String(job.attempts),
      job.lastError ?? '-',
    ]),
  )
}

function dueText({ isRunning, isDead, runAt }: JobOverview, now: number): string {
  if (isDead) return 'dead'
  return isRunning ? 'runs now' : relativeTime(runAt, now)
}

/**
 * Returns the account's job of a kind.
 *
 * @throws {UserError} when it has none, since an unknown job would always fail.
 */
export function jobOf(
  jobs: readonly JobOverview[],
  account: { accountId: number; username: string },
  kind: string,
): JobOverview {
  const its = jobs.filter((job) => job.accountId === account.accountId)
  const found = its.find((job) => job.kind === kind)
  if (found) return found
  throw new UserError(
    its.length === 0
      ? `${atName(account)} has no jobs: it is not connected.`
      : `${atName(account)} has no job ${kind}. It has ${its
          .map((job) => job.kind)
          .sort()
          .join(', ')}.`,
  )
}
