import { UserError } from '@photofeed/core/node'
import type { ConnectionState } from '../connections/lifecycle.ts'
import { relativeTime } from '../dashboard/relative-time.ts'
import { oneLine } from '../mail/plain-text.ts'
import type { Database } from '../stores/database.ts'
import { type AccountOverview, describeLeftOut } from '../stores/service/account-overview.ts'
import type { OwnerOverview } from '../stores/service/owner-overview.ts'
import type { WorkOverview } from '../stores/service/work-overview.ts'

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

/** Returns a username for a terminal, without control characters. */
export function atName({ username }: { username: string }): string {
  return `@${oneLine(username, 60)}`
}

const timeOr = (none: string, time: number | null, now: number) =>
  time === null ? none : relativeTime(time, now)

/** The cells of a row by their headings. `now` is in milliseconds since the epoch. */
type Columns<Row> = Readonly<Record<string, (row: Row, now: number) => string>>

export const ownerColumns: Columns<OwnerOverview> = {
  Owner: ({ email }) => email,
  Plan: ({ plan }) => plan,
  Accounts: ({ accounts }) => String(accounts),
  'Signed up': ({ hasPassword, createdAt }, now) =>
    hasPassword ? relativeTime(createdAt, now) : 'no password yet',
}

const stateNames: Record<ConnectionState, string> = {
  importing: 'first import runs',
  ready: 'ready',
  refreshing_token: 'token is being renewed',
  invalid_token: 'broken: the owner has to reconnect',
  broken_import: 'broken during the first import: the owner has to reconnect',
  disconnected: 'disconnected',
}

export const accountColumns: Columns<AccountOverview> = {
  ID: ({ accountId }) => String(accountId),
  Account: atName,
  Plan: ({ plan }) => plan,
  State: ({ state }) => (state === null ? 'not connected' : stateNames[state]),
  Owner: ({ ownerEmail }) => ownerEmail ?? '-',
  Posts: ({ posts }) => String(posts),
  'Last fetch': ({ lastFetchAt }, now) => timeOr('never', lastFetchAt, now),
  'Next refresh': ({ nextRefreshAt }, now) => timeOr('-', nextRefreshAt, now),
  'Last error': ({ lastError, failingJob, failingSince }, now) =>
    lastError === null || failingJob === null
      ? (lastError ?? '-')
      : `${failingJob}, first ${timeOr('-', failingSince, now)}: ${lastError}`,
  'Left out': (account) => describeLeftOut(account) || '-',
}

type AccountKey = Pick<AccountOverview, 'username' | 'plan' | 'status'> & {
  hasKey: boolean
  apiKey: string | null
}

export const keyColumns: Columns<AccountKey> = {
  Account: atName,
  Plan: ({ plan }) => plan,
  Status: ({ status }) => status,
  Key: ({ apiKey, hasKey }) =>
    apiKey ?? (hasKey ? '(unreadable: regenerate it)' : '(disconnected)'),
}

export const workColumns: Columns<WorkOverview> = {
  ID: ({ id }) => String(id),
  Lane: ({ lane }) => lane,
  Kind: ({ kind }) => kind,
  Account: ({ username }) => (username === null ? '-' : atName({ username })),
  Due: ({ isRunning, runAt }, now) => (isRunning ? 'runs now' : relativeTime(runAt, now)),
  Attempts: ({ attempts }) => String(attempts),
  'Failing since': ({ failingSince }, now) => timeOr('-', failingSince, now),
  'Last error': ({ lastError }) => lastError ?? '-',
}

const longestCell = 80

/** Returns rows under their headings, in columns; without rows the sentence `none`. Removes control characters from the cells. */
export function textTable<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  none: string,
  now = Date.now(),
): string {
  if (rows.length === 0) return none
  const headings = Object.keys(columns).map((heading) => heading.toUpperCase())
  const cells = rows.map((row) =>
    Object.values(columns).map((cell) => oneLine(cell(row, now), longestCell)),
  )
  const lines = [headings, ...cells]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => lengthOf(line[column] ?? ''))),
  )
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell))
  return lines.map((line) => `${line.map(pad).join('  ').trimEnd()}\n`).join('')
}

/** In characters, not in code units. */
const lengthOf = (text: string) => [...text].length
