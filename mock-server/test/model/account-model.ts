import type { ConnectionStatus } from '@photofeed/openapi'
import type { TransitionName } from '../../src/index.ts'

/** The state of one account, as README.md describes it. */
export interface AccountModel {
  name: string
  /** The listed key. */
  apiKey: string
  /** Whether the listed key reads the account; a revoked key belongs to a disconnected account. */
  key: 'active' | 'replaced' | 'revoked'
  /** Every key that the account has had, the first one first; a reset keeps them. */
  keys: string[]
  status: ConnectionStatus
  posts: number
  /** The posts that the first import adds when it finishes. */
  pendingPosts: number
  wasFetched: boolean
  fault: FaultModel | null
  due: { transition: TransitionName; requestsLeft: number } | null
}

export interface FaultModel {
  /** The status of every response, or no response. */
  effect: 503 | 500 | 'cut'
  left: number
  path: string | null
}

type Start = Omit<AccountModel, 'name' | 'apiKey' | 'keys' | 'due'>

const ready: Start = {
  key: 'active',
  status: 'ready',
  posts: 9,
  pendingPosts: 0,
  wasFetched: true,
  fault: null,
}

const importing: Start = { ...ready, status: 'importing', pendingPosts: 24, wasFetched: false }

/** The scenarios of the test, as they are at the start. */
const starts = {
  'null-profile': ready,
  importing: { ...importing, posts: 0 },
  'importing-partial': { ...importing, posts: 24 },
  'invalid-token': { ...ready, status: 'invalid_token', posts: 48 },
  disconnected: { ...ready, key: 'revoked', posts: 6 },
  regenerated: { ...ready, key: 'replaced', posts: 6 },
  'fails-twice': { ...ready, posts: 24, fault: { effect: 500, left: 2, path: null } },
} as const satisfies Record<string, Start>

export const modelScenarios = Object.keys(starts) as (keyof typeof starts)[]

export function startAccount(name: string, scenario: string, keys: string[]): AccountModel {
  const start: Start = starts[scenario as keyof typeof starts]
  const fault = start.fault && { ...start.fault }
  return { ...start, fault, name, apiKey: keys[0] as string, keys, due: null }
}

export function isPossible({ key, status }: AccountModel, transition: TransitionName): boolean {
  if (transition === 'connect') return key === 'revoked'
  if (transition === 'finish-import') return status === 'importing'
  return key !== 'revoked'
}

export function applyTransition(
  account: AccountModel,
  transition: TransitionName,
  newKey: () => string,
): void {
  account.due = null
  if (transition === 'disconnect') account.key = 'revoked'
  if (transition === 'expire') account.status = 'invalid_token'
  if (transition === 'refresh' || transition === 'reconnect') fetchPosts(account)
  if (transition === 'finish-import') {
    account.posts += account.pendingPosts
    Object.assign(account, { status: 'ready', pendingPosts: 0, wasFetched: true })
  }
  if (transition === 'connect') {
    account.pendingPosts += account.posts
    Object.assign(account, { status: 'importing', posts: 0, wasFetched: false })
  }
  if (transition === 'connect' || transition === 'regenerate') {
    account.key = 'active'
    account.apiKey = newKey()
    account.keys.push(account.apiKey)
  }
}

/** A first import that has not finished goes on: `finish-import` adds its posts. */
function fetchPosts(account: AccountModel): void {
  if (account.pendingPosts > 0) account.status = 'importing'
  else if (account.status !== 'importing') {
    Object.assign(account, { status: 'ready', wasFetched: true })
  }
}
