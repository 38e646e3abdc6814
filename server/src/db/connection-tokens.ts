import type { Kysely, Transaction } from 'kysely'
import type { Connections, RenewedToken } from '../accounts/connection.ts'
import { lockAccountById } from './account-lock.ts'
import { type ConnectionRow, rowOf } from './connection-rows.ts'
import { moveConnection } from './move-connection.ts'
import type { Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'

export interface TokenParts {
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  secretBox: SecretBox
  clock(): number
}

/** The platform's tokens of all connections; see the port. */
export function createConnectionTokens(
  parts: TokenParts,
): Pick<Connections, 'refuseToken' | 'renewToken' | 'token'> {
  const { reader, writer, secretBox, clock } = parts

  /** Work that ends late finds another token, or none: then what it learned about its own is of no use. */
  function whileTokenIs(
    accountId: number,
    token: string,
    change: (transaction: Transaction<Tables>, row: ConnectionRow) => Promise<unknown>,
  ): Promise<boolean> {
    return writer.transaction().execute(async (transaction) => {
      await lockAccountById(transaction, accountId)
      const row = await rowOf(transaction, accountId)
      if (!row || openToken(secretBox, row) !== token) return false
      await change(transaction, row)
      return true
    })
  }

  return {
    refuseToken: (accountId, token, reason) =>
      whileTokenIs(accountId, token, (transaction, row) =>
        moveConnection(transaction, secretBox, row, {
          ...{ event: 'token_refused', now: clock(), reason },
        }),
      ),

    renewToken: (accountId, token, renewed) =>
      whileTokenIs(accountId, token, async (transaction, row) => {
        await transaction
          .updateTable('connection')
          .set(tokenColumns(parts, accountId, renewed))
          .where('account_id', '=', accountId)
          .execute()
        await moveConnection(transaction, secretBox, row, {
          event: 'token_refreshed',
          now: clock(),
        })
      }),

    async token(accountId) {
      const row = await rowOf(reader, accountId)
      return row ? openToken(secretBox, row) : null
    },
  }
}

/** The columns of a token that the platform has just given. */
export function tokenColumns(
  { secretBox, clock }: Pick<TokenParts, 'secretBox' | 'clock'>,
  accountId: number,
  { token, tokenExpiresAt }: RenewedToken,
) {
  return {
    token: secretBox.seal(token, tokenLabel(accountId)),
    token_issued_at: clock(),
    token_expires_at: tokenExpiresAt,
    broken_reason: null,
  }
}

function openToken(secretBox: SecretBox, row: ConnectionRow): string | null {
  if (!row.token) return null
  const token = secretBox.open(row.token, tokenLabel(row.account_id))
  if (token !== null) return token
  throw new Error(
    `The platform token of account ${row.account_id} was encrypted with another secret.`,
  )
}

/** Binds a sealed token to its row, so that it opens in no other. */
export function tokenLabel(accountId: number): string {
  return `platform token of account ${accountId}`
}
