import type { Transaction } from 'kysely'
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  nextStep,
  statusOf,
} from '../accounts/lifecycle.ts'
import { clearCachedAnswers, dropKey, putKeyInForce } from './api-key-rows.ts'
import type { ConnectionRow } from './connection-rows.ts'
import { engineOf } from './engine.ts'
import type { JobKind } from './jobs.ts'
import { enqueue } from './outbox.ts'
import type { Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'

/** An event with what only some of its effects need. */
export interface Move {
  event: ConnectionEvent
  now: number
  /** The key to issue, which is `connected` alone. */
  apiKey?: string
  /** Why the platform refuses the token, in plain words. */
  reason?: string | undefined
}

interface Place {
  transaction: Transaction<Tables>
  accountId: number
  secretBox: SecretBox
}

/** Moves a connection along, with everything that this makes necessary; its state afterwards. */
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
    putKeyInForce(transaction, secretBox, { accountId, apiKey, issuedAt: now }),

  drop_key: ({ transaction, accountId }) => dropKey(transaction, accountId),

  async drop_token({ transaction, accountId }) {
    await transaction
      .updateTable('connection')
      .set({ owner_id: null, token: null, token_issued_at: null, token_expires_at: null })
      .where('account_id', '=', accountId)
      .execute()
  },

  clear_cached_answers: ({ transaction, accountId }, { now }) =>
    clearCachedAnswers(transaction, accountId, now),

  import_now: ({ transaction, accountId }) => scheduleWork(transaction, accountId),

  async stop_jobs({ transaction, accountId }) {
    await transaction.deleteFrom('job').where('account_id', '=', accountId).execute()
  },

  async tell_owner({ transaction, accountId }, { reason = null, now }) {
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

/** Posts are fetched now. What else recurs is due as well, unless it is planned already, and knows itself what is too early. */
async function scheduleWork(transaction: Transaction<Tables>, accountId: number): Promise<void> {
  const now = engineOf(transaction).now()
  const row = { account_id: accountId, run_at: now, attempts: 0, lease_until: 0, last_error: null }
  const kinds = ['posts', 'profile', 'token'] satisfies JobKind[]
  await transaction
    .insertInto('job')
    .values(kinds.map((kind) => ({ ...row, kind })))
    .onConflict((conflict) => conflict.columns(['kind', 'account_id']).doNothing())
    .execute()
  await transaction
    .updateTable('job')
    .set({ run_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'posts' satisfies JobKind)
    .execute()
}
