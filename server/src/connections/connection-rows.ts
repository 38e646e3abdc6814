import type { Selectable, Transaction } from 'kysely'
import { engineOf } from '../db/engine.ts'
import type { ConnectionState, Db, Tables } from '../db/schema.ts'
import { type JobKind, scheduleJob } from '../jobs/jobs.ts'
import { enqueue } from '../jobs/outbox.ts'
import { clearCachedResponses, deleteKey } from './api-keys.ts'
import type { Connection } from './connection.ts'
import {
  type ConnectionEffect,
  type ConnectionEvent,
  isBroken,
  nextStep,
  statusOf,
} from './lifecycle.ts'

export type ConnectionRow = Selectable<Tables['connection']>

export function rowOf(db: Db, accountId: number): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connection')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The columns of a connection and its account. */
export function withAccount(db: Db) {
  return db
    .selectFrom('connection')
    .innerJoin('account', 'account.id', 'connection.account_id')
    .select(['account_id as accountId', 'platform_id as platformId', 'media_id as mediaId'])
    .select(['owner_id as ownerId', 'state', 'plan', 'permissions', 'connected_at as connectedAt'])
    .select(['token_issued_at as tokenIssuedAt', 'token_expires_at as tokenExpiresAt'])
    .select(['last_fetch_at as lastFetchAt', 'broken_reason as brokenReason'])
}

export function toConnection(
  row: Omit<Connection, 'permissions'> & Pick<ConnectionRow, 'permissions'>,
): Connection {
  return { ...row, permissions: row.permissions === '' ? [] : row.permissions.split(',') }
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
  await transaction
    .updateTable('connection')
    .set({ state: step.to, ...(!isBroken(step.to) && { broken_reason: null }) })
    .where('account_id', '=', accountId)
    .execute()
  const status = statusOf(step.to)
  if (status) {
    await transaction.updateTable('account').set({ status }).where('id', '=', accountId).execute()
  }
  for (const effect of step.effects) await effects[effect](transaction, accountId, reason)
  return step.to
}

const jobKinds: readonly JobKind[] = ['posts', 'profile', 'token']

const effects: Record<
  ConnectionEffect,
  (transaction: Transaction<Tables>, accountId: number, reason: string | null) => Promise<void>
> = {
  clear_cached_responses: clearCachedResponses,

  async import_now(transaction, accountId) {
    const now = engineOf(transaction).now()
    for (const kind of jobKinds) await scheduleJob(transaction, kind, accountId, now)
  },

  async notify_owner(transaction, accountId, reason) {
    await transaction
      .updateTable('connection')
      .set({ broken_reason: reason })
      .where('account_id', '=', accountId)
      .execute()
    await enqueue(transaction, 'broken_connection_mail', accountId, { reason })
  },

  async delete_account(transaction, accountId) {
    await deleteKey(transaction, accountId)
    await transaction
      .updateTable('connection')
      .set({ owner_id: null, token: null, token_issued_at: null, token_expires_at: null })
      .where('account_id', '=', accountId)
      .execute()
    await transaction.deleteFrom('job').where('account_id', '=', accountId).execute()
    const { media_id: mediaId } = await transaction
      .selectFrom('account')
      .select('media_id')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    await enqueue(transaction, 'delete_posts_and_media', accountId, { mediaId })
  },
}
