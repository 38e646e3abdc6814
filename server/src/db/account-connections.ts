import { ConnectionRefused, type Connections } from '../accounts/connection.ts'
import { lockAccount, lockAccountById } from './account-lock.ts'
import { randomKey } from './api-key-rows.ts'
import {
  lockOrAddAccount,
  lockOwner,
  refuseAboveLimit,
  rowOf,
  toConnection,
  withAccount,
} from './connection-rows.ts'
import { createConnectionTokens, type TokenParts, tokenColumns } from './connection-tokens.ts'
import { moveConnection } from './move-connection.ts'
import { toProfileDocument } from './stored-documents.ts'

interface Parts extends TokenParts {
  accountLimit: Connections['accountLimit']
}

/** The connections in the database; see the port. */
export function createSqlConnections(parts: Parts): Connections {
  const { accountLimit, reader, writer, secretBox, clock } = parts

  return {
    accountLimit,
    ...createConnectionTokens(parts),

    connect: (ownerId, grant) =>
      writer.transaction().execute(async (transaction) => {
        const { plan } = await lockOwner(transaction, ownerId)
        const accountId = await lockOrAddAccount(transaction, plan, grant)
        const known = await rowOf(transaction, accountId)
        if (known && known.state !== 'disconnected') {
          throw new ConnectionRefused(
            known.owner_id === ownerId
              ? `@${grant.profile.username} is connected already. Use Reconnect to repair the connection.`
              : `@${grant.profile.username} is connected by somebody else.`,
          )
        }
        await refuseAboveLimit(transaction, ownerId, plan, accountLimit(plan))
        const columns = {
          ...{ owner_id: ownerId, state: 'disconnected' as const, connected_at: clock() },
          ...{
            platform_owner_id: grant.platformOwnerId,
            permissions: grant.permissions.join(),
            ...tokenColumns(parts, accountId, grant),
          },
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
        const apiKey = randomKey()
        await moveConnection(transaction, secretBox, row, {
          event: 'connected',
          now: clock(),
          apiKey,
        })
        return { accountId, apiKey }
      }),

    reconnect: (ownerId, accountId, grant) =>
      writer.transaction().execute(async (transaction) => {
        const account = await lockAccount(transaction, grant.platformId)
        const row = await rowOf(transaction, accountId)
        if (!row || row.owner_id !== ownerId) {
          throw new ConnectionRefused('This account is not one of yours.')
        }
        if (account?.id !== accountId) {
          throw new ConnectionRefused(
            `Access was allowed for @${grant.profile.username}, which is another account. Sign in there with the account to repair, and try again.`,
          )
        }
        await transaction
          .updateTable('connection')
          .set({
            ...tokenColumns(parts, accountId, grant),
            platform_owner_id: grant.platformOwnerId,
            permissions: grant.permissions.join(),
          })
          .where('account_id', '=', accountId)
          .execute()
        await moveConnection(transaction, secretBox, row, { event: 'reconnected', now: clock() })
      }),

    apply: (accountId, event, reason) =>
      writer.transaction().execute(async (transaction) => {
        await lockAccountById(transaction, accountId)
        const row = await rowOf(transaction, accountId)
        if (!row) throw new Error(`There is no connection of account ${accountId}.`)
        return moveConnection(transaction, secretBox, row, { event, now: clock(), reason })
      }),

    async find(accountId) {
      const row = await withAccount(reader).where('account_id', '=', accountId).executeTakeFirst()
      return row ? toConnection(row) : null
    },

    async ofOwner(ownerId) {
      const rows = await withAccount(reader)
        .where('owner_id', '=', ownerId)
        .orderBy('account_id')
        .execute()
      return rows.map(toConnection)
    },

    async ofPlatformOwner(id) {
      const rows = await withAccount(reader)
        .where(({ eb, or, selectFrom }) =>
          or([
            eb('platform_owner_id', '=', id),
            // By a subquery, so that each half goes through its index.
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
