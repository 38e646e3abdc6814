import type { AccountFeed } from '../../src/memory-store.ts'
import type { FeedStore, StoredAccount } from '../../src/store.ts'
import { testKey } from './builders.ts'

/**
 * Makes the store that the suite tests. The posts of each account come in stored order with positions 1, 2, 3, ...;
 * the accounts' ids and versions may be the store's own.
 */
export type MakeStore = (accounts: readonly AccountFeed[]) => FeedStore | Promise<FeedStore>

/** The account that a key reads; for tests in which it must be there. */
export async function accountOf(store: FeedStore, apiKey: string): Promise<StoredAccount> {
  const account = await store.findAccountByKey(apiKey)
  if (!account) throw new Error('The store does not know the key of the account it was made with.')
  return account
}

/** The account of a store that was made with `accountFeed(1, ...)`. */
export function onlyAccountOf(store: FeedStore): Promise<StoredAccount> {
  return accountOf(store, testKey(1))
}
