import { randomBytes } from 'node:crypto'
import { isStorable } from '../engine/engine.ts'
import type { Db } from '../engine/schema.ts'
import { lockAccount, removeAccount } from './accounts.ts'
import { rowOf } from './connection-steps.ts'
import { removeAll } from './media-files.ts'
import type { MessageKind } from './work-kinds.ts'

/** Deletes a disconnected account, and enqueues the deletion of its files. Returns false if it was connected again. */
export function deleteAccount(db: Db, accountId: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const account = await lockAccount(transaction, 'id', accountId)
    const connection = await rowOf(transaction, accountId)
    if (!account || (connection && connection.state !== 'disconnected')) return false
    await removeAll(transaction, accountId, account.media_id)
    await removeAccount(transaction, accountId)
    return true
  })
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
export function createDeletionRequests(db: Db) {
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
      // The message is there until it has deleted the account and its files.
      const message = await db
        .selectFrom('work')
        .select('id')
        .where('account_id', 'in', accountIds)
        .where('kind', 'in', ['delete_account', 'delete_files'] satisfies MessageKind[])
        .executeTakeFirst()
      return message ? 'running' : 'done'
    },
  }
}
