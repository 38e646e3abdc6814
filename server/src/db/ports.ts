import type { FeedStore, Media, StoredPost, StoredProfile } from '@photofeed/core'
import { UserError } from '@photofeed/core/node'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import type { Kysely } from 'kysely'
import type { Connections } from '../accounts/connection.ts'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import type { Engine } from './engine.ts'
import type { ClaimedJob, Jobs } from './jobs.ts'
import type { MediaSweeps } from './media-sweeps.ts'
import type { Outbox } from './outbox.ts'
import type { Tables } from './schema.ts'

/** The embedded database: what the read API reads, and what imports and commands write. */
export interface Database {
  store: FeedStore
  feeds: FeedWriter
  keys: KeyRing
  jobs: Jobs
  connections: Connections
  refreshes: Refreshes
  outbox: Outbox
  sweeps: MediaSweeps
  /** For what is no feed: the owners' own tables, what operators look at. Whoever only reads waits for no writer. */
  tables: { db: Kysely<Tables>; reader: Kysely<Tables>; engine: Engine['name'] }
  close(): Promise<void>
}

/** A post that has no place in the stored order yet. */
export type ImportedPost = Omit<StoredPost, 'position'>

/** One account's feed as an import found it. */
export interface ImportedFeed {
  platformId: string
  /** The account that the media were stored for; the feed is saved for no other. By default any. */
  target?: Pick<StoredFeed, 'accountId' | 'mediaId'>
  plan: PlanName
  status: ConnectionStatus
  profile: StoredProfile
  /** Oldest first: new posts get their stored order in this sequence. */
  posts: ImportedPost[]
  /** Milliseconds since the epoch; null leaves the last fetch as it is. */
  fetchedAt: number | null
}

export interface ImportResult {
  accountId: number
  added: number
  updated: number
  unchanged: number
}

/** What is stored of a feed that is about to be imported. */
export interface StoredFeed {
  /** Null if the account is new. */
  accountId: number | null
  /** The folder of the account's media: of a new account the one that it will have. */
  mediaId: string
  picture: Media | null
  /** By platform id. */
  posts: Map<string, StoredPost>
}

/** The account was created or deleted while its import was running. */
export class FeedConflict extends UserError {
  override readonly name = 'FeedConflict'

  constructor() {
    super('The account was connected or disconnected during the import. Run the import again.')
  }
}

export interface FeedWriter {
  /**
   * Stores a feed in one transaction: the account is found by its platform id or created, posts are found by
   * their platform id and keep their stored order. Posts that the feed does not name stay; of a post that it names
   * twice the last counts. Rejects with UserError if the account is connected, with FeedConflict, or with FileTooOld if the media were stored too long ago.
   */
  save(feed: ImportedFeed): Promise<ImportResult>
  /** Returns what an import may reuse. Rejects with UserError if the account is connected. */
  find(platformId: string, postIds: readonly string[]): Promise<StoredFeed>
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
   * Puts a fresh random key in force in the place of the one with this fingerprint, see key-hash.ts; null
   * when that is not the key in force (any more).
   */
  replace(accountId: number, fingerprint: string): Promise<string | null>
  /** The keys in force of these accounts; one that has none is missing. */
  findAll(accountIds: readonly number[]): Promise<Map<number, string>>
  /** Disconnects: the account's key stops working. */
  revoke(accountId: number): Promise<void>
}

/**
 * What refreshing an account reads and stores. Everything is stored only for who still holds the job, and rejects with
 * LostJob otherwise: a run that was taken over, or whose account was disconnected, changes nothing any more. Rejects with FileTooOld if the media were stored too long ago.
 */
export interface Refreshes {
  /** The account's posts as stored, by the platform's id. */
  findPosts(accountId: number, postIds: readonly string[]): Promise<Map<string, StoredPost>>
  findProfile(accountId: number): Promise<StoredProfile>
  /** Stores posts of a listing that goes on; they are served from now on. */
  savePosts(job: ClaimedJob, posts: readonly ImportedPost[]): Promise<void>
  /**
   * Ends a listing. Returns how many posts it lacks that stay until the next complete listing, because too many are missing at once; see
   * db/missing-posts.ts.
   */
  finishPosts(job: ClaimedJob, listing: FinishedListing): Promise<number>
  saveProfile(job: ClaimedJob, profile: StoredProfile): Promise<void>
}

export interface FinishedListing {
  /** How the connection stood when the listing began. */
  beganIn: ConnectionState
  /** The posts of a complete listing: those that it did not name are gone from the platform. Null for any other. */
  listed: ReadonlySet<string> | null
}
