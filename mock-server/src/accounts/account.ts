import {
  createMemoryStore,
  type FeedStore,
  type StoredAccount,
  type StoredPost,
} from '@photofeed/core'
import * as z from 'zod/mini'
import { count, object, readData } from '../builders/validation.ts'
import { type ActiveFault, activateFaults } from '../faults/active-faults.ts'
import type { AccountSeed } from './scenarios.ts'
import type { AccountChange, TransitionName } from './transitions.ts'

/** When a change happens; by default immediately. */
export interface ChangeMoment {
  /** After the account has responded to this many more requests. */
  afterRequests?: number
}

export interface ScheduledChange {
  name: TransitionName | 'publish' | 'update' | 'remove'
  requestsLeft: number
}

/** Takes its account, because a scope continues with the changes that were scheduled outside of it. */
interface DueChange extends ScheduledChange {
  apply(account: Account): void
}

export interface Account extends Pick<AccountSeed, 'scenario' | 'key' | 'feed'> {
  published: boolean
  account: StoredAccount
  /** What core reads of this account. It stays readable after a reset, for requests that arrived before. */
  store: FeedStore
  /** In the order in which they were passed: a request has the first one whose conditions it meets. */
  faults: readonly ActiveFault[]
  /** The requests that have no response yet. */
  requestsInFlight: number
  /** The changes that happen after a number of requests. */
  due: readonly DueChange[]
  /** The posts that were added, so that no id and no position is used twice. */
  addedPosts: readonly StoredPost[]
}

/** What a scope continues with, of an account outside of it. */
type Continued = Partial<Pick<Account, 'due' | 'addedPosts'>>

export function createAccount(
  seed: AccountSeed & Continued,
  published: boolean,
  { id, version }: Pick<StoredAccount, 'id' | 'version'>,
): Account {
  const { scenario, fault, platformId, profile, lastFetchAt, ...state } = seed
  const { plan, status } = scenario
  const account: Account = {
    due: [],
    addedPosts: [],
    ...state,
    scenario,
    published,
    account: { id, platformId, plan, status, profile, lastFetchAt, version },
    store: createAccountStore(() => account),
    faults: activateFaults(fault),
    requestsInFlight: 0,
  }
  return account
}

/** Returns what a scope starts with: the account as it is now. */
export function seedOf(
  { account, faults, key, feed, due, addedPosts }: Account,
  scenario: AccountSeed['scenario'],
): AccountSeed & Continued {
  const { platformId, profile, lastFetchAt } = account
  const fault = faults.map(({ setting }) => setting)
  return { scenario, key, fault, platformId, profile, lastFetchAt, feed, due, addedPosts }
}

const momentSchema = object({ afterRequests: z.exactOptional(count) })

/**
 * Returns the number of requests before a change; null if it happens immediately.
 *
 * @throws {UserError} for an invalid moment
 */
export function readMoment(moment: ChangeMoment): number | null {
  return readData(momentSchema, moment, "The moment's ", 'The moment').afterRequests ?? null
}

/** Makes a change now, or schedules it behind those that are scheduled. */
export function changeAfter(
  account: Account,
  requestsLeft: number | null,
  change: Omit<DueChange, 'requestsLeft'>,
): void {
  if (requestsLeft === null) change.apply(account)
  else account.due = [...account.due, { ...change, requestsLeft }]
}

/** Makes the changes that wait for no more requests. */
export function makeDueChanges(account: Account): void {
  const isDue = ({ requestsLeft }: DueChange) => requestsLeft === 0
  const due = account.due.filter(isDue)
  if (due.length === 0) return
  account.due = account.due.filter((change) => !isDue(change))
  for (const { apply } of due) apply(account)
}

/** Changes an account in place; the new version invalidates cached pages. */
export function changeAccount(account: Account, change: AccountChange, version: number): void {
  const { apiKey = account.scenario.apiKey, key = account.key, feed, ...stored } = change
  account.account = { ...account.account, ...stored, version }
  account.scenario = { ...account.scenario, apiKey, status: account.account.status }
  account.key = key
  if (feed) account.feed = () => feed
}

/** Creates a store of one account, which makes and sorts the posts of a feed when they are first read. */
function createAccountStore(current: () => Account): FeedStore {
  let feed: Account['feed'] | undefined
  let posts: FeedStore
  function readPosts(): FeedStore {
    const { account, feed: currentFeed } = current()
    if (feed !== currentFeed) {
      feed = currentFeed
      posts = createMemoryStore([{ account, apiKey: null, posts: feed().posts }])
    }
    return posts
  }
  return {
    async findAccountByKey(sent) {
      const { key, scenario, account } = current()
      return key === 'active' && scenario.apiKey === sent ? account : null
    },
    findPosts: (id, query) => readPosts().findPosts(id, query),
    findPost: (id, platformId) => readPosts().findPost(id, platformId),
  }
}
