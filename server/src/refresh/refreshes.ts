import type { StoredPost, StoredProfile } from '@photofeed/core'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import type { ClaimedJob } from '../jobs/job.ts'

/** A post that has no place in the stored order yet. */
export type ImportedPost = Omit<StoredPost, 'position'>

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
