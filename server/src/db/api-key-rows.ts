import { randomBytes } from 'node:crypto'
import { apiKey as keyFormat } from '@photofeed/openapi'
import type { Kysely, Transaction } from 'kysely'
import { hashKey } from './key-hash.ts'
import { enqueue } from './outbox.ts'
import type { Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'

const wellFormed = new RegExp(keyFormat.pattern)

/** Activates a key in place of the previous one, and clears the responses that were cached under that. */
export async function activateKey(
  transaction: Transaction<Tables>,
  secretBox: SecretBox,
  { accountId, apiKey, issuedAt }: { accountId: number; apiKey: string; issuedAt: number },
): Promise<void> {
  if (!wellFormed.test(apiKey)) {
    throw new Error('An API key is exactly 64 characters from 0-9 and a-f.')
  }
  await clearCachedResponses(transaction, accountId, issuedAt)
  const key = {
    hash: hashKey(apiKey),
    sealed: secretBox.seal(apiKey, keyLabel(accountId)),
    issued_at: issuedAt,
  }
  const holder = await transaction
    .selectFrom('api_key')
    .select('account_id')
    .where('hash', '=', key.hash)
    .executeTakeFirst()
  if (holder && holder.account_id !== accountId) {
    throw new Error(`Account ${holder.account_id} has this API key. Choose another one.`)
  }
  await transaction
    .insertInto('api_key')
    .values({ account_id: accountId, ...key })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(key))
    .execute()
}

/** Deletes the account's key, which is rejected from the commit on. */
export async function deleteKey(db: Kysely<Tables>, accountId: number): Promise<void> {
  await db.deleteFrom('api_key').where('account_id', '=', accountId).execute()
}

/**
 * Clears cached responses: increments the account's version, which is part of the key of our cache, and enqueues a purge
 * of caches in front of the API. Locks the account's row.
 */
export async function clearCachedResponses(
  transaction: Transaction<Tables>,
  accountId: number,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`There is no account ${accountId}.`)
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
    .set({ run_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'clear_edge')
    .where('payload', '=', JSON.stringify(payload))
    .where('lease_until', '=', 0)
    .executeTakeFirst()
  if (waiting > 0n) return
  await enqueue(transaction, 'clear_edge', accountId, payload, now)
}

/** Binds a sealed key to its row, so that it opens in no other. */
export function keyLabel(accountId: number): string {
  return `api key of account ${accountId}`
}

export function randomKey(): string {
  return randomBytes(32).toString('hex')
}
