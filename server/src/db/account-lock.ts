import type { Transaction } from 'kysely'
import { engineOf } from './engine.ts'
import type { AccountRow, Tables } from './schema.ts'

/** Locks the account, as an update would, until the transaction ends, and returns it; undefined if it does not exist. */
export function lockAccount(
  transaction: Transaction<Tables>,
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

/** Locks the owner until the transaction ends, so that no account is connected before. Returns undefined if there is no such owner. */
export function lockOwner(transaction: Transaction<Tables>, ownerId: string) {
  return transaction
    .selectFrom('owner')
    .select(['email', 'plan'])
    .where('id', '=', ownerId)
    .$if(locksRows(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

/** Whether rows are locked one by one: in SQLite every transaction of ours locks the whole database as it begins. */
export function locksRows(transaction: Transaction<Tables>): boolean {
  return engineOf(transaction).name === 'postgres'
}
