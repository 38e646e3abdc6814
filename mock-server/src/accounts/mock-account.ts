import {
  createMemoryStore,
  type FeedStore,
  type StoredAccount,
  type StoredPost,
} from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import { type Fault, faults } from '../faults.ts'
import type { AccountSeed } from './account-seed.ts'
import type { AccountChange, DueTransition } from './transitions.ts'

/** The fault of an account. */
export interface ActiveFault {
  /** The name or the settings it was set by. */
  setting: FaultName | Fault
  settings: Fault
  /** How many more requests have it. */
  left: number
}

export function activeFault(setting: FaultName | Fault): ActiveFault {
  const settings = typeof setting === 'string' ? faults[setting] : setting
  return { setting, settings, left: settings.times ?? Number.POSITIVE_INFINITY }
}

/** An account in a running mock. */
export interface MockAccount {
  name: string
  description: string
  published: boolean
  /** The key that the account is listed with, also when it no longer reads it. */
  apiKey: string
  key: AccountSeed['key']
  account: StoredAccount
  posts: readonly StoredPost[]
  arriving: readonly StoredPost[]
  /** Holds `account` and `posts`. */
  store: FeedStore
  fault: ActiveFault | null
  /** A transition that waits for a time or a number of requests. */
  due: DueTransition | null
}

export function createMockAccount(
  seed: AccountSeed,
  published: boolean,
  { id, version }: Pick<StoredAccount, 'id' | 'version'>,
): MockAccount {
  const { name, apiKey, plan, status, description } = seed.scenario
  const { key, fault, platformId, profile, posts, arriving, lastFetchAt } = seed
  const account = { id, platformId, plan, status, profile, lastFetchAt, version }
  return {
    name,
    description,
    published,
    apiKey,
    key,
    account,
    posts,
    arriving,
    store: storeOf(account, posts),
    fault: fault === null ? null : activeFault(fault),
    due: null,
  }
}

/** Changes an account in place; the new version makes pages rendered before worthless. */
export function changeAccount(account: MockAccount, change: AccountChange, version: number): void {
  const { apiKey, key, posts, arriving, status, lastFetchAt } = {
    ...account,
    ...account.account,
    ...change,
  }
  Object.assign(account, { apiKey, key, posts, arriving })
  account.account = { ...account.account, status, lastFetchAt, version }
  account.store = storeOf(account.account, posts)
}

function storeOf(account: StoredAccount, posts: readonly StoredPost[]): FeedStore {
  return createMemoryStore([{ account, apiKey: null, posts }])
}
