import type { Transaction } from 'kysely'
import type { AccountRow, Tables } from './schema.ts'

/** The account, which nobody else writes to until the transaction ends; undefined when it is not there yet. */
export function lockAccount(
  transaction: Transaction<Tables>,
  platformId: string,
): Promise<AccountRow | undefined> {
  // An update that changes nothing: SQLite has no `for update`, and needs none.
  return transaction
    .updateTable('account')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('platform_id', '=', platformId)
    .returningAll()
    .executeTakeFirst()
}

/** The same by our own id. */
export function lockAccountById(
  transaction: Transaction<Tables>,
  accountId: number,
): Promise<AccountRow | undefined> {
  return transaction
    .updateTable('account')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
}
