import { createMemoryStore, type FeedStore, type StoredAccount } from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import { type Fault, readFault } from './fault-settings.ts'
import type { AccountPosts, AccountSeed } from './scenarios.ts'
import type { AccountChange, DueTransition } from './transitions.ts'

/** The fault of an account. */
export interface ActiveFault {
  /** The name or the settings that were passed. */
  setting: FaultName | Fault
  settings: Fault
  /** How many more requests have it. */
  left: number
}

/**
 * Creates the fault of an account.
 *
 * @throws {UserError} for an unknown name and for invalid settings
 */
export function activateFault(setting: FaultName | Fault): ActiveFault {
  const settings = readFault(setting)
  return { setting, settings, left: settings.times ?? Number.POSITIVE_INFINITY }
}

/** An account in a running mock. */
export interface MockAccount {
  name: string
  description: string
  published: boolean
  /** The listed key, which may have stopped working. */
  apiKey: string
  key: AccountSeed['key']
  account: StoredAccount
  feed(): AccountPosts
  /** What core reads of this account. It stays readable after a reset, for requests that arrived before. */
  store: FeedStore
  fault: ActiveFault | null
  /** The transition that happens after a time or a number of requests. */
  due: DueTransition | null
}

export function createMockAccount(
  seed: AccountSeed,
  published: boolean,
  { id, version }: Pick<StoredAccount, 'id' | 'version'>,
): MockAccount {
  const { name, apiKey, plan, status, description } = seed.scenario
  const { key, fault, platformId, profile, feed, lastFetchAt } = seed
  const account: MockAccount = {
    name,
    description,
    published,
    apiKey,
    key,
    account: { id, platformId, plan, status, profile, lastFetchAt, version },
    feed,
    store: createAccountStore(() => account),
    fault: fault === null ? null : activateFault(fault),
    due: null,
  }
  return account
}

/** Changes an account in place; the new version invalidates cached pages. */
export function changeAccount(account: MockAccount, change: AccountChange, version: number): void {
  const { apiKey, key, status, lastFetchAt } = { ...account, ...account.account, ...change }
  const { feed } = change
  Object.assign(account, { apiKey, key, ...(feed && { feed: () => feed }) })
  account.account = { ...account.account, status, lastFetchAt, version }
}

/** Creates a store of one account, which makes and sorts the posts of a feed when they are first read. */
function createAccountStore(current: () => MockAccount): FeedStore {
  let feed: MockAccount['feed'] | undefined
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
