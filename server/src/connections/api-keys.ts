import { randomBytes } from 'node:crypto'
import { UserError } from '@photofeed/core/node'
import type { Transaction } from 'kysely'
import { enqueue } from '../jobs/outbox.ts'
import { engineOf, lockAccount } from '../stores/engine.ts'
import type { Db, Tables } from '../stores/schema.ts'
import { hashKey, type SecretBox } from '../stores/secret-box.ts'
import { fromProfileDocument } from '../stores/stored-documents.ts'

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

  function unseal(accountId: number, sealed: Uint8Array): string {
    const apiKey = secretBox.open(sealed, keyLabel(accountId))
    if (apiKey !== null) return apiKey
    throw new UserError(
      `The API key of account ${accountId} cannot be decrypted: it was encrypted with another secret. ` +
        'Start with that secret, or issue the account a new key.',
    )
  }

  /** Returns the keys of these accounts. An account without a key is missing in the map. */
  async function findAll(accountIds: readonly number[]): Promise<Map<number, string>> {
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
    /** Returns all accounts with their keys; an account without one has null, as after a disconnect. */
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

    findAll,

    /** Returns the account's key; null if it has none. */
    find: async (accountId: number): Promise<string | null> =>
      (await findAll([accountId])).get(accountId) ?? null,

    /** Activates a key, by default a random one. The previous key is revoked, and cached responses are cleared. */
    issue: (accountId: number, apiKey?: string): Promise<string> =>
      writer
        .transaction()
        .execute((transaction) => activateKey(transaction, tables, accountId, apiKey)),

    /** Replaces the key with this fingerprint by a random one. Returns null if the active key is another one. */
    replace(accountId: number, fingerprint: string): Promise<string | null> {
      return writer.transaction().execute(async (transaction) => {
        await lockAccount(transaction, 'id', accountId)
        const active = await transaction
          .selectFrom('api_key')
          .select('hash')
          .where('account_id', '=', accountId)
          .executeTakeFirst()
        if (!active || fingerprintOf(active.hash) !== fingerprint) return null
        return activateKey(transaction, tables, accountId)
      })
    },

    /** Deletes the account's key. */
    revoke(accountId: number): Promise<void> {
      return writer.transaction().execute(async (transaction) => {
        await clearCachedResponses(transaction, accountId)
        await deleteKey(transaction, accountId)
      })
    },
  }
}

/** Activates a key in place of the previous one, and clears the responses that were cached under that. Returns the key. */
export async function activateKey(
  transaction: Transaction<Tables>,
  { secretBox, clock }: Pick<SealedTables, 'secretBox' | 'clock'>,
  accountId: number,
  apiKey = randomBytes(32).toString('hex'),
): Promise<string> {
  await clearCachedResponses(transaction, accountId)
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

/** Deletes the account's key, which is rejected from the commit on. */
export async function deleteKey(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('api_key').where('account_id', '=', accountId).execute()
}

/**
 * Clears cached responses: increments the account's version, which is part of the key of our cache, and enqueues a purge
 * of caches in front of the API. Locks the account's row.
 */
export async function clearCachedResponses(
  transaction: Transaction<Tables>,
  accountId: number,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`There is no account ${accountId}.`)
  if (!engineOf(transaction).purgesEdge) return
  const key = await transaction
    .selectFrom('api_key')
    .select('hash')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!key) return
  const payload = { keyHash: Buffer.from(key.hash).toString('hex') }
  // One pending purge is enough for several changes. The update locks the message, so that no process sends it before
  // this transaction ends.
  const { numUpdatedRows: waiting } = await transaction
    .updateTable('outbox')
    .set({ run_at: 0 })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'clear_edge')
    .where('payload', '=', JSON.stringify(payload))
    .where('lease_until', '=', 0)
    .executeTakeFirst()
  if (waiting > 0n) return
  await enqueue(transaction, 'clear_edge', accountId, payload)
}

/** Binds a sealed key to its row, so that it opens in no other. */
export function keyLabel(accountId: number): string {
  return `api key of account ${accountId}`
}

/** Returns the start of the key's hash, which identifies the key without revealing it. */
export function fingerprintOfKey(apiKey: string): string {
  return fingerprintOf(hashKey(apiKey))
}

function fingerprintOf(keyHash: Uint8Array): string {
  return Buffer.from(keyHash).toString('hex').slice(0, 16)
}
