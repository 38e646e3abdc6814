import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Db, Tables } from '../engine/schema.ts'
import { hashKey, type SecretBox } from '../engine/secret-box.ts'
import { fromProfileDocument } from '../engine/stored-documents.ts'
import { clearCachedResponses } from './accounts.ts'

/** What reads and writes tables with encrypted columns. */
export interface SealedTables {
  reader: Db
  writer: Db
  secretBox: SecretBox
  clock(): number
}

export type KeyRing = ReturnType<typeof createKeyRing>
export type AccountKey = Awaited<ReturnType<KeyRing['list']>>[number]

/** Creates the functions that read and change API keys, which are stored encrypted so that owners can see them again. */
export function createKeyRing(tables: SealedTables) {
  const { reader, writer, secretBox } = tables

  /** Returns null for a key that was encrypted with another secret: it works, but nobody can see it again. */
  const unseal = (accountId: number, sealed: Uint8Array): string | null =>
    secretBox.open(sealed, keyLabel(accountId))

  /** Returns the keys of these accounts: null for one that cannot be decrypted, none for an account without a key. */
  async function findAll(accountIds: readonly number[]): Promise<Map<number, string | null>> {
    // PostgreSQL rejects an empty list.
    if (accountIds.length === 0) return new Map()
    const rows = await reader
      .selectFrom('api_key')
      .select(['account_id', 'sealed'])
      .where('account_id', 'in', accountIds)
      .execute()
    return new Map(rows.map(({ account_id, sealed }) => [account_id, unseal(account_id, sealed)]))
  }

  return {
    /** Returns all accounts with their keys: null for an account without one, as after a disconnect, or if it cannot be decrypted. */
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
        hasKey: sealed !== null,
        apiKey: sealed && unseal(id, sealed),
      }))
    },

    findAll,

    /** Returns the account's key; null if it has none, or if that cannot be decrypted. */
    find: async (accountId: number): Promise<string | null> =>
      (await findAll([accountId])).get(accountId) ?? null,

    /** Activates a key, by default a random one. The previous key is revoked, and cached responses are cleared. */
    issue: (accountId: number, apiKey?: string): Promise<string> =>
      writer
        .transaction()
        .execute((transaction) => activateKey(transaction, tables, accountId, apiKey)),

    /** Returns what identifies the account's key without revealing it; null if it has none. */
    async fingerprint(accountId: number): Promise<string | null> {
      const active = await reader
        .selectFrom('api_key')
        .select('hash')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return active ? fingerprintOf(active.hash) : null
    },

    /** Replaces the key with this fingerprint by a random one. Returns null if the active key is another one. */
    replace(accountId: number, fingerprint: string): Promise<string | null> {
      return writer.transaction().execute(async (transaction) => {
        // Locks the account; that it also clears caches when the key is not replaced does no harm.
        await clearCachedResponses(transaction, accountId)
        const active = await transaction
          .selectFrom('api_key')
          .select('hash')
          .where('account_id', '=', accountId)
          .executeTakeFirst()
        if (!active || fingerprintOf(active.hash) !== fingerprint) return null
        return storeKey(transaction, tables, accountId)
      })
    },

    /** Deletes the account's key. */
    revoke(accountId: number): Promise<void> {
      return writer.transaction().execute(async (transaction) => {
        await clearCachedResponses(transaction, accountId)
        await transaction.deleteFrom('api_key').where('account_id', '=', accountId).execute()
      })
    },
  }
}

/** Activates a key in place of the previous one, and clears the responses that were cached under that. Returns the key. */
export async function activateKey(
  transaction: Transaction<Tables>,
  tables: Pick<SealedTables, 'secretBox' | 'clock'>,
  accountId: number,
  apiKey?: string,
): Promise<string> {
  await clearCachedResponses(transaction, accountId)
  return storeKey(transaction, tables, accountId, apiKey)
}

async function storeKey(
  transaction: Transaction<Tables>,
  { secretBox, clock }: Pick<SealedTables, 'secretBox' | 'clock'>,
  accountId: number,
  apiKey = randomBytes(32).toString('hex'),
): Promise<string> {
  const key = {
    hash: hashKey(apiKey),
    sealed: secretBox.seal(apiKey, keyLabel(accountId)),
    issued_at: clock(),
  }
  await transaction
    .insertInto('api_key')
    .values({ account_id: accountId, ...key })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(key))
    .execute()
  return apiKey
}

/** Binds a sealed key to its row, so that it opens in no other. */
export function keyLabel(accountId: number): string {
  return `api key of account ${accountId}`
}

/** Returns the start of a key's hash. */
function fingerprintOf(keyHash: Uint8Array): string {
  return Buffer.from(keyHash).toString('hex').slice(0, 16)
}
