import type { StoredPost } from '@photofeed/core'
import type { Kysely, Transaction } from 'kysely'
import { lockAccount } from './account-lock.ts'
import { filesOf, noteMediaUse } from './media-use-rows.ts'
import type { FeedWriter, ImportedFeed } from './ports.ts'
import { fromPostDocument } from './post-document.ts'
import { findPostRows, writePosts } from './post-rows.ts'
import { toProfileDocument } from './profile-document.ts'
import type { AccountRow, Tables } from './schema.ts'

/** Writes what imports find; see the port. */
export function createFeedWriter(reader: Kysely<Tables>, writer: Kysely<Tables>): FeedWriter {
  return {
    save(feed) {
      return writer.transaction().execute(async (transaction) => {
        const stored = await lockAccount(transaction, feed.platformId)
        const account = accountColumns(feed, stored)
        const accountId = stored?.id ?? (await addAccount(transaction, feed.platformId, account))
        let highest = stored?.highest_position ?? 0
        const counts = await writePosts(transaction, accountId, feed.posts, () => {
          highest += 1
          return highest
        })
        const hasChanged = counts.added + counts.updated > 0 || (stored && differs(account, stored))
        if (hasChanged) {
          await transaction
            .updateTable('account')
            .set({ ...account, highest_position: highest })
            .set((eb) => ({ version: eb('version', '+', stored ? 1 : 0) }))
            .where('id', '=', accountId)
            .execute()
          await noteMediaUse(transaction, accountId, filesOf(feed.posts, feed.profile))
        }
        return { accountId, ...counts }
      })
    },

    async findPosts(platformId, postIds) {
      const found = new Map<string, StoredPost>()
      const account = await findAccount(reader, platformId)
      if (!account) return found
      for await (const row of findPostRows(reader, account.id, postIds)) {
        found.set(row.platform_id, fromPostDocument(row))
      }
      return found
    },
  }
}

type AccountColumns = Pick<AccountRow, 'plan' | 'status' | 'profile' | 'last_fetch_at'>

function accountColumns(feed: ImportedFeed, stored: AccountRow | undefined): AccountColumns {
  return {
    plan: feed.plan,
    status: feed.status,
    profile: toProfileDocument(feed.profile),
    last_fetch_at: feed.fetchedAt ?? stored?.last_fetch_at ?? null,
  }
}

function differs(account: AccountColumns, stored: AccountRow): boolean {
  return (
    account.plan !== stored.plan ||
    account.status !== stored.status ||
    account.profile !== stored.profile ||
    account.last_fetch_at !== stored.last_fetch_at
  )
}

function findAccount(db: Kysely<Tables>, platformId: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('platform_id', '=', platformId)
    .executeTakeFirst()
}

async function addAccount(
  transaction: Transaction<Tables>,
  platformId: string,
  account: AccountColumns,
): Promise<number> {
  const { id } = await transaction
    .insertInto('account')
    .values({ platform_id: platformId, ...account, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
