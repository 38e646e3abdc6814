import { UserError } from '@photofeed/core/node'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import type { Kysely } from 'kysely'
import { lockAccountById } from './account-lock.ts'
import {
  activateKey,
  clearCachedResponses,
  deleteKey,
  keyLabel,
  randomKey,
} from './api-key-rows.ts'
import { fingerprintOfHash } from './key-hash.ts'
import type { Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'
import { fromProfileDocument } from './stored-documents.ts'

export interface AccountKey {
  accountId: number
  username: string
  plan: PlanName
  status: ConnectionStatus
  /** Null if the account has no key, as after a disconnect. */
  apiKey: string | null
}

interface Parts {
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  secretBox: SecretBox
  clock: () => number
}

export type KeyRing = ReturnType<typeof createKeyRing>

/** Creates the functions that read and change API keys, which are stored encrypted so that owners can see them again. */
export function createKeyRing({ reader, writer, secretBox, clock }: Parts) {
  function unseal(accountId: number, sealed: Uint8Array): string {
    const apiKey = secretBox.open(sealed, keyLabel(accountId))
    if (apiKey !== null) return apiKey
    throw new UserError(
      `The API key of account ${accountId} cannot be decrypted: it was encrypted with another secret. ` +
        'Start with that secret, or issue the account a new key.',
    )
  }

  return {
    /** Returns all accounts with their keys. */
    async list(): Promise<AccountKey[]> {
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

    /** Returns the account's key; null if it has none. */
    async find(accountId: number): Promise<string | null> {
      const row = await reader
        .selectFrom('api_key')
        .select('sealed')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row ? unseal(accountId, row.sealed) : null
    },

    /** Activates a key, by default a random one. The previous key is revoked, and cached responses are cleared. */
    async issue(accountId: number, apiKey = randomKey()): Promise<string> {
      const issuedAt = clock()
      await writer
        .transaction()
        .execute((transaction) =>
          activateKey(transaction, secretBox, { accountId, apiKey, issuedAt }),
        )
      return apiKey
    },

    /**
     * Replaces the key with this fingerprint (see key-hash.ts) by a random one, and returns that. Returns null if the
     * active key is another one.
     */
    replace(accountId: number, fingerprint: string): Promise<string | null> {
      return writer.transaction().execute(async (transaction) => {
        await lockAccountById(transaction, accountId)
        const active = await transaction
          .selectFrom('api_key')
          .select('hash')
          .where('account_id', '=', accountId)
          .executeTakeFirst()
        if (!active || fingerprintOfHash(active.hash) !== fingerprint) return null
        const apiKey = randomKey()
        await activateKey(transaction, secretBox, { accountId, apiKey, issuedAt: clock() })
        return apiKey
      })
    },

    /** Returns the keys of these accounts. An account without a key is missing in the map. */
    async findAll(accountIds: readonly number[]): Promise<Map<number, string>> {
      // PostgreSQL rejects an empty list.
      if (accountIds.length === 0) return new Map()
      const rows = await reader
        .selectFrom('api_key')
        .select(['account_id', 'sealed'])
        .where('account_id', 'in', accountIds)
        .execute()
      return new Map(rows.map(({ account_id, sealed }) => [account_id, unseal(account_id, sealed)]))
    },

    /** Deletes the account's key. */
    revoke(accountId: number): Promise<void> {
      return writer.transaction().execute(async (transaction) => {
        await clearCachedResponses(transaction, accountId, clock())
        await deleteKey(transaction, accountId)
      })
    },
  }
}
