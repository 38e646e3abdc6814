import {
  createMemoryStore,
  type FeedStore,
  type StoredAccount,
  type StoredPost,
  type StoredProfile,
} from '@photofeed/core'
import type { Scenario } from '@photofeed/core/scenarios'
import * as z from 'zod/mini'
import { count, object, readData } from '../builders/validation.ts'
import { type ActiveFault, activateFaults } from '../faults/active-faults.ts'
import type { FaultSetting } from '../faults/fault-settings.ts'

/** When a change happens; by default immediately. */
export interface ChangeMoment {
  /** After the account has responded to this many more requests. */
  afterRequests?: number
}

export interface ScheduledChange {
  /** Of a transition, or of what happens to a post. */
  name: string
  requestsLeft: number
}

/** Takes its account, because a scope continues with the changes that were scheduled outside of it. */
interface DueChange extends ScheduledChange {
  apply(account: Account): void
}

/** A scenario's name, key, plan and status, as a mock lists them. */
export type ListedScenario = Omit<Scenario, 'name'> & { name: string }

/** The posts that an account has. */
export interface AccountPosts {
  posts: readonly StoredPost[]
  /** The posts that the first import adds when it finishes. */
  pendingPosts: readonly StoredPost[]
}

/** The state of an account at the start of a mock, and after a reset. */
export interface AccountSeed {
  /** The state of the scenario's key (3.2). */
  key: 'active' | 'replaced' | 'revoked'
  fault: FaultSetting | readonly FaultSetting[] | null
  platformId: string
  profile: StoredProfile
  /** Milliseconds since the epoch; null if never. */
  lastFetchAt: number | null
  /** Makes the posts on demand, because they take longest and most accounts are never read. */
  feed(): AccountPosts
  /** The changes that happen after a number of requests. */
  due?: readonly DueChange[]
  /** The posts that were added, so that no id and no position is used twice. */
  addedPosts?: readonly StoredPost[]
}

export interface AccountSource {
  scenario: ListedScenario
  /** Whether its key is one of the published ones, which need not be kept secret. */
  published: boolean
  /** `platformUrl` is the base of the platform's URLs, without a trailing slash. */
  seed(platformUrl: string): AccountSeed
}

export interface Account
  extends Required<Pick<AccountSeed, 'key' | 'feed' | 'due' | 'addedPosts'>>,
    Pick<AccountSource, 'scenario' | 'published'> {
  account: StoredAccount
  /** What core reads of this account. It stays readable after a reset, for requests that arrived before. */
  store: FeedStore
  /** In the order in which they were passed: a request has the first one whose conditions it meets. */
  faults: readonly ActiveFault[]
  /** The requests that have no response yet. */
  requestsInFlight: number
}

export function createAccount(
  { scenario, published, seed }: AccountSource,
  platformUrl: string,
  { id, version }: Pick<StoredAccount, 'id' | 'version'>,
): Account {
  const { fault, platformId, profile, lastFetchAt, ...state } = seed(platformUrl)
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
export function seedOf({ account, faults, key, feed, due, addedPosts }: Account): AccountSeed {
  const { platformId, profile, lastFetchAt } = account
  const fault = faults.map(({ setting }) => setting)
  return { key, fault, platformId, profile, lastFetchAt, feed, due, addedPosts }
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

export type AccountChange = Partial<
  Pick<AccountSeed, 'key'> &
    Pick<StoredAccount, 'status' | 'lastFetchAt' | 'profile'> & {
      apiKey: string
      feed: AccountPosts
    }
>

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
