import { randomBytes } from 'node:crypto'
import { UserError } from '@photofeed/core/node'
import { apiKey as keyFormat } from '@photofeed/openapi'
import type { Kysely } from 'kysely'
import { hashKey } from './key-hash.ts'
import type { KeyRing } from './ports.ts'
import { fromProfileDocument } from './profile-document.ts'
import type { Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'

const wellFormed = new RegExp(keyFormat.pattern)

interface Parts {
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  secretBox: SecretBox
  clock: () => number
}

/** The keys of all accounts; see the port. */
export function createKeyRing({ reader, writer, secretBox, clock }: Parts): KeyRing {
  function unseal(accountId: number, sealed: Uint8Array): string {
    const apiKey = secretBox.open(sealed, label(accountId))
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
      if (!wellFormed.test(apiKey)) {
        throw new Error('An API key is exactly 64 characters out of 0-9 and a-f.')
      }
      const key = {
        hash: hashKey(apiKey),
        sealed: secretBox.seal(apiKey, label(accountId)),
        issued_at: clock(),
      }
      await writer.transaction().execute(async (transaction) => {
        await clearCachedAnswers(transaction, accountId)
        const holder = await transaction
          .selectFrom('api_key')
          .select('account_id')
          .where('hash', '=', key.hash)
          .executeTakeFirst()
        if (holder && holder.account_id !== accountId) {
          throw new Error(`Account ${holder.account_id} holds this API key; choose another one.`)
        }
        await transaction
          .insertInto('api_key')
          .values({ account_id: accountId, ...key })
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(key))
          .execute()
      })
      return apiKey
    },

    async revoke(accountId) {
      await writer.deleteFrom('api_key').where('account_id', '=', accountId).execute()
    },
  }
}

/** Binds a sealed key to its row, so that it opens in no other. */
function label(accountId: number): string {
  return `api key of account ${accountId}`
}

function randomKey(): string {
  return randomBytes(32).toString('hex')
}

/** A new key clears what was cached under the old one; a version that grows does just that. */
async function clearCachedAnswers(transaction: Kysely<Tables>, accountId: number): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`There is no account ${accountId}.`)
}
