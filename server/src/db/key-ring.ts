import { UserError } from '@photofeed/core/node'
import type { Kysely } from 'kysely'
import { lockAccountById } from './account-lock.ts'
import { clearCachedAnswers, dropKey, keyLabel, putKeyInForce, randomKey } from './api-key-rows.ts'
import { fingerprintOfHash } from './key-hash.ts'
import type { KeyRing } from './ports.ts'
import type { Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'
import { fromProfileDocument } from './stored-documents.ts'

interface Parts {
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  secretBox: SecretBox
  clock: () => number
}

/** The keys of all accounts; see the port. */
export function createKeyRing({ reader, writer, secretBox, clock }: Parts): KeyRing {
  function unseal(accountId: number, sealed: Uint8Array): string {
    const apiKey = secretBox.open(sealed, keyLabel(accountId))
    if (apiKey !== null) return apiKey
    throw new UserError(
      `The API key of account ${accountId} cannot be decrypted: it was encrypted with another secret. ` +
        'Start with that secret, or issue the account a new key.',
    )
  }

  return {
    async list() {
      const rows = await reader
        .selectFrom('account')
        .leftJoin('api_key', 'api_key.account_id', 'account.id')
        .select(['account.id', 'account.profile', 'account.plan', 'account.status'])
        .select('api_key.sealed')
        .orderBy('account.id')
        .execute()
      return rows.map(({ id, profile, plan, status, sealed }) => ({
        accountId: id,
        username: fromProfileDocument(profile).username,
        plan,
        status,
        apiKey: sealed && unseal(id, sealed),
      }))
    },

    async find(accountId) {
      const row = await reader
        .selectFrom('api_key')
        .select('sealed')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row ? unseal(accountId, row.sealed) : null
    },

    async issue(accountId, apiKey = randomKey()) {
      const issuedAt = clock()
      await writer
        .transaction()
        .execute((transaction) =>
          putKeyInForce(transaction, secretBox, { accountId, apiKey, issuedAt }),
        )
      return apiKey
    },

    replace: (accountId, fingerprint) =>
      writer.transaction().execute(async (transaction) => {
        await lockAccountById(transaction, accountId)
        const inForce = await transaction
          .selectFrom('api_key')
          .select('hash')
          .where('account_id', '=', accountId)
          .executeTakeFirst()
        if (!inForce || fingerprintOfHash(inForce.hash) !== fingerprint) return null
        const apiKey = randomKey()
        await putKeyInForce(transaction, secretBox, { accountId, apiKey, issuedAt: clock() })
        return apiKey
      }),

    async findAll(accountIds) {
      // PostgreSQL refuses an empty list.
      if (accountIds.length === 0) return new Map()
      const rows = await reader
        .selectFrom('api_key')
        .select(['account_id', 'sealed'])
        .where('account_id', 'in', accountIds)
        .execute()
      return new Map(rows.map(({ account_id, sealed }) => [account_id, unseal(account_id, sealed)]))
    },

    revoke: (accountId) =>
      writer.transaction().execute(async (transaction) => {
        await clearCachedAnswers(transaction, accountId, clock())
        await dropKey(transaction, accountId)
      }),
  }
}
