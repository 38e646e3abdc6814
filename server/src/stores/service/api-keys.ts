import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { isOneOf } from '../engine/engine.ts'
import type { Db, Tables } from '../engine/schema.ts'
import { hashKey } from '../engine/secret-box.ts'
import { clearCachedResponses } from './accounts.ts'
import { notifyOwner } from './connection-steps.ts'
import type { StoreParts } from './store-parts.ts'

/** Creates the functions that read and change API keys, which are stored encrypted so that owners can see them again. */
export function createKeyRing(tables: StoreParts) {
  const { db, secretBox } = tables

  return {
    /** Returns keys by account: null for one that was encrypted with another secret; none for an account without a key. */
    async findAll(accountIds?: readonly number[]): Promise<Map<number, string | null>> {
      const rows = await db
        .selectFrom('api_key')
        .select(['account_id', 'sealed'])
        .$if(accountIds !== undefined, (query) =>
          query.where(isOneOf(db, 'account_id', accountIds ?? [])),
        )
        .execute()
      return new Map(
        rows.map(({ account_id: id, sealed }) => [id, secretBox.open(sealed, keyLabel(id))]),
      )
    },

    /** Activates a key, by default a random one. The previous key is revoked, and cached responses are cleared. */
    issue: (accountId: number, apiKey?: string): Promise<string> =>
      db.transaction().execute(async (transaction) => {
        const key = await activateKey(transaction, tables, accountId, apiKey)
        await notifyOwner(transaction, 'newKey', accountId)
        return key
      }),

    /** Returns what identifies the account's key without revealing it; null if it has none. */
    fingerprint: (accountId: number): Promise<string | null> => readFingerprint(db, accountId),

    /** Replaces the key with this fingerprint by a random one. Returns null if the active key is another one. */
    replace(accountId: number, fingerprint: string): Promise<string | null> {
      return db.transaction().execute(async (transaction) => {
        // Locks the account; that it also clears caches when the key is not replaced does no harm.
        await clearCachedResponses(transaction, accountId)
        if ((await readFingerprint(transaction, accountId)) !== fingerprint) return null
        await notifyOwner(transaction, 'newKey', accountId)
        return storeKey(transaction, tables, accountId)
      })
    },
  }
}

/** Activates a key in place of the previous one, and clears the responses that were cached under that. Returns the key. */
export async function activateKey(
  transaction: Transaction<Tables>,
  tables: Pick<StoreParts, 'secretBox' | 'clock'>,
  accountId: number,
  apiKey?: string,
): Promise<string> {
  await clearCachedResponses(transaction, accountId)
  return storeKey(transaction, tables, accountId, apiKey)
}

async function storeKey(
  transaction: Transaction<Tables>,
  { secretBox, clock }: Pick<StoreParts, 'secretBox' | 'clock'>,
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

async function readFingerprint(db: Db, accountId: number): Promise<string | null> {
  const active = await db
    .selectFrom('api_key')
    .select('hash')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return active ? Buffer.from(active.hash).toString('hex').slice(0, 16) : null
}

/** Binds a sealed key to its row, so that it opens in no other. */
export function keyLabel(accountId: number): string {
  return `api key of account ${accountId}`
}
