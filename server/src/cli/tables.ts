import { UserError } from '@photofeed/core/node'
import { plans } from '@photofeed/openapi'
import type { ConnectionState } from '../connections/lifecycle.ts'
import { oneLine } from '../mail/plain-text.ts'
import type { Database } from '../stores/database.ts'
import { type AccountOverview, describeLeftOut } from '../stores/service/account-overview.ts'
import type { OwnerOverview, PlanChange } from '../stores/service/owner-overview.ts'
import type { JobOverview } from '../stores/service/work-overview.ts'

/** Returns the account with a username, with or without @, or an id. Throws if there is none, or if several have the username. */
export async function findAccount(
  { accounts }: Pick<Database, 'accounts'>,
  name: string,
): Promise<AccountOverview> {
  const wanted = name.replace(/^@/, '')
  // An error does not name all of them.
  const named = await accounts.list({ username: wanted, limit: 20 })
  const isId = /^\d{1,15}$/.test(wanted)
  const [found, ...others] =
    named.length > 0 || !isId ? named : await accounts.list({ id: Number(wanted) })
  if (!found) {
    throw new UserError(`No account is named ${wanted}. \`photofeed-server accounts\` lists them.`)
  }
  if (others.length === 0) return found
  const ids = named.map(({ accountId }) => accountId).join(', ')
  throw new UserError(`Several accounts are named ${wanted}. Give one of their ids: ${ids}.`)
}

/** The most rows of a table for people. With `--json`, everything is listed. */
const mostRows = 1000

/** How many rows a command reads: one more than a table shows, so that it knows of more. */
export function limitOf({ json }: { json: boolean }): { limit?: number } {
  return json ? {} : { limit: mostRows + 1 }
}

function limitedTable<Row>(
  headings: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => readonly string[],
): string {
  const table = textTable(headings, rows.slice(0, mostRows).map(cells))
  return rows.length <= mostRows
    ? table
    : `${table}Only the first ${mostRows} are listed. \`--json\` lists all.\n`
}

export function ownerTable(owners: readonly OwnerOverview[], now: number): string {
  if (owners.length === 0) {
    return 'No owners. They sign up on the dashboard; `photofeed-server owners invite` invites one.\n'
  }
  return limitedTable(['OWNER', 'PLAN', 'ACCOUNTS', 'SIGNED UP'], owners, (owner) => [
    owner.email,
    owner.plan,
    String(owner.accounts),
    owner.hasPassword ? relativeTime(owner.createdAt, now) : 'no password yet',
  ])
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

export function accountTable(accounts: readonly AccountOverview[], now: number): string {
  if (accounts.length === 0) return 'No accounts. An owner connects one in the dashboard.\n'
  return limitedTable([...headings, 'NEXT REFRESH', 'LAST ERROR'], accounts, (account) => [
    String(account.accountId),
    atName(account),
    account.plan,
    humanizedState(account),
    account.ownerEmail ?? '-',
    String(account.posts),
    relativeTime(account.lastFetchAt, now),
    account.nextRefreshAt === null ? '-' : relativeTime(account.nextRefreshAt, now),
    lastError(account, now),
  ])
}

export function accountDetails(account: AccountOverview, now: number): string {
  const { accountId, platformId, plan, posts } = account
  const { readablePosts } = plans[plan]
  const isLimited = readablePosts !== null && posts > readablePosts
  const lines = [
    ['Account', `${atName(account)} (id ${accountId}, on the platform ${platformId})`],
    ['Plan', plan],
    ['State', `${humanizedState(account)} (clients see ${account.status})`],
    ['Owner', account.ownerEmail ?? '-'],
    ['Posts', isLimited ? `${posts}, ${readablePosts} shown` : String(posts)],
    ['Last fetch', at(account.lastFetchAt, now)],
    ['Next refresh', account.nextRefreshAt === null ? '-' : at(account.nextRefreshAt, now)],
    ['Last error', lastError(account, now)],
    ['Left out', describeLeftOut(account) || '-'],
    ['Token expires', account.tokenExpiresAt === null ? '-' : at(account.tokenExpiresAt, now)],
  ] as const
  return lines.map(([name, value]) => `${`${name}:`.padEnd(15)}${oneLine(value, 600)}\n`).join('')
}

function lastError(account: AccountOverview, now: number): string {
  const { lastError: error, failingJob, failingSince } = account
  if (error === null) return '-'
  if (failingJob === null || failingSince === null) return error
  return `${failingJob}, first ${relativeTime(failingSince, now)}: ${error}`
}

function humanizedState({ state }: AccountOverview): string {
  return state === null ? 'not connected' : stateNames[state]
}

function at(time: number | null, now: number): string {
  return time === null ? 'never' : `${new Date(time).toISOString()} (${relativeTime(time, now)})`
}

const jobHeadings = ['KIND', 'ACCOUNT', 'DUE', 'ATTEMPTS']

export function jobTable(jobs: readonly JobOverview[], now: number): string {
  if (jobs.length === 0) return 'No jobs: no account is connected.\n'
  return limitedTable([...jobHeadings, 'FAILING SINCE', 'LAST ERROR'], jobs, (job) => [
    job.kind,
    atName(job),
    job.isRunning ? 'runs now' : relativeTime(job.runAt, now),
    String(job.attempts),
    job.failingSince === null ? '-' : relativeTime(job.failingSince, now),
    job.lastError ?? '-',
  ])
}

/** Returns the account's job of a kind. Throws if it has none, since an unknown job would always fail. */
export async function findJob(
  { work }: Pick<Database, 'work'>,
  account: AccountOverview,
  kind: string,
): Promise<JobOverview> {
  const jobs = await work.list({ accountId: account.accountId })
  const found = jobs.find((job) => job.kind === kind)
  if (found) return found
  const kinds = jobs.map((job) => job.kind).sort()
  throw new UserError(
    jobs.length === 0
      ? `${atName(account)} has no jobs: it is not connected.`
      : `${atName(account)} has no job ${kind}. It has ${kinds.join(', ')}.`,
  )
}

export function describePlanChange(
  { email, before, plan, accounts }: PlanChange,
  connectable: number,
): string {
  const { name, readablePosts, postRefreshSeconds } = plans[plan]
  const changed = accounts.filter((account) => account.before !== plan)
  const lines = [
    before === plan
      ? `${email} had ${name} already.`
      : `${email} has ${name} now, not ${plans[before].name}.`,
    ...changed.map((account) => `${atName(account)} is ${name} now.`),
  ]
  if (changed.length > 0) {
    const posts = readablePosts === null ? 'All posts' : `The ${readablePosts} newest posts`
    lines.push(`${posts} are shown, fetched every ${interval(postRefreshSeconds)}.`)
  }
  if (accounts.length > connectable) {
    lines.push(
      `${name} connects up to ${connectable}, and ${accounts.length} are connected: they all stay, but no other can be added.`,
    )
  }
  return `${lines.join('\n')}\n`
}

/** `hour`, `90 minutes`: in the largest unit that divides it. */
function interval(seconds: number): string {
  const milliseconds = seconds * 1000
  const [unit, length] = units.find(([, length]) => milliseconds % length === 0) ?? ['second', 1000]
  const count = milliseconds / length
  return count === 1 ? unit : `${count} ${unit}s`
}

/** Returns a username for a terminal, without control characters. */
export function atName({ username }: { username: string }): string {
  return `@${oneLine(username, 60)}`
}

const longestCell = 80

/** Returns rows under their headings, in columns. Removes control characters from the cells. */
function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map((cell) => oneLine(cell, longestCell)))
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => [...(row[column] ?? '')].length)),
  )
  return cells
    .map((row) => row.map((cell, column) => padEnd(cell, widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

/** By characters, not by code units. */
function padEnd(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - [...cell].length))
}

const words = new Intl.RelativeTimeFormat('en-GB')

const second = 1000
const units = [
  ['day', 86_400 * second],
  ['hour', 3600 * second],
  ['minute', 60 * second],
  ['second', second],
] as const

/** Returns a time relative to now: `in 5 minutes`, `2 days ago`, `now`. */
export function relativeTime(at: number | null, now: number): string {
  if (at === null) return 'never'
  const distance = at - now
  const unit = units.find(([, length]) => Math.abs(distance) >= length)
  return unit ? words.format(Math.trunc(distance / unit[1]), unit[0]) : 'now'
}
