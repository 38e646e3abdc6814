import type { Selectable, Transaction, UpdateObject } from 'kysely'
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  isBroken,
  nextStep,
  statusOf,
} from '../../connections/lifecycle.ts'
import type { Db, Tables } from '../engine/schema.ts'
import { clearCachedResponses, lockAccount, setAccount } from './accounts.ts'
import { enqueue, enqueueNotice, scheduleJob } from './work.ts'
import { jobKinds, type Notice } from './work-kinds.ts'

export type ConnectionRow = Selectable<Tables['connection']>

export function rowOf(db: Db, accountId: number): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connection')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function setConnection(
  transaction: Transaction<Tables>,
  accountId: number,
  columns: UpdateObject<Tables, 'connection'>,
): Promise<void> {
  const update = transaction.updateTable('connection').set(columns)
  await update.where('account_id', '=', accountId).execute()
}

/** Disconnects all accounts of an owner, and returns their ids. The caller has locked the owner. */
export async function disconnectAll(
  transaction: Transaction<Tables>,
  ownerId: string,
): Promise<number[]> {
  const owned = transaction.selectFrom('connection').selectAll().where('owner_id', '=', ownerId)
  for (const { account_id } of await owned.orderBy('account_id').execute()) {
    await lockAccount(transaction, 'id', account_id)
  }
  // Again, since others may have been disconnected before they were locked.
  const rows = await owned.execute()
  for (const row of rows) await moveConnection(transaction, row, 'disconnected')
  return rows.map(({ account_id }) => account_id)
}

/** Applies an event to a connection with its effects, and returns the new state. The reason is why posts can no longer be fetched. */
export async function moveConnection(
  transaction: Transaction<Tables>,
  { account_id: accountId, state }: ConnectionRow,
  event: ConnectionEvent,
  reason: string | null = null,
): Promise<ConnectionState> {
  const step = nextStep(state, event)
  if (!step) return state
  const isNews = step.effects.includes('notify_owner')
  await setConnection(transaction, accountId, {
    state: step.to,
    ...((isNews || !isBroken(step.to)) && { broken_reason: isNews ? reason : null }),
  })
  const status = statusOf(step.to)
  if (status) await setAccount(transaction, accountId, { status })
  for (const effect of step.effects) await effects[effect](transaction, accountId, reason)
  return step.to
}

/** Enqueues a notice to the owner of an account, if it has one. */
export async function notifyOwner(
  transaction: Transaction<Tables>,
  notice: Notice,
  accountId: number,
): Promise<void> {
  const owned = await transaction
    .selectFrom('connection')
    .innerJoin('account', 'account.id', 'account_id')
    .innerJoin('owner', 'owner.id', 'owner_id')
    .select(['email', 'username'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!owned) return
  const { email, username } = owned
  await enqueueNotice(transaction, accountId, { email, notice, about: `@${username}` })
}

const effects: Record<
  ConnectionEffect,
  (transaction: Transaction<Tables>, accountId: number, reason: string | null) => Promise<void>
> = {
  clear_cached_responses: clearCachedResponses,

  async import_now(transaction, accountId) {
    for (const kind of jobKinds) await scheduleJob(transaction, kind, accountId)
  },

  async notify_owner(transaction, accountId, reason) {
    const options = { key: `${accountId}` }
    await enqueue(transaction, 'broken_connection_mail', accountId, { reason }, options)
  },

  async delete_account(transaction, accountId) {
    await notifyOwner(transaction, 'disconnected', accountId)
    for (const table of ['api_key', 'feed'] as const)
      await transaction.deleteFrom(table).where('account_id', '=', accountId).execute()
    const columns = { owner_id: null, token: null, token_issued_at: null, token_expires_at: null }
    await setConnection(transaction, accountId, columns)
    await transaction
      .deleteFrom('work')
      .where('account_id', '=', accountId)
      .where('kind', 'in', jobKinds)
      .execute()
    await enqueue(transaction, 'delete_account', accountId, null, { key: `${accountId}` })
  },
}
