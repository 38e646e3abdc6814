import { type PlanName, plans } from '@photofeed/openapi'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { type Connection, ConnectionRejected, type Grant } from '../accounts/connection.ts'
import { newMediaId } from '../media/media-keys.ts'
import { lockAccountById, locksRows } from './account-lock.ts'
import type { AccountRow, Tables } from './schema.ts'
import { toProfileDocument } from './stored-documents.ts'

export type ConnectionRow = Selectable<Tables['connection']>

/** Locks the owner until the transaction ends, so that no other account is connected, and returns the plan. */
export async function lockOwner(
  transaction: Transaction<Tables>,
  ownerId: string,
): Promise<{ plan: PlanName }> {
  const owner = await transaction
    .selectFrom('owner')
    .select('plan')
    .where('id', '=', ownerId)
    .$if(locksRows(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (owner) return owner
  throw new ConnectionRejected('Your account here no longer exists. Sign up again.')
}

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

export function rowOf(db: Kysely<Tables>, accountId: number): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connection')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export function withAccount(db: Kysely<Tables>) {
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

/** Deletes a disconnected account and everything that belongs to it. Returns false if it was connected again. */
export function deleteAccount(db: Kysely<Tables>, accountId: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockAccountById(transaction, accountId)
    const connection = await rowOf(transaction, accountId)
    if (connection && connection.state !== 'disconnected') return false
    // Rows of the account in other tables are deleted too: `on delete cascade`.
    await transaction.deleteFrom('account').where('id', '=', accountId).execute()
    return true
  })
}
