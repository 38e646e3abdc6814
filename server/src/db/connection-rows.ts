import { type PlanName, plans } from '@photofeed/openapi'
import type { Selectable, Transaction } from 'kysely'
import { type Connection, ConnectionRejected, type Grant } from '../accounts/connection.ts'
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  nextStep,
  statusOf,
} from '../accounts/lifecycle.ts'
import { newMediaId } from '../media/media-keys.ts'
import { activateKey, clearCachedResponses, deleteKey } from './api-keys.ts'
import { engineOf } from './engine.ts'
import type { JobKind } from './jobs.ts'
import { enqueue } from './outbox.ts'
import type { AccountRow, Db, Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'
import { toProfileDocument } from './stored-documents.ts'

export type ConnectionRow = Selectable<Tables['connection']>

/** Throws if the owner has as many accounts as the plan allows (section 1). Accounts from a larger plan stay connected. */
export async function assertBelowLimit(
  transaction: Transaction<Tables>,
  ownerId: string,
  plan: PlanName,
  limit: number,
): Promise<void> {
  const connected = await transaction
    .selectFrom('connection')
    .select('account_id')
    .where('owner_id', '=', ownerId)
    .execute()
  if (connected.length < limit) return
  throw new ConnectionRejected(
    `${plans[plan].name} connects up to ${limit} ${limit === 1 ? 'account' : 'accounts'}. Disconnect one to connect another.`,
  )
}

/** Locks the account until the transaction ends, adds it if it is missing, and returns its id. */
export async function lockOrAddAccount(
  transaction: Transaction<Tables>,
  plan: PlanName,
  { platformId, profile }: Grant,
): Promise<number> {
  // One statement: of two owners who connect the same account at the same time, the second waits for the first.
  const { id } = await transaction
    .insertInto('account')
    .values({
      platform_id: platformId,
      plan,
      status: 'importing',
      version: 1,
      last_fetch_at: null,
      profile: toProfileDocument(profile),
      media_id: newMediaId(),
    })
    .onConflict((conflict) =>
      conflict
        .column('platform_id')
        .doUpdateSet(({ ref }) => ({ version: ref('account.version') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function rowOf(db: Db, accountId: number): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connection')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export function withAccount(db: Db) {
  return db
    .selectFrom('connection')
    .innerJoin('account', 'account.id', 'connection.account_id')
    .selectAll('connection')
    .select(['account.platform_id', 'account.media_id', 'account.plan', 'account.last_fetch_at'])
}

export function toConnection(
  row: ConnectionRow & Pick<AccountRow, 'platform_id' | 'media_id' | 'plan' | 'last_fetch_at'>,
): Connection {
  return {
    accountId: row.account_id,
    platformId: row.platform_id,
    mediaId: row.media_id,
    ownerId: row.owner_id,
    state: row.state,
    plan: row.plan,
    tokenIssuedAt: row.token_issued_at,
    tokenExpiresAt: row.token_expires_at,
    permissions: row.permissions === '' ? [] : row.permissions.split(','),
    connectedAt: row.connected_at,
    lastFetchAt: row.last_fetch_at,
    brokenReason: row.broken_reason,
  }
}

/** An event and the arguments of its effects. */
export interface Move {
  event: ConnectionEvent
  now: number
  /** The key to issue; only for `connected`. */
  apiKey?: string
  /** Why the platform rejects the token, humanized. */
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

/** Schedules a fetch of posts for now, ahead of routine jobs. Adds the other jobs if they are missing; they do nothing before their time. */
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
