import { type PlanName, plans } from '@photofeed/openapi'
import type { Transaction } from 'kysely'
import {
  type Connection,
  ConnectionRejected,
  type Grant,
  type RenewedToken,
} from '../../connections/connection.ts'
import {
  type ConnectionEvent,
  type ConnectionState,
  isBroken,
} from '../../connections/lifecycle.ts'
import { lockOwner } from '../engine/engine.ts'
import type { Tables } from '../engine/schema.ts'
import { readAccounts } from './account-overview.ts'
import { addAccount, lockAccount } from './accounts.ts'
import { activateKey, type SealedTables } from './api-keys.ts'
import { type ConnectionRow, moveConnection, rowOf } from './connection-steps.ts'
import { assertLeaseHeld, type ClaimedJob } from './work.ts'

export type AccountConnections = ReturnType<typeof createAccountConnections>

/** Creates the functions that read and change connections. A change and its effects are one transaction. */
export function createAccountConnections(
  tables: SealedTables,
  /** Returns how many accounts an owner with this plan may connect. */
  accountLimit: (plan: PlanName) => number,
) {
  const { reader, writer, secretBox, clock } = tables

  /** The columns of a token that the platform has just issued. */
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

  /** The columns of a connection and its account. */
  const withAccount = () =>
    reader
      .selectFrom('connection')
      .innerJoin('account', 'account.id', 'connection.account_id')
      .select(['account_id as accountId', 'platform_id as platformId', 'media_id as mediaId'])
      .select(['owner_id as ownerId', 'state', 'plan', 'permissions'])
      .select(['token_issued_at as tokenIssuedAt', 'token_expires_at as tokenExpiresAt'])
      .select(['connected_at as connectedAt', 'last_fetch_at as lastFetchAt'])
      .select('broken_reason as brokenReason')
      .orderBy('account_id')

  /** Runs the change in a transaction that has locked the account. */
  function whileLocked<Result>(
    accountId: number,
    change: (transaction: Transaction<Tables>, row: ConnectionRow | undefined) => Promise<Result>,
  ): Promise<Result> {
    return writer.transaction().execute(async (transaction) => {
      await lockAccount(transaction, 'id', accountId)
      return change(transaction, await rowOf(transaction, accountId))
    })
  }

  /** Changes the connection if it still has this token. Returns false, and changes nothing, if it has another one by now. */
  function whileTokenIs(
    accountId: number,
    token: string | null,
    change: (transaction: Transaction<Tables>, row: ConnectionRow) => Promise<unknown>,
  ): Promise<boolean> {
    return whileLocked(accountId, async (transaction, row) => {
      if (!row || openToken(accountId, row.token) !== token) return false
      await change(transaction, row)
      return true
    })
  }

  /** Returns the connection and the platform's token, which is null if it cannot be decrypted; null after a disconnect. */
  async function findWithToken(
    accountId: number,
  ): Promise<{ connection: Connection; token: string | null } | null> {
    const found = await withAccount()
      .select('token')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!found?.token) return null
    const { token, ...row } = found
    return { connection: toConnection(row), token: openToken(accountId, token) }
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
    const limit = accountLimit(plan)
    if (connected.length < limit) return
    throw new ConnectionRejected(
      `${plans[plan].name} connects up to ${limit} ${limit === 1 ? 'account' : 'accounts'}. Disconnect one to connect another.`,
    )
  }

  return {
    accountLimit,
    findWithToken,

    /**
     * Connects an account, or connects it again after a disconnect. Issues a new key.
     *
     * @throws {ConnectionRejected} if the account is connected, or the plan allows no more accounts.
     */
    connect(ownerId: string, grant: Grant): Promise<{ accountId: number; apiKey: string }> {
      return writer.transaction().execute(async (transaction) => {
        const owner = await lockOwner(transaction, ownerId)
        if (!owner) {
          throw new ConnectionRejected('Your account here no longer exists. Sign up again.')
        }
        const accountId = await addAccount(transaction, owner.plan, grant)
        const before = await rowOf(transaction, accountId)
        if (before && before.state !== 'disconnected') {
          throw new ConnectionRejected(
            before.owner_id === ownerId
              ? `@${grant.profile.username} is connected already. Use Reconnect to repair the connection.`
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
        return { accountId, apiKey: await activateKey(transaction, tables, accountId) }
      })
    },

    /**
     * Repairs a connection with a new grant for the same account. The key stays.
     *
     * @throws {ConnectionRejected} if the grant is for another account, or the connection is another owner's.
     */
    reconnect(ownerId: string, accountId: number, grant: Grant): Promise<void> {
      return writer.transaction().execute(async (transaction) => {
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
        await transaction
          .updateTable('connection')
          .set(grantColumns(accountId, grant))
          .where('account_id', '=', accountId)
          .execute()
        await moveConnection(transaction, row, 'reconnected')
      })
    },

    /** Applies an event of a job. Rejects with LostJob if its lease was lost. */
    applyHeld: (job: ClaimedJob, event: ConnectionEvent): Promise<ConnectionState | null> =>
      whileLocked(job.accountId, async (transaction, row) => {
        await assertLeaseHeld(transaction, job)
        return row ? moveConnection(transaction, row, event) : null
      }),

    /** Applies an event and returns the new state. An event that the state does not handle changes nothing. */
    apply: (accountId: number, event: ConnectionEvent, reason?: string): Promise<ConnectionState> =>
      whileLocked(accountId, async (transaction, row) => {
        if (!row) throw new Error(`There is no connection of account ${accountId}.`)
        return moveConnection(transaction, row, event, reason)
      }),

    /** Breaks the connection. Returns false, and changes nothing, if the account has another token by now. */
    loseAccess: (
      accountId: number,
      token: string | null,
      reason: string | null,
    ): Promise<boolean> =>
      whileTokenIs(accountId, token, (transaction, row) =>
        moveConnection(transaction, row, 'access_lost', reason),
      ),

    /** Replaces a token by the renewed one. Returns false, and stores nothing, if the account has another token by now. */
    renewToken: (accountId: number, token: string, renewed: RenewedToken): Promise<boolean> =>
      whileTokenIs(accountId, token, async (transaction, row) => {
        await transaction
          .updateTable('connection')
          .set(tokenColumns(accountId, renewed))
          .where('account_id', '=', accountId)
          .execute()
        await moveConnection(transaction, row, 'token_refreshed')
      }),

    /** Returns the platform's token; null after a disconnect. */
    token: async (accountId: number): Promise<string | null> =>
      (await findWithToken(accountId))?.token ?? null,

    async find(accountId: number): Promise<Connection | null> {
      const row = await withAccount().where('account_id', '=', accountId).executeTakeFirst()
      return row ? toConnection(row) : null
    },

    /** Returns the owner's address and the username of a connection that the platform rejects; null if it does not. */
    async findBroken(accountId: number): Promise<{ email: string; username: string } | null> {
      const [account] = await readAccounts(reader, { id: accountId })
      if (!account?.ownerEmail || !account.state || !isBroken(account.state)) return null
      return { email: account.ownerEmail, username: account.username }
    },

    async ofOwner(ownerId: string): Promise<Connection[]> {
      const rows = await withAccount().where('owner_id', '=', ownerId).execute()
      return rows.map(toConnection)
    },

    /** Returns the connections that one of the platform's ids names, including disconnected ones that are not deleted yet. */
    async ofPlatformOwner(id: string): Promise<Connection[]> {
      const rows = await withAccount()
        .where(({ eb, or, selectFrom }) =>
          or([
            eb('platform_owner_id', '=', id),
            // A subquery, so that each half uses its index.
            eb(
              'account_id',
              'in',
              selectFrom('account').select('id').where('platform_id', '=', id),
            ),
          ]),
        )
        .execute()
      return rows.map(toConnection)
    },
  }
}

function toConnection(
  row: Omit<Connection, 'permissions'> & Pick<ConnectionRow, 'permissions'>,
): Connection {
  return { ...row, permissions: row.permissions === '' ? [] : row.permissions.split(',') }
}

/** Binds a sealed token to its row, so that it opens in no other. */
export function tokenLabel(accountId: number): string {
  return `platform token of account ${accountId}`
}
