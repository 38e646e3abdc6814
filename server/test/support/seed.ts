import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { StoredProfile } from '@photofeed/core'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import type { Transaction } from 'kysely'
import type { Database } from '../../src/stores/database.ts'
import type { Tables as DatabaseTables } from '../../src/stores/engine/schema.ts'
import type { ImportedPost } from '../../src/stores/engine/stored-documents.ts'
import {
  clearCachedResponses,
  lockAccount,
  profileColumns,
} from '../../src/stores/service/accounts.ts'
import { insertPosts, storeListedPosts } from '../../src/stores/service/listed-posts.ts'

/** An account and its posts, newest first. */
export interface Feed {
  platformId: string
  plan: PlanName
  status: ConnectionStatus
  profile: StoredProfile
  posts: ImportedPost[]
  /** Milliseconds since the epoch; null leaves the last fetch as it is. */
  fetchedAt: number | null
  /** The folder of the media of a new account. */
  mediaId?: string
}

type Tables = Pick<Database, 'tables'>

/** Stores an account with its posts in the given stored order, and its key. Returns the account's id. */
export async function saveAccount(
  database: Pick<Database, 'keys' | 'tables'>,
  { apiKey, ...feed }: Feed & { apiKey: string | null },
): Promise<number> {
  const accountId = await saveInOrder(database, feed)
  if (apiKey !== null) await database.keys.issue(accountId, apiKey)
  return accountId
}

/** Returns the id of the media of a new account. */
export const newMediaId = () => randomBytes(8).toString('hex')

/** Stores an account without an owner, and its posts as a refresh does: those that the feed lacks stay. */
export function saveFeed(
  { tables }: Tables,
  { platformId, mediaId = newMediaId(), posts, fetchedAt, plan, status, profile }: Feed,
): Promise<{ accountId: number; added: number; updated: number }> {
  return tables.db.transaction().execute(async (transaction) => {
    const found = await lockAccount(transaction, 'platform_id', platformId)
    const columns = {
      ...{ plan, status, ...profileColumns(profile) },
      last_fetch_at: fetchedAt ?? found?.last_fetch_at ?? null,
    }
    const account =
      found ??
      (await transaction
        .insertInto('account')
        .values({ platform_id: platformId, media_id: mediaId, version: 1, ...columns })
        .returning(['id', 'highest_position'])
        .executeTakeFirstOrThrow())
    await addFiles(transaction, account.id, posts)
    const options = { now: Date.now(), olderFollow: false }
    const counts = await storeListedPosts(transaction, account, posts, options)
    const isChanged = counts.added + counts.updated > 0
    const { id } = account
    if (found && (isChanged || !isDeepStrictEqual({ ...found, ...columns }, { ...found }))) {
      await transaction.updateTable('account').set(columns).where('id', '=', id).execute()
      await clearCachedResponses(transaction, id)
    }
    return { accountId: id, ...counts }
  })
}

/** Adds the rows of files that no test uploads. */
async function addFiles(
  transaction: Transaction<DatabaseTables>,
  accountId: number,
  posts: readonly ImportedPost[],
): Promise<void> {
  const items = posts.flatMap((post) => [post, ...post.children])
  const media = items.flatMap(({ media, thumbnail }) => [media, thumbnail])
  for (const { id, extension, bytes } of media.flatMap((each) => each?.file ?? [])) {
    await transaction
      .insertInto('media_file')
      .values({ ...{ id, account_id: accountId, extension, bytes }, changed_at: 0, shown: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Stores an account with its posts in the given stored order. Returns the account's id. */
export async function saveInOrder({ tables }: Tables, feed: Feed): Promise<number> {
  const { accountId } = await saveFeed({ tables }, { ...feed, posts: [] })
  const placed = feed.posts.map((post, index) => ({ post, position: index + 1 }))
  await tables.db
    .transaction()
    .execute((transaction) => insertPosts(transaction, accountId, placed))
  return accountId
}
