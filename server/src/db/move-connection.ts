import type { Transaction } from 'kysely'
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  nextStep,
  statusOf,
} from '../accounts/lifecycle.ts'
import { activateKey, clearCachedResponses, deleteKey } from './api-key-rows.ts'
import type { ConnectionRow } from './connection-rows.ts'
import { engineOf } from './engine.ts'
import type { JobKind } from './jobs.ts'
import { enqueue } from './outbox.ts'
import type { Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'

/** An event and the arguments of its effects. */
export interface Move {
  event: ConnectionEvent
  now: number
  /** The key to issue; only for `connected`. */
  apiKey?: string
  /** Why the platform rejects the token, in plain words. */
  reason?: string | undefined
}

interface Place {
  transaction: Transaction<Tables>
  accountId: number
  secretBox: SecretBox
}

/** Applies an event to a connection with its effects, and returns the new state. */
export async function moveConnection(
  transaction: Transaction<Tables>,
  secretBox: SecretBox,
  before: ConnectionRow,
  move: Move,
): Promise<ConnectionState> {
  const step = nextStep(before.state, move.event)
  if (!step) return before.state
  const accountId = before.account_id
  await storeState(transaction, accountId, step.to)
  for (const effect of step.effects)
    await effects[effect]({ transaction, accountId, secretBox }, move)
  return step.to
}

async function storeState(
  transaction: Transaction<Tables>,
  accountId: number,
  state: ConnectionState,
): Promise<void> {
  await transaction
    .updateTable('connection')
    .set({ state })
    .where('account_id', '=', accountId)
    .execute()
  const status = statusOf(state)
  if (!status) return
  await transaction.updateTable('account').set({ status }).where('id', '=', accountId).execute()
}

const effects: Record<ConnectionEffect, (place: Place, move: Move) => Promise<void>> = {
  issue_key: ({ transaction, accountId, secretBox }, { apiKey = '', now }) =>
    activateKey(transaction, secretBox, { accountId, apiKey, issuedAt: now }),

  delete_key: ({ transaction, accountId }) => deleteKey(transaction, accountId),

  async delete_token({ transaction, accountId }) {
    await transaction
      .updateTable('connection')
      .set({ owner_id: null, token: null, token_issued_at: null, token_expires_at: null })
      .where('account_id', '=', accountId)
      .execute()
  },

  clear_cached_responses: ({ transaction, accountId }, { now }) =>
    clearCachedResponses(transaction, accountId, now),

  import_now: ({ transaction, accountId }) => scheduleWork(transaction, accountId),

  async stop_jobs({ transaction, accountId }) {
    await transaction.deleteFrom('job').where('account_id', '=', accountId).execute()
  },

  async notify_owner({ transaction, accountId }, { reason = null, now }) {
    await transaction
      .updateTable('connection')
      .set({ broken_reason: reason })
      .where('account_id', '=', accountId)
      .execute()
    await enqueue(transaction, 'broken_connection_mail', accountId, { reason }, now)
  },

  async delete_posts_and_media({ transaction, accountId }, { now }) {
    const { media_id: mediaId } = await transaction
      .selectFrom('account')
      .select('media_id')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    await enqueue(transaction, 'delete_posts_and_media', accountId, { mediaId }, now)
  },
}

/** Schedules a fetch of posts for now, ahead of routine jobs. The other jobs are added if they are missing; they check themselves what is too early. */
async function scheduleWork(transaction: Transaction<Tables>, accountId: number): Promise<void> {
  const now = engineOf(transaction).now()
  const urgent = { run_at: now, queue: 'urgent', failures: 0 } as const
  const row = { ...urgent, account_id: accountId, attempts: 0, lease_until: 0, last_error: null }
  const kinds = ['posts', 'profile', 'token'] satisfies JobKind[]
  await transaction
    .insertInto('job')
    .values(kinds.map((kind) => ({ ...row, kind })))
    .onConflict((conflict) => conflict.columns(['kind', 'account_id']).doNothing())
    .execute()
  await transaction
    .updateTable('job')
    .set(urgent)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'posts' satisfies JobKind)
    .execute()
}
