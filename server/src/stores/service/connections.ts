import { count } from '@photofeed/core/node'
import { type PlanName, plans } from '@photofeed/openapi'
import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely'
import type { ConnectionEvent, ConnectionState } from '../../connections/lifecycle.ts'
import { ConnectionRejected, type Grant, type RenewedToken } from '../../connections/lifecycle.ts'
import { labels } from '../../labels.ts'
import { lockOwner } from '../engine/engine.ts'
import type { Tables } from '../engine/schema.ts'
import { parseProfile } from '../engine/stored-documents.ts'
import { addAccount, lockAccount } from './accounts.ts'
import { activateKey } from './api-keys.ts'
import { type ConnectionRow, moveConnection, rowOf, setConnection } from './connection-steps.ts'
import { addFeed } from './feeds.ts'
import type { StoreParts } from './store-parts.ts'
import { assertLeaseHeld } from './work.ts'
import type { ClaimedJob } from './work-kinds.ts'

export type AccountConnections = ReturnType<typeof createAccountConnections>

/** An account of the platform that an owner connected, and its state; `brokenReason` is why posts can no longer be fetched. */
export type Connection = NonNullable<Awaited<ReturnType<AccountConnections['find']>>>

/** What has to be true for an event to apply. */
interface ApplyOptions {
  /** Why posts can no longer be fetched, for the owner. */
  reason?: string | null
  /** The job whose lease must be held. */
  job?: ClaimedJob
  /** The platform's token that the connection must have. */
  token?: string | null
}

/** Creates the functions that read and change connections. A change and its effects are one transaction. */
export function createAccountConnections(tables: StoreParts) {
  const { db, secretBox, clock } = tables

  function tokenColumns(accountId: number, { token, tokenExpiresAt }: RenewedToken) {
    return {
      token: secretBox.seal(token, tokenLabel(accountId)),
      token_issued_at: clock(),
      token_expires_at: tokenExpiresAt,
    }
  }

  const grantColumns = (accountId: number, grant: Grant) => ({
    ...tokenColumns(accountId, grant),
    platform_owner_id: grant.platformOwnerId,
    permissions: grant.permissions.join(),
  })

  /** Returns null for a token that was encrypted with another secret: it is lost. */
  const openToken = (accountId: number, token: Uint8Array | null): string | null =>
    token && secretBox.open(token, tokenLabel(accountId))

  async function select(by: ConnectionFilter) {
    const rows = await db
      .selectFrom('connection')
      .innerJoin('account', 'account.id', 'connection.account_id')
      .leftJoin('owner', 'owner.id', 'connection.owner_id')
      .select(['account_id as accountId', 'platform_id as platformId', 'media_id as mediaId'])
      .select(['status', 'profile', 'platform_owner_id as platformOwnerId'])
      .select(['username', 'owner_id as ownerId', 'owner.email as ownerEmail', 'state'])
      .select(['account.plan', 'permissions', 'connected_at as connectedAt'])
      .select(['token_issued_at as tokenIssuedAt', 'token_expires_at as tokenExpiresAt'])
      .select(['last_fetch_at as lastFetchAt', 'broken_reason as brokenReason', 'token'])
      .where(by)
      .orderBy('account_id')
      .execute()
    return rows.map(({ token, permissions, profile, ...row }) => ({
      token,
      connection: {
        ...{ ...row, profile: parseProfile(profile) },
        permissions: permissions.split(',').filter(Boolean),
      },
    }))
  }
  const find = async (by: ConnectionFilter) =>
    (await select(by)).map(({ connection }) => connection)

  /** Returns the connection and the platform's token, which is null if it cannot be decrypted; null after a disconnect. */
  async function findWithToken(accountId: number) {
    const [found] = await select((eb) => eb('account_id', '=', accountId))
    if (!found?.token) return null
    return { connection: found.connection, token: openToken(accountId, found.token) }
  }

  function whileLocked<Result>(
    accountId: number,
    change: (transaction: Transaction<Tables>, row: ConnectionRow | undefined) => Promise<Result>,
  ): Promise<Result> {
    return db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, 'id', accountId)
      return change(transaction, await rowOf(transaction, accountId))
    })
  }

  /** Throws if the owner has as many accounts as the plan allows (section 1). Accounts from a larger plan stay connected. */
  async function assertBelowLimit(
    transaction: Transaction<Tables>,
    ownerId: string,
    plan: PlanName,
  ): Promise<void> {
    const connected = await transaction
      .selectFrom('connection')
      .select('account_id')
      .where('owner_id', '=', ownerId)
      .execute()
    const limit = plans[plan].connectedAccounts
    if (connected.length < limit) return
    throw new ConnectionRejected(
      `${plans[plan].name} connects up to ${count(limit, 'account')}. Remove one to connect another.`,
    )
  }

  return {
    findWithToken,

    /** Also after a disconnect. Issues a new key. Throws ConnectionRejected. */
    connect(ownerId: string, grant: Grant): Promise<{ accountId: number; apiKey: string }> {
      return db.transaction().execute(async (transaction) => {
        const owner = await lockOwner(transaction, ownerId)
        if (!owner) {
          throw new ConnectionRejected('Your account here no longer exists. Sign up again.')
        }
        const { id: accountId } = await addAccount(transaction, owner.plan, grant)
        const before = await rowOf(transaction, accountId)
        if (before && before.state !== 'disconnected') {
          throw new ConnectionRejected(
            before.owner_id === ownerId
              ? `@${grant.profile.username} is connected already. Use ${labels.reconnect} to repair the connection.`
              : `@${grant.profile.username} is connected by somebody else.`,
          )
        }
        await assertBelowLimit(transaction, ownerId, owner.plan)
        const columns = {
          ...{ owner_id: ownerId, state: 'disconnected' as const, connected_at: clock() },
          ...grantColumns(accountId, grant),
        }
        const row = await transaction
          .insertInto('connection')
          .values({ account_id: accountId, ...columns })
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
          .returningAll()
          .executeTakeFirstOrThrow()
        await moveConnection(transaction, row, 'connected')
        await addFeed(transaction, accountId)
        return { accountId, apiKey: await activateKey(transaction, tables, accountId) }
      })
    },

    /** Repairs a connection with a new grant for the same account. The key stays. Throws ConnectionRejected. */
    reconnect(ownerId: string, accountId: number, grant: Grant): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        const account = await lockAccount(transaction, 'platform_id', grant.platformId)
        const row = await rowOf(transaction, accountId)
        if (!row || row.owner_id !== ownerId) {
          throw new ConnectionRejected('This account is not one of yours.')
        }
        if (account?.id !== accountId) {
          throw new ConnectionRejected(
            `You allowed access to @${grant.profile.username}, which is another account. On the photo platform, sign in to the account that you want to reconnect, and try again.`,
          )
        }
        await setConnection(transaction, accountId, grantColumns(accountId, grant))
        await moveConnection(transaction, row, 'reconnected')
      })
    },

    /** Returns the new state; null if the connection has another token by now. Rejects with LostJob. */
    apply: (
      accountId: number,
      event: ConnectionEvent,
      { reason = null, job, token }: ApplyOptions = {},
    ): Promise<ConnectionState | null> =>
      whileLocked(accountId, async (transaction, row) => {
        if (job) await assertLeaseHeld(transaction, job)
        if (!row) throw new Error(`There is no connection of account ${accountId}.`)
        if (token !== undefined && openToken(accountId, row.token) !== token) return null
        return moveConnection(transaction, row, event, reason)
      }),

    /** Replaces a token by the renewed one. Returns false, and stores nothing, if the account has another token by now. */
    renewToken: (accountId: number, token: string, renewed: RenewedToken): Promise<boolean> =>
      whileLocked(accountId, async (transaction, row) => {
        if (!row || openToken(accountId, row.token) !== token) return false
        await setConnection(transaction, accountId, tokenColumns(accountId, renewed))
        await moveConnection(transaction, row, 'token_refreshed')
        return true
      }),

    /** Returns the platform's token; null after a disconnect. */
    token: async (accountId: number): Promise<string | null> =>
      (await findWithToken(accountId))?.token ?? null,

    find: async (accountId: number) =>
      (await find((eb) => eb('account_id', '=', accountId)))[0] ?? null,

    ofOwner: (ownerId: string) => find((eb) => eb('owner_id', '=', ownerId)),

    /** Returns the connections that one of the platform's ids names, including disconnected ones that are not deleted yet. */
    ofPlatformOwner: (id: string) =>
      find((eb) =>
        eb.or([
          eb('platform_owner_id', '=', id),
          // A subquery, so that each half uses its index.
          eb(
            'account_id',
            'in',
            eb.selectFrom('account').select('id').where('platform_id', '=', id),
          ),
        ]),
      ),
  }
}

type ConnectionFilter = (eb: ExpressionBuilder<Tables, 'connection'>) => Expression<SqlBool>

/** Binds a sealed token to its row, so that it opens in no other. */
export function tokenLabel(accountId: number): string {
  return `platform token of account ${accountId}`
}
