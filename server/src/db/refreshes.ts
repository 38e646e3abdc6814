import type { StoredPost, StoredProfile } from '@photofeed/core'
import type { Kysely, Transaction } from 'kysely'
import { type ConnectionState, isBroken } from '../accounts/lifecycle.ts'
import { lockAccountById } from './account-lock.ts'
import { clearCachedResponses } from './api-keys.ts'
import { moveConnection, rowOf } from './connection-rows.ts'
import type { ClaimedJob } from './jobs.ts'
import { assertLeaseHeld, LostJob } from './leases.ts'
import { deleteUnlisted, findPosts, storeListedPosts } from './listed-posts.ts'
import type { AccountRow, Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'
import { assertMayBeShown } from './shown-files.ts'
import { fromProfileDocument, type ImportedPost, toProfileDocument } from './stored-documents.ts'

interface Parts {
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  secretBox: SecretBox
  clock(): number
}

export interface FinishedListing {
  /** The state of the connection when the listing started. */
  startedIn: ConnectionState
  /** The ids of a complete listing: other posts are no longer on the platform. Null if the listing is incomplete. */
  listed: ReadonlySet<string> | null
}

export type Refreshes = ReturnType<typeof createRefreshes>

/**
 * Creates the functions of a refresh. They store only while the lease of the job is held, and reject with LostJob otherwise: a
 * run whose lease was lost, or whose account was disconnected, changes nothing. They reject with FileTooOld if the media were
 * stored too long ago.
 */
export function createRefreshes({ reader, writer, secretBox, clock }: Parts) {
  function whileHeld<Result>(
    job: ClaimedJob,
    change: (transaction: Transaction<Tables>, account: AccountRow) => Promise<Result>,
  ): Promise<Result> {
    return writer.transaction().execute(async (transaction) => {
      const account = await lockAccountById(transaction, job.accountId)
      if (!account) throw new LostJob('The account is deleted.')
      await assertLeaseHeld(transaction, job)
      return change(transaction, account)
    })
  }

  return {
    /** Returns the account's profile. */
    async findProfile(accountId: number): Promise<StoredProfile> {
      const { profile } = await reader
        .selectFrom('account')
        .select('profile')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      return fromProfileDocument(profile)
    },

    /** Returns the stored posts with these platform ids, by id. */
    findPosts: (accountId: number, postIds: readonly string[]): Promise<Map<string, StoredPost>> =>
      findPosts(reader, accountId, postIds),

    /** Stores posts of a listing that is not complete yet. They are served immediately. */
    savePosts: (job: ClaimedJob, posts: readonly ImportedPost[]): Promise<void> =>
      whileHeld(job, async (transaction, account) => {
        const now = clock()
        const olderFollow = account.last_fetch_at === null
        const { added, updated } = await storeListedPosts(transaction, account, posts, {
          now,
          olderFollow,
        })
        if (added + updated > 0) await clearCachedResponses(transaction, account.id, now)
      }),

    /**
     * Ends a listing. Returns how many posts it lacks that are kept until the next complete listing, because too many are
     * missing at the same time; see listed-posts.ts.
     */
    finishPosts: (job: ClaimedJob, { startedIn, listed }: FinishedListing): Promise<number> =>
      whileHeld(job, async (transaction, { id }) => {
        const now = clock()
        const { removed, missing } = listed
          ? await deleteUnlisted(transaction, id, listed, now)
          : { removed: 0, missing: 0 }
        if (removed > 0) await clearCachedResponses(transaction, id, now)
        await transaction
          .updateTable('account')
          .set((eb) => ({ last_fetch_at: now, version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .execute()
        const connection = await rowOf(transaction, id)
        // A listing that started before the token was rejected does not prove that it is accepted again.
        const isOutdated = connection && isBroken(connection.state) && !isBroken(startedIn)
        if (connection && !isOutdated) {
          await moveConnection(transaction, secretBox, connection, { event: 'imported', now })
        }
        return missing
      }),

    saveProfile: (job: ClaimedJob, profile: StoredProfile): Promise<void> =>
      whileHeld(job, async (transaction, account) => {
        const now = clock()
        assertMayBeShown(fromProfileDocument(account.profile), profile, now)
        const text = toProfileDocument(profile)
        if (text === account.profile) return
        await transaction
          .updateTable('account')
          .set({ profile: text })
          .where('id', '=', account.id)
          .execute()
        await clearCachedResponses(transaction, account.id, now)
      }),
  }
}
