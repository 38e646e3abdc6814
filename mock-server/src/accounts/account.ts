import {
  createMemoryStore,
  type FeedStore,
  type StoredAccount,
  type StoredPost,
} from '@photofeed/core'
import { type ActiveFault, activateFaults } from '../faults/active-faults.ts'
import type { AccountSeed } from './scenarios.ts'
import type { DueChange } from './schedule.ts'
import type { AccountChange } from './transitions.ts'

export interface Account {
  name: string
  description: string
  published: boolean
  /** The listed key, which may have stopped working. */
  apiKey: string
  key: AccountSeed['key']
  account: StoredAccount
  feed: AccountSeed['feed']
  /** What core reads of this account. It stays readable after a reset, for requests that arrived before. */
  store: FeedStore
  /** In the order in which they were passed: a request has the first one whose conditions it meets. */
  faults: readonly ActiveFault[]
  /** The requests that have no response yet. */
  requestsInFlight: number
  /** The changes that happen after a time or a number of requests. */
  due: DueChange<Account>[]
  atRefresh: DueChange<Account>['apply'][]
  /** The posts that were added, so that no id and no position is used twice. */
  addedPosts: StoredPost[]
}

/** What a scope continues with, of an account outside of it. */
type Continued = Partial<Pick<Account, 'due' | 'atRefresh' | 'addedPosts'>>

export function createAccount(
  seed: AccountSeed & Continued,
  published: boolean,
  { id, version }: Pick<StoredAccount, 'id' | 'version'>,
): Account {
  const { name, apiKey, plan, status, description } = seed.scenario
  const { key, fault, platformId, profile, feed, lastFetchAt, due = [], atRefresh = [] } = seed
  const account: Account = {
    name,
    description,
    published,
    apiKey,
    key,
    account: { id, platformId, plan, status, profile, lastFetchAt, version },
    feed,
    store: createAccountStore(() => account),
    faults: activateFaults(fault),
    requestsInFlight: 0,
    due: due.map((change) => ({ ...change })),
    atRefresh: [...atRefresh],
    addedPosts: [...(seed.addedPosts ?? [])],
  }
  return account
}

/** Returns what a scope starts with: the account as it is now. */
export function seedOf(
  account: Account,
  scenario: AccountSeed['scenario'],
): AccountSeed & Continued {
  const { key, account: stored, feed, faults, due, atRefresh, addedPosts } = account
  const { platformId, profile, lastFetchAt } = stored
  const fault = faults.map(({ setting }) => setting)
  const changes = { due: [...due], atRefresh: [...atRefresh], addedPosts: [...addedPosts] }
  return { scenario, key, fault, platformId, profile, lastFetchAt, feed, ...changes }
}

/** Changes an account in place; the new version invalidates cached pages. */
export function changeAccount(account: Account, change: AccountChange, version: number): void {
  const { apiKey, key, status, lastFetchAt, profile } = {
    ...account,
    ...account.account,
    ...change,
  }
  const { feed } = change
  Object.assign(account, { apiKey, key, ...(feed && { feed: () => feed }) })
  account.account = { ...account.account, status, lastFetchAt, profile, version }
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
      const { key, apiKey, account } = current()
      return key === 'active' && apiKey === sent ? account : null
    },
    findPosts: (id, query) => readPosts().findPosts(id, query),
    findPost: (id, platformId) => readPosts().findPost(id, platformId),
  }
}
