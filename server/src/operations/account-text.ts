import { plans } from '@photofeed/openapi'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import { oneLine } from '../mail/one-line.ts'
import type { AccountOverview } from './account-overview.ts'
import { atName } from './at-name.ts'
import { relativeTime } from './relative-time.ts'
import { textTable } from './text-table.ts'

const stateWords: Record<ConnectionState, string> = {
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
      stateInWords(account),
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
    ['State', `${stateInWords(account)} (clients see ${account.status})`],
    ['Owner', account.ownerEmail ?? '-'],
    ['Posts', `${account.posts}${shown(account)}`],
    ['Last fetch', at(account.lastFetchAt, now)],
    ['Next refresh', account.nextRefreshAt === null ? '-' : at(account.nextRefreshAt, now)],
    ['Last error', account.lastError ?? '-'],
  ] as const
  return lines.map(([name, value]) => `${`${name}:`.padEnd(14)}${oneLine(value, 600)}\n`).join('')
}

function stateInWords({ state }: AccountOverview): string {
  return state === null ? 'imported from files' : stateWords[state]
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
