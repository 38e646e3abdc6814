import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { isStorable } from '../engine/engine.ts'
import type { Db } from '../engine/schema.ts'
import { lockAccount, removeAccount, setAccount } from './accounts.ts'
import { rowOf } from './connection-steps.ts'
import type { StoreParts } from './store-parts.ts'
import { enqueue } from './work.ts'
import type { MessageKind } from './work-kinds.ts'

/** Few enough that one transaction of SQLite delays no request. */
const rowsOfBatch = 500
/** How long an upload may take that began before the account was deleted. */
export const longestUploadMs = 3_600_000

/**
 * Deletes a disconnected account, and enqueues the deletion of its files: now, and once more when no upload can be running any more.
 * Returns false if it was connected again.
 */
export async function deleteAccount(db: Db, accountId: number): Promise<boolean> {
  const account = await db.transaction().execute(async (transaction) => {
    const found = await lockAccount(transaction, 'id', accountId)
    const connection = await rowOf(transaction, accountId)
    if (!found || (connection && connection.state !== 'disconnected')) return null
    // From here on, whoever connects it again gets a new account.
    await setAccount(transaction, accountId, { platform_id: `deleted ${accountId}` })
    return found
  })
  if (!account) return false
  // One file stays to the end: after a crash it shows that there are some.
  for (const [name, key, kept] of [
    ['post', sql.ref('position'), 0],
    ['media_file', sql.ref('id'), 1],
  ] as const) {
    const all = sql`from ${sql.table(name)} where account_id = ${accountId}`
    const batch = sql`delete ${all} and ${key} in
      (select ${key} ${all} order by ${key} limit ${rowsOfBatch} offset ${kept})`
    // Requests are served in between.
    while ((await batch.execute(db)).numAffectedRows) await setImmediate()
  }
  await db.transaction().execute(async (transaction) => {
    const files = transaction.selectFrom('media_file').select('id').limit(1)
    const kept = await files.where('account_id', '=', accountId).executeTakeFirst()
    const media = { mediaId: account.media_id, hasFiles: kept !== undefined }
    await enqueue(transaction, 'delete_media', accountId, { ...media, isLast: false })
    const last = { ...media, isLast: true }
    await enqueue(transaction, 'delete_media', accountId, last, { inMs: longestUploadMs })
    await removeAccount(transaction, accountId)
  })
  return true
}

export type DeletionProgress =
  /** Nothing of this owner was stored. */
  | 'nothing stored'
  | 'running'
  | 'done'
  /** The owner allowed access again before everything was deleted. The data stay. */
  | 'connected again'

/** How long the page with the progress responds: a year. */
const retentionMs = 365 * 86_400_000

/** Creates the functions for deletions that the platform requested, under random codes. */
export function createDeletionRequests({ db }: StoreParts) {
  return {
    /** Stores a request and returns its code. Deletes requests that are older than the status pages are kept. */
    async add(accountIds: readonly number[], now: number): Promise<string> {
      await db
        .deleteFrom('deletion_request')
        .where('requested_at', '<=', now - retentionMs)
        .execute()
      const code = randomBytes(16).toString('hex')
      await db
        .insertInto('deletion_request')
        .values({ code, account_ids: accountIds.join(), requested_at: now })
        .execute()
      return code
    },

    /** Returns null for an unknown code. */
    async progress(code: string): Promise<DeletionProgress | null> {
      if (!isStorable(code)) return null
      const row = await db
        .selectFrom('deletion_request')
        .select('account_ids')
        .where('code', '=', code)
        .executeTakeFirst()
      if (!row) return null
      if (row.account_ids === '') return 'nothing stored'
      const accountIds = row.account_ids.split(',').map(Number)
      const connected = await db
        .selectFrom('connection')
        .select('account_id')
        .where('account_id', 'in', accountIds)
        .where('state', '!=', 'disconnected')
        .executeTakeFirst()
      if (connected) return 'connected again'
      // One of these is there until the account is deleted, and its folder of the media place was seen empty.
      const message = await db
        .selectFrom('work')
        .select('id')
        .where('account_id', 'in', accountIds)
        .where('kind', 'in', [
          'delete_account',
          'delete_files',
          'delete_media',
        ] satisfies MessageKind[])
        .executeTakeFirst()
      return message ? 'running' : 'done'
    },
  }
}
