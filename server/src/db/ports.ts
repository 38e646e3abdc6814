import type { FeedStore, StoredPost, StoredProfile } from '@photofeed/core'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import type { Kysely } from 'kysely'
import type { Connections } from '../accounts/connection.ts'
import type { JobQueue } from '../jobs/job.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { ImportedPost, Refreshes } from '../refresh/refreshes.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './schema.ts'

/** The embedded database: what the read API reads, and what imports and commands write. */
export interface Database {
  store: FeedStore
  feeds: FeedWriter
  keys: KeyRing
  jobs: JobQueue
  connections: Connections
  refreshes: Refreshes
  outbox: Outbox
  /** For what is no feed: the owners' own tables, what operators look at. Whoever only reads waits for no writer. */
  tables: { db: Kysely<Tables>; reader: Kysely<Tables>; engine: Engine['name'] }
  close(): Promise<void>
}

/** One account's feed as an import found it. */
export interface ImportedFeed {
  platformId: string
  plan: PlanName
  status: ConnectionStatus
  profile: StoredProfile
  /** Oldest first: new posts get their stored order in this sequence. */
  posts: ImportedPost[]
  /** Milliseconds since the epoch; null leaves the last fetch as it is. */
  fetchedAt: number | null
}

export type { ImportedPost }

export interface ImportResult {
  accountId: number
  added: number
  updated: number
  unchanged: number
}

export interface FeedWriter {
  /**
   * Stores a feed in one transaction: the account is found by its platform id or created, posts are found by
   * their platform id and keep their stored order. Posts that the feed does not name stay; of a post that it names
   * twice the last counts.
   */
  save(feed: ImportedFeed): Promise<ImportResult>
  /** The account's posts as stored, by platform id; what an import may reuse. */
  findPosts(platformId: string, postIds: readonly string[]): Promise<Map<string, StoredPost>>
}

export interface AccountKey {
  accountId: number
  username: string
  plan: PlanName
  status: ConnectionStatus
  /** Null when the account was disconnected. */
  apiKey: string | null
}

/** API keys: looked up by their hash, kept encrypted so that their owner can read them again. */
export interface KeyRing {
  list(): Promise<AccountKey[]>
  /** The account's key in force; null when it has none. */
  find(accountId: number): Promise<string | null>
  /** Puts a key in force, a fresh random one by default; the key before it stops working with the same commit, and cached answers go. */
  issue(accountId: number, apiKey?: string): Promise<string>
  /**
   * Puts a fresh random key in force in the place of the one with this fingerprint, see key-fingerprint.ts; null
   * when that is not the key in force (any more).
   */
  replace(accountId: number, fingerprint: string): Promise<string | null>
  /** The keys in force of these accounts; one that has none is missing. */
  findAll(accountIds: readonly number[]): Promise<Map<number, string>>
  /** Disconnects: the account's key stops working. */
  revoke(accountId: number): Promise<void>
}
