import type { StoredPost } from '@photofeed/core'
import type { Kysely, Transaction } from 'kysely'
import { rowOf } from '../accounts/connection-rows.ts'
import { isBroken } from '../accounts/lifecycle.ts'
import { moveConnection } from '../accounts/move-connection.ts'
import { lockAccountById } from '../db/account-lock.ts'
import { clearCachedAnswers } from '../db/api-key-rows.ts'
import { deleteUnlisted } from '../db/missing-posts.ts'
import { fromPostDocument } from '../db/post-document.ts'
import { findPostRows, writePosts } from '../db/post-rows.ts'
import { fromProfileDocument, toProfileDocument } from '../db/profile-document.ts'
import type { AccountRow, Tables } from '../db/schema.ts'
import type { SecretBox } from '../db/secret-box.ts'
import { assertMayBeShown } from '../db/shown-files.ts'
import type { ClaimedJob } from '../jobs/job.ts'
import { LostJob, refuseLostJob } from '../jobs/leases.ts'
import type { Refreshes } from './refreshes.ts'
import { type OrderedPosts, placePosts } from './stored-order.ts'

interface Parts {
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  secretBox: SecretBox
  clock(): number
}

/** Refreshes in the database; see the port. */
export function createSqlRefreshes({ reader, writer, secretBox, clock }: Parts): Refreshes {
  function whileHeld<Result>(
    job: ClaimedJob,
    change: (transaction: Transaction<Tables>, account: AccountRow) => Promise<Result>,
  ): Promise<Result> {
    return writer.transaction().execute(async (transaction) => {
      const account = await lockAccountById(transaction, job.accountId)
      if (!account) throw new LostJob('The account is deleted.')
      await refuseLostJob(transaction, job)
      return change(transaction, account)
    })
  }

  return {
    async findPosts(accountId, postIds) {
      const found = new Map<string, StoredPost>()
      for await (const row of findPostRows(reader, accountId, postIds)) {
        found.set(row.platform_id, fromPostDocument(row))
      }
      return found
    },

    async findProfile(accountId) {
      const { profile } = await reader
        .selectFrom('account')
        .select('profile')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      return fromProfileDocument(profile)
    },

    savePosts: (job, posts) =>
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
        await clearCachedAnswers(transaction, id, now)
      }),

    finishPosts: (job, { beganIn, listed }) =>
      whileHeld(job, async (transaction, { id }) => {
        const now = clock()
        const { removed, missing } = listed
          ? await deleteUnlisted(transaction, id, listed, now)
          : { removed: 0, missing: 0 }
        if (removed > 0) await clearCachedAnswers(transaction, id, now)
        await transaction
          .updateTable('account')
          .set((eb) => ({ last_fetch_at: now, version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .execute()
        const connection = await rowOf(transaction, id)
        // What was asked for before the token was refused does not tell that it is good again.
        const provesNothing = connection && isBroken(connection.state) && !isBroken(beganIn)
        if (connection && !provesNothing) {
          await moveConnection(transaction, secretBox, connection, { event: 'imported', now })
        }
        return missing
      }),

    saveProfile: (job, profile) =>
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
        await clearCachedAnswers(transaction, account.id, now)
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
