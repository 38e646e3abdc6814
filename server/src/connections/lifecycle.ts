import type { ConnectionStatus } from '@photofeed/openapi'
import type { Selectable, Transaction } from 'kysely'
import { type JobKind, scheduleJob } from '../jobs/jobs.ts'
import { enqueue } from '../jobs/outbox.ts'
import { engineOf } from '../stores/engine.ts'
import type { ConnectionState, Db, Tables } from '../stores/schema.ts'
import { clearCachedResponses, deleteKey } from './api-keys.ts'

export type ConnectionRow = Selectable<Tables['connection']>

/** What can happen to a connection. */
export type ConnectionEvent =
  /** The owner allowed access, for an account that is not connected. */
  | 'connected'
  /** A complete fetch of posts is stored. */
  | 'imported'
  | 'token_refresh_started'
  | 'token_refreshed'
  /** The platform throttled the request or failed: the token is as valid as before. */
  | 'token_refresh_postponed'
  /**
   * The platform rejects the token, or shows the account's posts no longer: only its owner can end that. Throttling and
   * outages are never this event.
   */
  | 'access_lost'
  /** The owner allowed access again, for the same platform account. */
  | 'reconnected'
  | 'disconnected'

/** A change that is made in the transaction that moves the connection. */
export type ConnectionEffect =
  | 'clear_cached_responses'
  | 'import_now'
  | 'notify_owner'
  /** Revokes the key, deletes the token and the jobs, and lets the outbox delete posts and media. */
  | 'delete_account'

interface ConnectionStep {
  to: ConnectionState
  effects: readonly ConnectionEffect[]
}

const to = (state: ConnectionState, ...effects: ConnectionEffect[]): ConnectionStep => ({
  to: state,
  effects,
})

// The responses first, while the key is known that they are cached under.
const dropped = to('disconnected', 'clear_cached_responses', 'delete_account')
const broken = to('invalid_token', 'clear_cached_responses', 'notify_owner')
const restored = to('ready', 'clear_cached_responses')
const repaired = to('ready', 'clear_cached_responses', 'import_now')

/** A state ignores the events that it does not list: a run that ends late finds the connection in another state. */
const steps: Record<ConnectionState, Partial<Record<ConnectionEvent, ConnectionStep>>> = {
  disconnected: {
    connected: to('importing', 'import_now'),
  },
  importing: {
    imported: to('ready', 'clear_cached_responses'),
    access_lost: to('broken_import', 'clear_cached_responses', 'notify_owner'),
    reconnected: to('importing', 'import_now'),
    disconnected: dropped,
  },
  ready: {
    token_refresh_started: to('refreshing_token', 'clear_cached_responses'),
    access_lost: broken,
    reconnected: to('ready', 'import_now'),
    disconnected: dropped,
  },
  refreshing_token: {
    token_refreshed: restored,
    token_refresh_postponed: restored,
    access_lost: broken,
    reconnected: repaired,
    disconnected: dropped,
  },
  // A token that works again shows nothing about the posts: only a fetch does.
  invalid_token: {
    imported: restored,
    token_refreshed: to('invalid_token', 'import_now'),
    reconnected: repaired,
    disconnected: dropped,
  },
  broken_import: {
    imported: restored,
    token_refreshed: to('broken_import', 'import_now'),
    reconnected: to('importing', 'clear_cached_responses', 'import_now'),
    disconnected: dropped,
  },
}

/** Returns the next state and the effects of an event; null if the state ignores the event. */
export function nextStep(state: ConnectionState, event: ConnectionEvent): ConnectionStep | null {
  return steps[state][event] ?? null
}

/** Whether the owner has to reconnect before posts can be fetched. */
export function isBroken(state: ConnectionState): boolean {
  return statusOf(state) === 'invalid_token'
}

/** Returns the status that clients see; null for a disconnected account. */
export function statusOf(state: ConnectionState): ConnectionStatus | null {
  if (state === 'disconnected') return null
  return state === 'broken_import' ? 'invalid_token' : state
}

export function rowOf(db: Db, accountId: number): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connection')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
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
