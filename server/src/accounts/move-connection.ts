import type { Transaction } from 'kysely'
import { clearCachedAnswers, dropKey, putKeyInForce } from '../db/api-key-rows.ts'
import type { OutboxKind, Tables } from '../db/schema.ts'
import type { SecretBox } from '../db/secret-box.ts'
import type { ConnectionRow } from './connection-rows.ts'
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  nextStep,
  statusOf,
} from './lifecycle.ts'

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

  async clear_cached_answers(place, move) {
    await clearCachedAnswers(place.transaction, place.accountId)
    await send(place, move, 'clear_edge')
  },

  async import_now({ transaction, accountId }, { now }) {
    const row = { kind: 'posts', account_id: accountId, run_at: now, attempts: 0, lease_until: 0 }
    await transaction
      .insertInto('job')
      .values({ ...row, last_error: null })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'account_id']).doUpdateSet({ run_at: now }),
      )
      .execute()
  },

  async stop_jobs({ transaction, accountId }) {
    await transaction.deleteFrom('job').where('account_id', '=', accountId).execute()
  },

  async tell_owner(place, move) {
    const { transaction, accountId } = place
    await transaction
      .updateTable('connection')
      .set({ broken_reason: move.reason ?? null })
      .where('account_id', '=', accountId)
      .execute()
    await send(place, move, 'broken_connection_mail')
  },

  delete_posts_and_media: (place, move) => send(place, move, 'delete_posts_and_media'),
}

async function send(
  { transaction, accountId }: Place,
  move: Move,
  kind: OutboxKind,
): Promise<void> {
  const payload = JSON.stringify({ reason: move.reason ?? null })
  await transaction
    .insertInto('outbox')
    .values({ kind, account_id: accountId, payload, created_at: move.now })
    .execute()
}
