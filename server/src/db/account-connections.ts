import type { PlanName } from '@photofeed/openapi'
import type { Transaction } from 'kysely'
import {
  type Connection,
  ConnectionRejected,
  type Grant,
  type RenewedToken,
} from '../accounts/connection.ts'
import { type ConnectionEvent, type ConnectionState, isBroken } from '../accounts/lifecycle.ts'
import { lockAccount, lockAccountById, lockOwner } from './account-lock.ts'
import { randomKey } from './api-keys.ts'
import {
  assertBelowLimit,
  type ConnectionRow,
  lockOrAddAccount,
  moveConnection,
  rowOf,
  toConnection,
  withAccount,
} from './connection-rows.ts'
import type { Db, Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'
import { fromProfileDocument, toProfileDocument } from './stored-documents.ts'

interface Parts {
  reader: Db
  writer: Db
  secretBox: SecretBox
  clock(): number
  /** Returns how many accounts an owner with this plan may connect. */
  accountLimit(plan: PlanName): number
}

export type AccountConnections = ReturnType<typeof createAccountConnections>

/** Creates the functions that read and change connections. A change and its effects are one transaction. */
export function createAccountConnections(parts: Parts) {
  const { accountLimit, reader, writer, secretBox, clock } = parts

  /** The columns of a token that the platform has just issued. */
  function tokenColumns(accountId: number, { token, tokenExpiresAt }: RenewedToken) {
    return {
      token: secretBox.seal(token, tokenLabel(accountId)),
      token_issued_at: clock(),
      token_expires_at: tokenExpiresAt,
      broken_reason: null,
    }
  }

  function openToken({ token, account_id }: ConnectionRow): string | null {
    if (!token) return null
    const opened = secretBox.open(token, tokenLabel(account_id))
    if (opened !== null) return opened
    throw new Error(
      `The platform token of account ${account_id} was encrypted with another secret.`,
    )
  }

  /** Runs the change if this is still the account's token. A result that arrives late says nothing about a newer one. */
  function whileTokenIs(
    accountId: number,
    token: string,
    change: (transaction: Transaction<Tables>, row: ConnectionRow) => Promise<unknown>,
  ): Promise<boolean> {
    return writer.transaction().execute(async (transaction) => {
      await lockAccountById(transaction, accountId)
      const row = await rowOf(transaction, accountId)
      if (!row || openToken(row) !== token) return false
      await change(transaction, row)
      return true
    })
  }

  return {
    accountLimit,

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
        const { plan } = owner
        const accountId = await lockOrAddAccount(transaction, plan, grant)
        const before = await rowOf(transaction, accountId)
        if (before && before.state !== 'disconnected') {
          throw new ConnectionRejected(
            before.owner_id === ownerId
              ? `@${grant.profile.username} is connected already. Use Reconnect to repair the connection.`
              : `@${grant.profile.username} is connected by somebody else.`,
          )
        }
        await assertBelowLimit(transaction, ownerId, plan, accountLimit(plan))
        const columns = {
          owner_id: ownerId,
          state: 'disconnected' as const,
          connected_at: clock(),
          platform_owner_id: grant.platformOwnerId,
          permissions: grant.permissions.join(),
          ...tokenColumns(accountId, grant),
        }
        const row = await transaction
          .insertInto('connection')
          .values({ account_id: accountId, ...columns })
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
          .returningAll()
          .executeTakeFirstOrThrow()
        await transaction
          .updateTable('account')
          .set({ plan, profile: toProfileDocument(grant.profile), last_fetch_at: null })
          .where('id', '=', accountId)
          .execute()
        const move = { event: 'connected', now: clock(), apiKey: randomKey() } as const
        await moveConnection(transaction, secretBox, row, move)
        return { accountId, apiKey: move.apiKey }
      })
    },

    /**
     * Repairs a connection with a new grant for the same account. The key stays.
     *
     * @throws {ConnectionRejected} if the grant is for another account, or the connection is another owner's.
     */
    reconnect(ownerId: string, accountId: number, grant: Grant): Promise<void> {
      return writer.transaction().execute(async (transaction) => {
        const account = await lockAccount(transaction, grant.platformId)
        const row = await rowOf(transaction, accountId)
        if (!row || row.owner_id !== ownerId) {
          throw new ConnectionRejected('This account is not one of yours.')
        }
        if (account?.id !== accountId) {
          throw new ConnectionRejected(
            `Access was allowed for @${grant.profile.username}, which is another account. Sign in there with the account to repair, and try again.`,
          )
        }
        await transaction
          .updateTable('connection')
          .set({
            ...tokenColumns(accountId, grant),
            platform_owner_id: grant.platformOwnerId,
            permissions: grant.permissions.join(),
          })
          .where('account_id', '=', accountId)
          .execute()
        await moveConnection(transaction, secretBox, row, { event: 'reconnected', now: clock() })
      })
    },

    /** Applies an event and returns the new state. An event that the state does not handle changes nothing. */
    apply(accountId: number, event: ConnectionEvent, reason?: string): Promise<ConnectionState> {
      return writer.transaction().execute(async (transaction) => {
        await lockAccountById(transaction, accountId)
        const row = await rowOf(transaction, accountId)
        if (!row) throw new Error(`There is no connection of account ${accountId}.`)
        return moveConnection(transaction, secretBox, row, { event, now: clock(), reason })
      })
    },

    /** Applies `token_rejected`. Returns false, and changes nothing, if the account has another token by now. */
    rejectToken: (accountId: number, token: string, reason: string): Promise<boolean> =>
      whileTokenIs(accountId, token, (transaction, row) =>
        moveConnection(transaction, secretBox, row, {
          event: 'token_rejected',
          now: clock(),
          reason,
        }),
      ),

    /** Replaces a token by the renewed one. Returns false, and stores nothing, if the account has another token by now. */
    renewToken: (accountId: number, token: string, renewed: RenewedToken): Promise<boolean> =>
      whileTokenIs(accountId, token, async (transaction, row) => {
        await transaction
          .updateTable('connection')
          .set(tokenColumns(accountId, renewed))
          .where('account_id', '=', accountId)
          .execute()
        await moveConnection(transaction, secretBox, row, {
          event: 'token_refreshed',
          now: clock(),
        })
      }),

    /** Returns the connection and the platform's token; null after a disconnect. */
    async findWithToken(
      accountId: number,
    ): Promise<{ connection: Connection; token: string } | null> {
      const row = await withAccount(reader).where('account_id', '=', accountId).executeTakeFirst()
      const token = row ? openToken(row) : null
      return row && token !== null ? { connection: toConnection(row), token } : null
    },

    /** Returns the platform's token; null after a disconnect. */
    async token(accountId: number): Promise<string | null> {
      const row = await rowOf(reader, accountId)
      return row ? openToken(row) : null
    },

    async find(accountId: number): Promise<Connection | null> {
      const row = await withAccount(reader).where('account_id', '=', accountId).executeTakeFirst()
      return row ? toConnection(row) : null
    },

    /** Returns the owner's address and the username of a connection that the platform rejects; null if it does not. */
    async findBroken(accountId: number): Promise<{ email: string; username: string } | null> {
      const row = await reader
        .selectFrom('connection')
        .innerJoin('account', 'account.id', 'connection.account_id')
        .innerJoin('owner', 'owner.id', 'connection.owner_id')
        .select(['connection.state', 'owner.email', 'account.profile'])
        .where('account.id', '=', accountId)
        .executeTakeFirst()
      if (!row || !isBroken(row.state)) return null
      return { email: row.email, username: fromProfileDocument(row.profile).username }
    },

    async ofOwner(ownerId: string): Promise<Connection[]> {
      const rows = await withAccount(reader)
        .where('owner_id', '=', ownerId)
        .orderBy('account_id')
        .execute()
      return rows.map(toConnection)
    },

    /** Returns the connections that one of the platform's ids names, including disconnected ones that are not deleted yet. */
    async ofPlatformOwner(id: string): Promise<Connection[]> {
      const rows = await withAccount(reader)
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
        .orderBy('account_id')
        .execute()
      return rows.map(toConnection)
    },
  }
}

/** Binds a sealed token to its row, so that it opens in no other. */
export function tokenLabel(accountId: number): string {
  return `platform token of account ${accountId}`
}
