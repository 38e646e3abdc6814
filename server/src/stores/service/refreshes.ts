import { isDeepStrictEqual } from 'node:util'
import type { StoredProfile } from '@photofeed/core'
import type { PlanName } from '@photofeed/openapi'
import type { Transaction } from 'kysely'
import { type ConnectionState, isBroken } from '../../connections/lifecycle.ts'
import type { AccountRow, Tables } from '../engine/schema.ts'
import { findPosts, type ImportedPost, parseProfile } from '../engine/stored-documents.ts'
import {
  clearCachedResponses,
  lockAccount,
  profileColumns,
  setAccount,
  setFetched,
} from './accounts.ts'
import { moveConnection, rowOf } from './connection-steps.ts'
import { deleteUnlisted, storeListedPosts } from './listed-posts.ts'
import { removeUnshown, showFiles } from './media-files.ts'
import type { StoreParts } from './store-parts.ts'
import { assertLeaseHeld, completeWork, saveState } from './work.ts'
import { type ClaimedJob, LostJob, type MissingPosts, type PostsState } from './work-kinds.ts'

interface FinishedListing {
  startedIn: ConnectionState
  /** New and changed posts that are not saved yet. */
  posts: readonly ImportedPost[]
  /** Whether the listing reached the oldest post. */
  isFull: boolean
  /** The ids of the stored posts that a complete listing lacks. Null if the listing is incomplete. */
  unlisted: readonly string[] | null
  /** When a listing last reached the oldest post; null if never. */
  listedAt: number | null
  /** What the job's state has besides; see PostsState. */
  leftOut: Readonly<Record<string, number>>
  missing: MissingPosts | null
  /** Returns in how many milliseconds the job runs again. The plan may have changed since the listing started. */
  nextRunInMs(plan: PlanName): number
}

export type Refreshes = ReturnType<typeof createRefreshes>

/**
 * Creates the functions of a refresh. They store only while the lease of the job is held, and reject with LostJob otherwise: a
 * run whose lease was lost, or whose account was disconnected, changes nothing. They reject with FileDeleted if
 * the media were stored too long ago.
 */
export function createRefreshes({ db, clock }: StoreParts) {
  function whileHeld<Result>(
    job: ClaimedJob,
    change: (transaction: Transaction<Tables>, account: AccountRow) => Promise<Result>,
  ): Promise<Result> {
    return db.transaction().execute(async (transaction) => {
      const account = await lockAccount(transaction, 'id', job.accountId)
      if (!account) throw new LostJob('The account is deleted.')
      await assertLeaseHeld(transaction, job)
      return change(transaction, account)
    })
  }

  async function store(
    transaction: Transaction<Tables>,
    account: AccountRow,
    posts: readonly ImportedPost[],
  ): Promise<void> {
    if (posts.length === 0) return
    const options = { now: clock(), olderFollow: account.last_fetch_at === null }
    const { added, updated } = await storeListedPosts(transaction, account, posts, options)
    // After a new signature only, caches in front of the API need no purge: the one before is valid for days.
    if (added + updated > 0) await clearCachedResponses(transaction, account.id)
  }

  return {
    findPosts: findPosts.bind(null, db),

    /** Returns the platform's ids of the stored posts. */
    async postIds(accountId: number): Promise<string[]> {
      const posts = db.selectFrom('post').select('platform_id as id')
      const rows = await posts.where('account_id', '=', accountId).execute()
      return rows.map(({ id }) => id)
    },

    /** Stores posts of a listing that is not complete yet, and where the next run continues it; null to start again. */
    savePosts: (job: ClaimedJob, posts: readonly ImportedPost[], state: PostsState) =>
      whileHeld(job, async (transaction, account) => {
        await store(transaction, account, posts)
        await saveState(transaction, job, state)
      }),

    /**
     * Stores the last posts of a listing and completes the job, in one transaction. Returns how many posts it deleted, and
     * how many the listing lacks that are kept until the next complete listing, because too many are missing at the same
     * time; see listed-posts.ts.
     */
    finishPosts: (
      job: ClaimedJob,
      {
        startedIn,
        posts,
        isFull,
        unlisted,
        listedAt,
        leftOut,
        nextRunInMs,
        ...before
      }: FinishedListing,
    ): Promise<{ deleted: number; missing: number }> =>
      whileHeld(job, async (transaction, account) => {
        const { id } = account
        const now = clock()
        await store(transaction, account, posts)
        const { removed, missing } = unlisted
          ? await deleteUnlisted(transaction, id, { unlisted, missing: before.missing, now })
          : { ...before, removed: 0 }
        if (removed > 0) await clearCachedResponses(transaction, id)
        if (isFull) await removeUnshown(transaction, id, now)
        await setFetched(transaction, id, now)
        // A listing that started before the token was rejected does not prove that it is accepted again.
        const connection = startedIn === 'ready' ? undefined : await rowOf(transaction, id)
        const isOutdated = connection && isBroken(connection.state) && !isBroken(startedIn)
        if (connection && !isOutdated) await moveConnection(transaction, connection, 'imported')
        // Missing posts are confirmed, or found again, by a full listing only.
        const next = isFull ? (missing ? null : now) : listedAt
        const state = { leftOut, missing, listedAt: next, progress: null }
        await completeWork(transaction, job, nextRunInMs(account.plan), state)
        return { deleted: removed, missing: missing?.ids.length ?? 0 }
      }),

    /** Stores the profile and completes the job, in one transaction. */
    finishProfile: (
      job: ClaimedJob,
      profile: StoredProfile,
      nextRunInMs: number,
    ): Promise<boolean> =>
      whileHeld(job, async (transaction, account) => {
        const before = parseProfile(account.profile)
        if (!isDeepStrictEqual(before, profile)) {
          await showFiles(transaction, [{ before, after: profile }], clock())
          await setAccount(transaction, account.id, profileColumns(profile))
          await clearCachedResponses(transaction, account.id)
        }
        return completeWork(transaction, job, nextRunInMs)
      }),
  }
}
