import type { Kysely } from 'kysely'
import { lockAccountById } from './account-lock.ts'
import { rowOf } from './connection-rows.ts'
import type { Tables } from './schema.ts'

/** Deletes a disconnected account with its posts; false when it was connected again meanwhile. */
export function removeAccount(db: Kysely<Tables>, accountId: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockAccountById(transaction, accountId)
    const connection = await rowOf(transaction, accountId)
    if (connection && connection.state !== 'disconnected') return false
    // Everything that belongs to the account goes with it: `on delete cascade`.
    await transaction.deleteFrom('account').where('id', '=', accountId).execute()
    return true
  })
}
