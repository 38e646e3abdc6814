import type { StoredPost, StoredProfile } from '@photofeed/core'
import type { Kysely, Transaction } from 'kysely'
import { type ConnectionState, isBroken } from '../accounts/lifecycle.ts'
import { lockAccountById } from './account-lock.ts'
import { clearCachedResponses } from './api-key-rows.ts'
import { rowOf } from './connection-rows.ts'
import type { ClaimedJob } from './jobs.ts'
import { assertLeaseHeld, LostJob } from './leases.ts'
import { deleteUnlisted } from './missing-posts.ts'
import { moveConnection } from './move-connection.ts'
import type { ImportedPost } from './ports.ts'
import { findPostRows, writePosts } from './post-rows.ts'
import type { AccountRow, Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'
import { assertMayBeShown } from './shown-files.ts'
import { fromPostDocument, fromProfileDocument, toProfileDocument } from './stored-documents.ts'

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
    async findPosts(
      accountId: number,
      postIds: readonly string[],
    ): Promise<Map<string, StoredPost>> {
      const found = new Map<string, StoredPost>()
      for await (const row of findPostRows(reader, accountId, postIds)) {
        found.set(row.platform_id, fromPostDocument(row))
      }
      return found
    },

    /** Stores posts of a listing that is not complete yet. They are served immediately. */
    savePosts: (job: ClaimedJob, posts: readonly ImportedPost[]): Promise<void> =>
      whileHeld(job, async (transaction, account) => {
        const order = await orderedPosts(transaction, account)
        const { older, newer, highest } = placePosts(posts, order)
        const { id } = account
        const now = clock()
        const counts = []
        for (const { posts, nextPosition } of [older, newer]) {
          counts.push(await writePosts(transaction, { accountId: id, now, nextPosition }, posts))
        }
        if (counts.every(({ added, updated }) => added + updated === 0)) return
        await transaction
          .updateTable('account')
          .set({ highest_position: highest() })
          .where('id', '=', id)
          .execute()
        await clearCachedResponses(transaction, id, now)
      }),

    /**
     * Ends a listing. Returns how many posts it lacks that are kept until the next complete listing, because too many are
     * missing at the same time; see missing-posts.ts.
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

/** Each bound from its own index; together they would be looked for in all posts. */
async function orderedPosts(
  transaction: Transaction<Tables>,
  account: AccountRow,
): Promise<OrderedPosts> {
  const posts = transaction.selectFrom('post').where('account_id', '=', account.id).limit(1)
  const lowest = await posts.select('position').orderBy('position').executeTakeFirst()
  const newest = await posts
    .select('published_at')
    .orderBy('published_at', 'desc')
    .executeTakeFirst()
  return {
    lowest: lowest?.position ?? null,
    newest: newest?.published_at ?? null,
    highest: account.highest_position,
    isFirstImport: account.last_fetch_at === null,
  }
}

/** Where the posts that an account has stand in its stored order. */
export interface OrderedPosts {
  /** The highest position that a post ever had. */
  highest: number
  /** Null when there is no post. */
  lowest: number | null
  /** When the newest one was published. */
  newest: number | null
  /** Whether a complete listing was never stored. */
  isFirstImport: boolean
}

/** New posts in the sequence in which they are stored, each at the next position. */
export interface Placement {
  posts: ImportedPost[]
  nextPosition(): number
}

// The platform lists at most 10,000 posts, so there is room for all that are older than the first one stored.
const firstPosition = 1_000_000

/**
 * The stored order is oldest first within the first import, and then as posts appear. The platform lists the newest
 * first and every page is served at once, so a first import goes down from where it began; what was published since,
 * and everything after the first import, goes up.
 */
export function placePosts(
  posts: readonly ImportedPost[],
  { highest, lowest, newest, isFirstImport }: OrderedPosts,
): { older: Placement; newer: Placement; highest(): number } {
  const isOlder = (post: ImportedPost) =>
    isFirstImport && (newest === null || post.publishedAt <= newest)
  let low = lowest ?? firstPosition + 1
  let high = Math.max(highest, lowest === null && isFirstImport ? firstPosition : 0)
  return {
    older: {
      posts: newestFirst(posts.filter(isOlder)),
      nextPosition: () => {
        low -= 1
        return low
      },
    },
    newer: {
      posts: newestFirst(posts.filter((post) => !isOlder(post))).reverse(),
      nextPosition: () => {
        high += 1
        return high
      },
    },
    highest: () => high,
  }
}

/** Of two equal times the platform lists the newer first. */
function newestFirst(posts: ImportedPost[]): ImportedPost[] {
  return posts.toSorted((one, other) => other.publishedAt - one.publishedAt)
}
