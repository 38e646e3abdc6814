import { randomBytes } from 'node:crypto'
import type { StoredProfile } from '@photofeed/core'
import type { PlanName } from '@photofeed/openapi'
import { sql, type Transaction, type UpdateObject } from 'kysely'
import { engineOf, locksRows } from '../engine/engine.ts'
import type { AccountRow, Db, Tables } from '../engine/schema.ts'
import { enqueue } from './work.ts'

export const findOwn = (db: Db, ownerId: string, accountId: number) =>
  db
    .selectFrom('connection')
    .innerJoin('account', 'account.id', 'connection.account_id')
    .leftJoin('feed', 'feed.account_id', 'connection.account_id')
    .select(['connection.account_id as accountId', 'owner_id as ownerId', 'state'])
    .select(['account.username', 'feed.id as feedId'])
    .where('connection.account_id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

// Everything that writes the table `account` is here.
type Change = Transaction<Tables>

/** Locks the account, as an update would, until the transaction ends, and returns it; undefined if it does not exist. */
export function lockAccount(
  transaction: Change,
  by: 'id' | 'platform_id',
  value: number | string,
): Promise<AccountRow | undefined> {
  return transaction
    .selectFrom('account')
    .selectAll()
    .where(by, '=', value)
    .$if(locksRows(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

/** Adds the account, or changes the one of an earlier connection. Locks it until the transaction ends. */
export function addAccount(
  transaction: Change,
  plan: PlanName,
  { platformId, profile }: { platformId: string; profile: StoredProfile },
): Promise<Pick<AccountRow, 'id' | 'media_id'>> {
  const columns = { plan, ...profileColumns(profile), last_fetch_at: null }
  // The id of its media is random, and no other than in the URLs of its files.
  const identity = { platform_id: platformId, media_id: randomBytes(8).toString('hex') }
  // One statement: of two owners who connect the same account at the same time, the second waits for the first.
  return transaction
    .insertInto('account')
    .values({ ...identity, ...columns, status: 'importing', version: 1 })
    .onConflict((conflict) => conflict.column('platform_id').doUpdateSet(columns))
    .returning(['id', 'media_id'])
    .executeTakeFirstOrThrow()
}

export const profileColumns = (profile: StoredProfile) => ({
  username: profile.username,
  profile: JSON.stringify(profile),
})

export async function removeAccount(transaction: Change, accountId: number): Promise<void> {
  // Rows of the account in other tables are deleted too: `on delete cascade`.
  await transaction.deleteFrom('account').where('id', '=', accountId).execute()
}

export async function setAccount(
  transaction: Change,
  accountId: number,
  columns: UpdateObject<Tables, 'account'>,
): Promise<void> {
  await transaction.updateTable('account').set(columns).where('id', '=', accountId).execute()
}

/** Counts posts that were added or deleted, and stores the highest position that one ever had. */
export const countPosts = (transaction: Change, accountId: number, change: number, highest = 0) =>
  setAccount(transaction, accountId, {
    posts: sql`posts + ${change}`,
    highest_position: sql`case when highest_position < ${highest} then ${highest} else highest_position end`,
  })

/** Stores when a complete fetch of posts ended. Responses contain the time, so that pages of the version before are outdated. */
export const setFetched = (transaction: Change, accountId: number, at: number) =>
  setAccount(transaction, accountId, { last_fetch_at: at, version: sql`version + 1` })

/** Increments the version, which is in the keys of our cache, and enqueues a purge of caches in front. Locks the account. */
export async function clearCachedResponses(transaction: Change, accountId: number): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`There is no account ${accountId}.`)
  if (!engineOf(transaction).purgesEdge) return
  const key = await transaction
    .selectFrom('api_key')
    .select('hash')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!key) return
  const keyHash = Buffer.from(key.hash).toString('hex')
  await enqueue(transaction, 'clear_edge', accountId, { keyHash }, { key: keyHash })
  // A response from before the change may reach a cache just after its purge.
  const again = { key: `${keyHash} again`, inMs: 60_000 }
  await enqueue(transaction, 'clear_edge', accountId, { keyHash, isRepeated: true }, again)
}
